import type { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { useState } from 'react';

/**
 * Returns when the last solution of the shown results was sent, or null before a table of them has come: the table that stands
 * in for it may be one of other results, which end elsewhere.
 *
 * @param results name of the shown results, the same at every instant and on every page of them
 * @param table of these results, or undefined
 */
export function useLastSolution(results: string, table: ScoreboardPage | undefined): number | null {
  const [last, setLast] = useState<{ results: string; sentAtMs: number } | null>(null);
  const sentAtMs = table?.lastSolutionSentAtMs ?? (last?.results === results ? last.sentAtMs : null);
  if (sentAtMs !== null && (last?.results !== results || last.sentAtMs !== sentAtMs))
    setLast({ results, sentAtMs });
  return sentAtMs;
}
