import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { canSeeOrigin, isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import {
  type AccountId,
  actingAccount,
  CONTEST_COLUMNS,
  isJoinedBy,
} from '#features/contests/contests.queries.ts';
import type { User } from '#services.ts';

/**
 * Finds the problems of which a reader may learn where they come from. Supervisors may of all. Names and addresses of
 * packages, of which our own problems are made, are theirs alone; those of outside systems open to participants, too
 * (`canSeeOrigin`). One query, however many problems, and none where there is nothing to show.
 */
export async function findKnownOrigins(
  db: Db,
  user: User,
  problems: readonly { id: number; systemType: string }[],
): Promise<ReadonlySet<number>> {
  if (isSupervisor(user.accessMask)) return new Set(problems.map(({ id }) => id));
  const outside = problems.flatMap(({ id, systemType }) => (systemType === 'balloon' ? [] : id));
  if (outside.length === 0) return new Set();
  const [links, atMs] = await Promise.all([
    findContestsWith(db, outside, actingAccount(user)),
    databaseNowMs(db),
  ]);
  const contestsOf = Map.groupBy(links, ({ problemId }) => problemId);
  return new Set(outside.filter((id) => canSeeOrigin(viewerOf(user), contestsOf.get(id) ?? [], atMs)));
}

/** The contests that use some problems, removed ones left out, each as often as it has one of them. */
function findContestsWith(db: Db, problemIds: readonly number[], accountId: AccountId) {
  return db
    .selectFrom('contest')
    .innerJoin('contestProblem', 'contestProblem.contestId', 'contest.id')
    .where('contestProblem.problemId', 'in', problemIds)
    .where('contest.isSuspended', '=', false)
    .select([...CONTEST_COLUMNS, 'contestProblem.problemId', isJoinedBy(accountId).as('isJoined')])
    .execute();
}
