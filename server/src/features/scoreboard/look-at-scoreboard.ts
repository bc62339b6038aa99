import type { PublicUser } from '@balloon/contracts/users.ts';
import { ACCESS_GROUPS, canReadProblems, isSupervisor } from '@balloon/domain/contest-access.ts';
import { problemIndex } from '@balloon/domain/problem-index.ts';
import {
  correctRoles,
  type ScoreboardQuestion,
  type ScoreboardView,
  viewScoreboard,
} from '@balloon/domain/scoreboard.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { findRatings } from '#features/ratings/user-ratings.queries.ts';
import { eyesOf } from '#features/scoreboard/eyes.ts';
import { findWantedRows } from '#features/scoreboard/find-wanted-rows.ts';
import type { LiveScoreboards } from '#features/scoreboard/live-scoreboards.ts';
import { openScoreboard } from '#features/scoreboard/open-scoreboard.ts';
import { findTableUsers } from '#features/scoreboard/scoreboard.queries.ts';
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

/** A question about the table of a contest. */
export interface TableQuestion {
  contestId: number;
  locale: Locale;
  /** The instant to show; `Infinity` is now. */
  atMs: number;
  offset?: number;
  count?: number;
  /** Words that occur in the names of the rows' people; none if absent. */
  q?: string;
  groupId?: number | undefined;
  /** `public`: with the eyes of nobody in particular. */
  audience?: 'own' | 'public';
}

/**
 * Looks at a contest's scoreboard with somebody's eyes.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED, CONTEST_NOT_JOINED, GROUP_NOT_LISTED
 */
export async function lookAtScoreboard(
  { db }: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  { contestId, locale, q = '', groupId, audience = 'own', ...asked }: TableQuestion,
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
    const users = await findTableUsers(db, userIdsOf(view));
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
      nowMs,
    };
  }
}

const ACCESS_OF_ANYBODY = { accessMask: ACCESS_GROUPS.user.mask };

const userIdsOf = ({ rows, ownRow }: ScoreboardView) =>
  [...rows, ...(ownRow ? [ownRow] : [])].map(({ userId }) => userId);
