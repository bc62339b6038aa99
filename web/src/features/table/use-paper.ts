import type { Table2 } from '@balloon/contracts/scoreboard.ts';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** A table and when it was like that. */
export interface TableState {
  table: Table2;
  stateMs: number;
}

/**
 * What goes on paper: nothing until somebody prints, then what is on the screen, or what `print` was given.
 *
 * @param onScreen `null` while there is nothing to print
 */
export function usePaper(onScreen: TableState | null) {
  const [isPrinting, setIsPrinting] = useState(false);
  const [given, setGiven] = useState<TableState | null>(null);
  useEffect(() => {
    // Before the browser looks at the page.
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
    print(state: TableState) {
      flushSync(() => setGiven(state));
      window.print();
    },
  };
}
