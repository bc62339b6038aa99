import type { PublicUser } from '@balloon/contracts/users.ts';
import { ACCESS_GROUPS, canReadProblems, isSupervisor } from '@balloon/domain/contest-access.ts';
import type { ContestTimes } from '@balloon/domain/contest-phase.ts';
import { problemIndex } from '@balloon/domain/problem-index.ts';
import {
  correctRoles,
  type ScoreboardQuestion,
  type ScoreboardScope,
  type ScoreboardView,
  viewScoreboard,
} from '@balloon/domain/scoreboard.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { findRatings } from '#features/ratings/user-ratings.queries.ts';
import { eyesOf } from '#features/scoreboard/eyes.ts';
import { findWantedRows } from '#features/scoreboard/find-wanted-rows.ts';
import type { LiveScoreboards } from '#features/scoreboard/live-scoreboards.ts';
import { openScoreboard } from '#features/scoreboard/open-scoreboard.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

/** Times from which the time of an acceptance is counted. */
export type ScoredTimes = Pick<ContestTimes, 'startTimeMs' | 'removedIntervals'>;

/** Data from which every form of the table is made. */
export interface ScoreboardLook {
  view: ScoreboardView;
  /** Columns in order; `name` is empty for viewers who may not read the problems yet. */
  problems: { index: string; name: string; color: string }[];
  /** Current name and role of a person. */
  userOf(userId: number): PublicUser;
  contest: ScoredTimes;
  nowMs: number;
}

/** A question about the table of a contest. */
export interface LookQuestion {
  contestId: number;
  locale: Locale;
  /** The instant to show; `Infinity` is now. */
  atMs: number;
  offset?: number;
  count?: number;
  /** Words that occur in the names of the rows' people; none if absent. */
  q?: string;
  groupId?: number | undefined;
  /** `public`: the view of an anonymous viewer. */
  audience?: 'own' | 'public';
  scope?: ScoreboardScope;
  past?: 'shown' | 'real';
}

/**
 * Computes a contest's scoreboard as a viewer may see it.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED, CONTEST_NOT_JOINED, GROUP_NOT_LISTED
 */
export async function lookAtScoreboard(
  { db }: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  { contestId, locale, q = '', groupId, audience = 'own', ...asked }: LookQuestion,
): Promise<ScoreboardLook> {
  const {
    contest,
    status,
    nowMs,
    problems,
    board: currentBoard,
  } = await openScoreboard(db, scoreboards, viewer, { contestId, locale });
  const isPublic = audience === 'public';
  const only = await findWantedRows(db, viewer, contest, { q, groupId });
  const question: ScoreboardQuestion = {
    ...asked,
    nowMs,
    ...eyesOf(viewer, contest, audience),
    ...(only && { only }),
  };
  for (;;) {
    const board = currentBoard();
    const view = viewScoreboard(board, question);
    const users = await findUsers(db, userIdsOf(view));
    // A role that changed since the board was made moves its row, so the page has to be cut anew.
    const roles = users.map(({ id, accessMask }) => ({ userId: id, isSupervisor: isSupervisor(accessMask) }));
    if (correctRoles(board, roles) > 0) continue;
    const userIds = users.map(({ id }) => id);
    const ratings = await findRatings(db, viewer, {
      userIds: isPublic ? [] : userIds,
      contestIds: [contest.id],
    });
    const byId = new Map(
      users.map((user) => [user.id, publicUser({ ...user, rating: ratings.get(user.id) })]),
    );
    const showsNames = canReadProblems(isPublic ? ACCESS_OF_ANYBODY : viewer, status);
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
      contest,
      nowMs,
    };
  }
}

const ACCESS_OF_ANYBODY = { accessMask: ACCESS_GROUPS.user.mask };

const userIdsOf = ({ rows, ownRow }: ScoreboardView) =>
  [...rows, ...(ownRow ? [ownRow] : [])].map(({ userId }) => userId);
