import type { PublicUser } from '@balloon/contracts/users.ts';
import { canReadProblems, isSupervisor } from '@balloon/domain/contest-access.ts';
import { problemIndex } from '@balloon/domain/problem-index.ts';
import {
  correctRoles,
  type ScoreboardQuestion,
  type ScoreboardView,
  viewScoreboard,
} from '@balloon/domain/scoreboard.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import { findRatings } from '#features/ratings/user-ratings.queries.ts';
import type { LiveScoreboards } from '#features/scoreboard/live-scoreboards.ts';
import { findLogHead, findTableProblems, findTableUsers } from '#features/scoreboard/scoreboard.queries.ts';
import { supervises } from '#features/solutions/supervision.ts';
import { publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/** What every form of the table is made of. */
export interface ScoreboardLook {
  view: ScoreboardView;
  /** One per column; `name` is empty for those who may not read the problems yet. */
  problems: { index: string; name: string; color: string }[];
  /** Names and roles as they are now. */
  userOf(userId: number): PublicUser;
  nowMs: number;
}

/**
 * Looks at a contest's scoreboard with somebody's eyes.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED, CONTEST_NOT_JOINED
 */
export async function lookAtScoreboard(
  { db }: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  asked: { contestId: number; locale: Locale; atMs: number; offset?: number; count?: number },
): Promise<ScoreboardLook> {
  const { contest, status, nowMs } = await enterContest(db, viewer, asked.contestId);
  const problems = await findTableProblems(db, contest.id, asked.locale);
  const scoring = { ...contest, problemIds: problems.map(({ id }) => id) };
  const live = scoreboards.of(contest.id, scoring);
  await live.catchUp(await findLogHead(db, contest.id));

  const question: ScoreboardQuestion = {
    ...asked,
    nowMs,
    viewerId: viewer.id,
    viewerIsSupervisor: supervises(viewer, contest),
  };
  for (;;) {
    const board = live.scoredAs(scoring);
    const view = viewScoreboard(board, question);
    const users = await findTableUsers(db, userIdsOf(view));
    // A role that changed since the board was made moves its row, so the page has to be cut anew.
    const roles = users.map(({ id, accessMask }) => ({ userId: id, isSupervisor: isSupervisor(accessMask) }));
    if (correctRoles(board, roles) > 0) continue;
    const userIds = users.map(({ id }) => id);
    const ratings = await findRatings(db, viewer, { userIds, contestIds: [contest.id] });
    const byId = new Map(
      users.map((user) => [user.id, publicUser({ ...user, rating: ratings.get(user.id) })]),
    );
    const showsNames = canReadProblems(viewer, status);
    return {
      view,
      problems: problems.map(({ position, title, color }) => ({
        index: problemIndex(position),
        name: showsNames ? title : '',
        color,
      })),
      userOf: (userId) => {
        const user = byId.get(userId);
        if (!user) throw new Error(`Participant ${userId} of contest ${contest.id} has no account`);
        return user;
      },
      nowMs,
    };
  }
}

const userIdsOf = ({ rows, ownRow }: ScoreboardView) =>
  [...rows, ...(ownRow ? [ownRow] : [])].map(({ userId }) => userId);
