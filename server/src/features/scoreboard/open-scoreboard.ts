import type { Db } from '@balloon/database/connect.ts';
import type { Scoreboard } from '@balloon/domain/scoreboard.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import type { LiveScoreboards } from '#features/scoreboard/live-scoreboards.ts';
import { findLogHead, findScoreboardProblems } from '#features/scoreboard/scoreboard.queries.ts';
import type { User } from '#services.ts';

/**
 * Opens the scoreboard of a contest that the caller may enter, no older than this call.
 *
 * @returns with `board`, which returns the board of that moment: must be called again after waiting
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED, CONTEST_NOT_JOINED
 */
export async function openScoreboard(
  db: Db,
  scoreboards: LiveScoreboards,
  viewer: User,
  { contestId, locale }: { contestId: number; locale: Locale },
) {
  const visited = await enterContest(db, viewer, contestId);
  const problems = await findScoreboardProblems(db, contestId, locale);
  const scoring = { ...visited.contest, problemIds: problems.map(({ id }) => id) };
  const live = scoreboards.of(contestId, scoring);
  await live.catchUp(await findLogHead(db, contestId));
  return { ...visited, problems, board: (): Scoreboard => live.scoredAs(scoring) };
}
