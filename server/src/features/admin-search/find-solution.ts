import type { AdminSearch } from '@balloon/contracts/site/admin-search.ts';
import type { Db } from '@balloon/database/connect.ts';
import { findContest } from '#features/contests/contests.queries.ts';
import { supervises } from '#features/contests/supervision.ts';
import { findContestOfSolution } from '#features/solutions/solutions.queries.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { User } from '#services.ts';

/** Finds the solution of that number, if the reader supervises its contest. */
export async function findSolution(db: Db, reader: User, id: number): Promise<AdminSearch['solutions']> {
  const contestId = id === 0 ? undefined : await findContestOfSolution(db, id);
  const contest = contestId === undefined ? undefined : await findContest(db, contestId);
  if (!contest || !supervises(reader, contest)) return [];
  const rows = await db
    .selectFrom('solution')
    .innerJoin('account', 'account.id', 'solution.accountId')
    .innerJoin('problem', 'problem.id', 'solution.problemId')
    .select([...PUBLIC_USER_COLUMNS, 'problem.title as problemTitle'])
    .where('solution.id', '=', id)
    .execute();
  return rows.map(({ problemTitle, ...row }) => {
    const author = publicUser(row);
    return {
      id,
      contestId: contest.id,
      contestName: contest.name,
      problemTitle,
      author: author.fullName || author.username,
    };
  });
}
