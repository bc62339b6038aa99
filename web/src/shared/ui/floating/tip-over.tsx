import { Tooltip } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';

export interface TipOverProps {
  label: string;
  target: RefObject<HTMLElement | null>;
}

/**
 * The library's tooltip over an element that stands elsewhere. The library listens for the pointer there; the keyboard,
 * for which it would have to wrap the element, is listened for here.
 */
export function TipOver({ label, target }: TipOverProps) {
  const [hasFocus, setHasFocus] = useState(false);
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const away = new AbortController();
    const on = (event: keyof HTMLElementEventMap, does: (event: Event) => void) =>
      element.addEventListener(event, does, { signal: away.signal });
    on('focusin', () => setHasFocus(document.activeElement?.matches(':focus-visible') === true));
    on('focusout', () => setHasFocus(false));
    on('keydown', (event) => (event as KeyboardEvent).key === 'Escape' && setHasFocus(false));
    return () => away.abort();
  }, [target]);
  return <Tooltip label={label} target={target} {...(hasFocus ? { opened: true } : {})} />;
}
