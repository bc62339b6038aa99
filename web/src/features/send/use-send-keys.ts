import { useEffect, useEffectEvent } from 'react';

/** Handles Ctrl or Cmd with Enter (send) and with the quotation mark (trial run), anywhere on the screen. */
export function useSendKeys({ send, tryOut }: { send: () => void; tryOut: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const act = actOf(event);
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (act === 'send') send();
    else tryOut();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, []);
}

/**
 * Action of a key; the quotation mark by its place on the keyboard, as it is a letter in the Russian layout.
 */
function actOf({ code, key, target }: KeyboardEvent): 'send' | 'tryOut' | null {
  if (code === 'Quote') return 'tryOut';
  if (key !== 'Enter') return null;
  // In the input of a trial run the key starts the run instead of sending.
  const isTrying = target instanceof Element && target.closest('[data-trial]') !== null;
  return isTrying ? 'tryOut' : 'send';
}
