import type { SolutionResetList } from '@balloon/contracts/solutions/solutions.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { progressOfReset } from '#features/solutions/rejudging/reset-progress.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Lists the resets of many solutions of a contest that are under way, or ended within the last minute, oldest first.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for who does not supervise it
 */
export async function listResets(
  services: Pick<Services, 'db' | 'announcements'>,
  supervisor: User,
  contestId: number,
): Promise<SolutionResetList> {
  const { db } = services;
  await getSupervisedContest(db, supervisor, contestId);
  const stored = await resetsOf(db, contestId);
  const authorIds = stored.flatMap(({ authorId }) => authorId ?? []);
  const authors = new Map((await findUsers(db, [...new Set(authorIds)])).map((user) => [user.id, user]));
  const resets = await Promise.all(
    stored.map(async ({ authorId, isJudged, ...reset }) => {
      const author = authorId === null ? undefined : authors.get(authorId);
      const shown = { ...reset, author: author ? publicUser(author) : null };
      const all = reset.solutionsNumber;
      if (isJudged) return { ...shown, handledNumber: all, judgedNumber: all, isOver: true };
      const { handledNumber = 0, waitingNumber = 0 } = (await progressOfReset(services, reset.id)) ?? {};
      const judgedNumber = handledNumber - waitingNumber;
      return { ...shown, handledNumber, judgedNumber, isOver: judgedNumber === all };
    }),
  );
  return { resets };
}

const resetsOf = (db: Db, contestId: number) =>
  db
    .selectFrom('solutionReset')
    .where('contestId', '=', contestId)
    .select([
      ...(['id', 'authorId', 'startedAtMs'] as const),
      sql<number>`cardinality(solution_ids)`.as('solutionsNumber'),
      sql<boolean>`judged_at_ms is not null`.as('isJudged'),
    ])
    .orderBy('id')
    .execute();
