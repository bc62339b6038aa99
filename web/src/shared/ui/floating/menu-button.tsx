import { cloneElement, type ReactElement, type ReactNode, type Ref, useState } from 'react';
import { both, type LaterPart, onPress, useAfterScreen } from '#shared/ui/behaviour/after-screen.ts';
import { floating } from '#shared/ui/floating/floating.ts';

interface ButtonProps {
  ref?: Ref<HTMLElement>;
  onClick?: () => void;
  onPointerDown?: ReturnType<typeof onPress>['onPointerDown'];
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

export interface MenuButtonProps<Items> {
  /** Button without a handler of its own. */
  button: ReactElement<ButtonProps>;
  /** Module with the items. */
  items: LaterPart<Items>;
  width?: number;
  children: (items: Items) => ReactNode;
}

/** Menu for screens that a first visit opens: it comes after the screen, and opens if its button was pressed before. */
export function MenuButton<Items>({ button, items, width, children }: MenuButtonProps<Items>) {
  const [isWanted, setIsWanted] = useState(false);
  const [parts] = useState(() => both(floating, items));
  const { module, element } = useAfterScreen(parts, isWanted);
  if (module === null) {
    return cloneElement(button, {
      ref: element,
      ...onPress(() => setIsWanted(true)),
      'aria-haspopup': 'menu',
      'aria-expanded': false,
    });
  }
  const [{ Menu }, list] = module;
  return (
    <Menu defaultOpened={isWanted} {...(width === undefined ? {} : { width })}>
      <Menu.Target>{cloneElement(button, { ref: element })}</Menu.Target>
      <Menu.Dropdown>{children(list)}</Menu.Dropdown>
    </Menu>
  );
}
