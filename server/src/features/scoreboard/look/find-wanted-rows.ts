import type { Db } from '@balloon/database/connect.ts';
import { ForbiddenError } from '#errors.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import { findScoreboardGroups } from '#features/scoreboard/look/scoreboard-groups.ts';
import { findParticipantIds } from '#features/scoreboard/scoreboard.queries.ts';
import type { User } from '#services.ts';

/**
 * Finds the people that a search by name and group selects; `undefined` for everybody. Results play no part
 * in it; the scoreboard decides which of the rows the viewer may see.
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
    const groups = await findScoreboardGroups(db, viewer, contest);
    if (!groups.some(({ id }) => id === groupId)) {
      throw new ForbiddenError('GROUP_NOT_LISTED', 'Filter by one of the groups that table/groups lists');
    }
  }
  return new Set(await findParticipantIds(db, contest.id, { words, groupId }));
}
