import { useEffect, useEffectEvent } from 'react';

/** Ctrl or Cmd with Enter sends, with the quotation mark it tries out; wherever the person is on the screen. */
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

/** By place on the keyboard for the quotation mark, which is a letter in the Russian layout. */
function actOf({ code, key, target }: KeyboardEvent): 'send' | 'tryOut' | null {
  if (code === 'Quote') return 'tryOut';
  if (key !== 'Enter') return null;
  // Who writes input for a trial run wants to see what comes of it, and not to send.
  const isTrying = target instanceof Element && target.closest('[data-trial]') !== null;
  return isTrying ? 'tryOut' : 'send';
}
