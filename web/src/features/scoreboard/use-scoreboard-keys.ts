import { useEffect, useEffectEvent } from 'react';
import { isTyping, keyOf } from '#shared/ui/behaviour/page-keys.ts';

/** Keys of the scoreboard: `v` changes its scope, `w` the kind of past; absent actions leave their key alone. */
export function useScoreboardKeys(actions: {
  v: (() => void) | undefined;
  w: (() => void) | undefined;
}): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const key = keyOf(event);
    if (key === 'v') actions.v?.();
    if (key === 'w') actions.w?.();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
