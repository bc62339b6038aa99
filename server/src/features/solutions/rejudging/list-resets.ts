import type { SolutionResetList } from '@balloon/contracts/solutions/solutions.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Lists the resets of many solutions of a contest that are under way, or ended within the last minute, oldest first.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for who does not supervise it
 */
export async function listResets(
  { db }: Pick<Services, 'db'>,
  supervisor: User,
  contestId: number,
): Promise<SolutionResetList> {
  await getSupervisedContest(db, supervisor, contestId);
  const stored = await resetsOf(db, contestId);
  const authorIds = stored.flatMap(({ authorId }) => authorId ?? []);
  const authors = new Map((await findUsers(db, [...new Set(authorIds)])).map((user) => [user.id, user]));
  return {
    resets: stored.map(({ authorId, waitingNumber, ...reset }) => {
      const author = authorId === null ? undefined : authors.get(authorId);
      const judgedNumber = reset.handledNumber - waitingNumber;
      return {
        ...{ ...reset, judgedNumber, isOver: judgedNumber === reset.solutionsNumber },
        author: author ? publicUser(author) : null,
      };
    }),
  };
}

const resetsOf = (db: Db, contestId: number) =>
  db
    .selectFrom('solutionReset')
    .where('contestId', '=', contestId)
    .select([
      ...(['id', 'authorId', 'startedAtMs', 'handledNumber'] as const),
      sql<number>`cardinality(solution_ids)`.as('solutionsNumber'),
      sql<number>`case
        when judged_at_ms is null then count_waiting(solution_ids[:handled_number]) else 0
      end`.as('waitingNumber'),
    ])
    .orderBy('id')
    .execute();
