import { useEffect, useRef } from 'react';

/** Range of a random delay: all clients receive a change at once, and would ask at once. */
const FOLLOW_WITHIN_MS = 3_000;

/** Returns a function that acts within a few seconds, once however often it is called meanwhile. */
export function useAfterAWhile(act: () => void): () => void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return () => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(act, Math.random() * FOLLOW_WITHIN_MS);
  };
}
