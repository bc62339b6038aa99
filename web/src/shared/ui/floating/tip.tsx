import { cloneElement, type ReactElement, type Ref } from 'react';
import { useAfterScreen } from '#shared/ui/behaviour/after-screen.ts';
import { floating } from '#shared/ui/floating/floating.ts';

export interface TipProps {
  label: string;
  disabled?: boolean;
  /** Element that takes a ref, and has none of its own. */
  children: ReactElement<{ ref?: Ref<HTMLElement> }>;
}

/**
 * Tooltip for screens that a first visit opens: the library's own, which comes after the screen. The element stays the
 * same when it comes: one that is replaced between focus and key, or press and release, would do nothing.
 */
export function Tip({ label, disabled = false, children }: TipProps) {
  const { module, element } = useAfterScreen(floating);
  return (
    <>
      {cloneElement(children, { ref: element })}
      {module !== null && !disabled && <module.TipOver label={label} target={element} />}
    </>
  );
}
