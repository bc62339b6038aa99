import type { Tx } from '@balloon/database/connect.ts';
import { FinalResultsError } from '#errors.ts';

/**
 * Refuses to go on where the results of a contest are final. What is written to its log is refused there as well.
 *
 * @throws {ConflictError} RESULTS_FINAL
 */
export async function expectOpenResults(tx: Tx, contestId: number): Promise<void> {
  const row = await tx
    .selectFrom('contest')
    .select('finalizedAtMs')
    .where('id', '=', contestId)
    .executeTakeFirst();
  if (row && row.finalizedAtMs !== null) throw new FinalResultsError();
}
