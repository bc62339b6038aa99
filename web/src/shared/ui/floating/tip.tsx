import { cloneElement, type ReactElement, type Ref } from 'react';
import { useAfterScreen } from '#shared/ui/behaviour/after-screen.ts';
import { floating } from '#shared/ui/floating/floating.ts';

export interface TipProps {
  label: string;
  disabled?: boolean;
  /** Element that takes a ref, and has none of its own. */
  children: ReactElement<{ ref?: Ref<HTMLElement> }>;
}

/** Tooltip for screens that a first visit opens: the library's own, which comes after the screen. */
export function Tip({ label, disabled = false, children }: TipProps) {
  const { module, element } = useAfterScreen(floating);
  const child = cloneElement(children, { ref: element });
  if (module === null) return child;
  return (
    <module.Tooltip label={label} disabled={disabled}>
      {child}
    </module.Tooltip>
  );
}
