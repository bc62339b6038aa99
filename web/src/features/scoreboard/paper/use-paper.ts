import type { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** A table and the instant of its state. */
export interface ScoreboardState {
  table: ScoreboardPage;
  stateMs: number;
}

/**
 * Table to print: none until printing starts, then the one on the screen, or the one passed to `print`.
 *
 * @param onScreen `null` while there is nothing to print
 */
export function usePaper(onScreen: ScoreboardState | null) {
  const [isPrinting, setIsPrinting] = useState(false);
  const [given, setGiven] = useState<ScoreboardState | null>(null);
  useEffect(() => {
    // Synchronous, since the browser takes the page right after this event.
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => {
      setIsPrinting(false);
      setGiven(null);
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return {
    paper: isPrinting ? (given ?? onScreen) : null,
    print(state: ScoreboardState) {
      flushSync(() => setGiven(state));
      window.print();
    },
  };
}
