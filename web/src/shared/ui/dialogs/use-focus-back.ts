import { type RefObject, useEffect, useRef, useState } from 'react';
import { isFocusLost, whenFocusIsLost } from '#shared/ui/behaviour/is-focus-lost.ts';

/**
 * Returns the focus to the control from which a dialog was opened. The library does so for a dialog that is closed; the focus
 * of one whose component goes with it would be lost, and the keyboard would begin at the top of the page.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the dialog has left the document, and unless something else took the focus.
      setTimeout(() => {
        if (isFocusLost() && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

/**
 * Puts the focus where a change is shown when its own button has gone, such as that of freezing.
 *
 * @param state another value after a change
 * @returns ref of the place, which takes the focus
 */
export function useFocusAfter(state: unknown): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const known = useRef(state);
  useEffect(() => {
    if (known.current === state) return;
    known.current = state;
    return whenFocusIsLost(() => place.current?.focus({ preventScroll: true }));
  }, [state]);
  return place;
}
