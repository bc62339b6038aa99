import type { ContestProblem } from '@balloon/contracts/problems/problems.ts';
import type { Db } from '@balloon/database/connect.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import type { ContestProblemRow } from '#features/problems/contest/contest-problems.queries.ts';
import { problemViews } from '#features/problems/problem-view.ts';
import { findVersions } from '#features/problems/versions.queries.ts';

/**
 * The problems of a contest as it shows them, in its order.
 *
 * @param knownOrigins problems whose origin the reader may know
 */
export async function contestProblemViews(
  db: Db,
  rows: readonly ContestProblemRow[],
  locale: Locale,
  knownOrigins: ReadonlySet<number>,
): Promise<ContestProblem[]> {
  const versions = await findVersions(
    db,
    rows.flatMap(({ pinnedUuid }) => pinnedUuid ?? []),
  );
  const shown = rows.map((row) => ({
    problem: row,
    showsOrigin: knownOrigins.has(row.id),
    version: versions.find(({ uuid }) => uuid === row.pinnedUuid) ?? null,
  }));
  const views = await problemViews(db, shown, locale);
  return rows.flatMap((row, position) => {
    const view = views[position];
    if (!view) return [];
    const { linkId, contestId, color, versionId, closedAtMs, judgingPausedAtMs, disabledAtMs } = row;
    return {
      ...view,
      internalSymbolIndex: problemIndex(position),
      color,
      isClosed: closedAtMs !== null,
      isDisabled: disabledAtMs !== null,
      isJudgingPaused: judgingPausedAtMs !== null,
      ProblemToContest: { id: linkId, contestId, problemId: row.id, versionId },
    };
  });
}
