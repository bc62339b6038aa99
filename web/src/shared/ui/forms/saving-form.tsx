import { type ComponentProps, type FocusEvent, useLayoutEffect, useRef } from 'react';
import { isFocusLost } from '#shared/ui/behaviour/is-focus-lost.ts';
import classes from '#shared/ui/forms/saving-form.module.css';

export interface SavingFormProps extends ComponentProps<'form'> {
  /** Whether what the form holds has been sent and is not answered yet. */
  isSaving: boolean;
}

/**
 * Form that takes nothing in while it is being saved, so that nothing is typed that the answer throws away by closing the
 * form or leading on. What stays open and keeps what is typed meanwhile passes `false`.
 */
export function SavingForm({ isSaving, children, className = '', ...form }: SavingFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const noteFocus = useKeptFocus(element, isSaving);
  return (
    <form
      {...form}
      ref={element}
      tabIndex={-1}
      className={`${classes.form} ${className}`}
      aria-busy={isSaving || undefined}
      onFocus={noteFocus}
    >
      <div className={classes.fields} inert={isSaving}>
        {children}
      </div>
    </form>
  );
}

/**
 * Keeps the focus in a form whose fields cannot have it for a while, and gives it back to the one that had it: a button
 * that was pressed loses it as soon as it is disabled.
 *
 * @returns what notes where the focus is
 */
function useKeptFocus(form: { current: HTMLFormElement | null }, isSaving: boolean) {
  const last = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const place = form.current;
    if (!isSaving || !place) return;
    const isLost = () => isFocusLost() || document.activeElement === place;
    if (!isLost() && !place.contains(document.activeElement)) return;
    place.focus({ preventScroll: true });
    return () => {
      // Later than the answer's own step, which may lead to a faulty field.
      requestAnimationFrame(() => {
        if (isLost()) last.current?.focus({ preventScroll: true });
      });
    };
  }, [form, isSaving]);
  return ({ target }: FocusEvent<HTMLFormElement>) => {
    if (target !== form.current) last.current = target;
  };
}
