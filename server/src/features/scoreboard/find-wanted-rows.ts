import type { Db } from '@balloon/database/connect.ts';
import { ForbiddenError } from '#errors.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import { findParticipantIds } from '#features/scoreboard/scoreboard.queries.ts';
import { findTableGroups } from '#features/scoreboard/table-groups.ts';
import type { User } from '#services.ts';

/**
 * Whose rows a search by name and group is about; `undefined` for everybody's. It asks who people are and never how
 * they fare; which of the rows the viewer may see, the scoreboard decides.
 *
 * @throws {ForbiddenError} GROUP_NOT_LISTED
 */
export async function findWantedRows(
  db: Db,
  viewer: User,
  contest: StoredContest,
  { q, groupId }: { q: string; groupId: number | undefined },
): Promise<Set<number> | undefined> {
  const words = q.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0 && groupId === undefined) return undefined;
  if (groupId !== undefined) {
    const groups = await findTableGroups(db, viewer, contest);
    if (!groups.some(({ id }) => id === groupId)) {
      throw new ForbiddenError('GROUP_NOT_LISTED', 'Filter by one of the groups that table/groups lists');
    }
  }
  return new Set(await findParticipantIds(db, contest.id, { words, groupId }));
}
