import type { TableGroups } from '@balloon/contracts/scoreboard.ts';
import type { Db } from '@balloon/database/connect.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import { findGroups, findGroupsOfParticipants } from '#features/scoreboard/scoreboard.queries.ts';
import { supervises } from '#features/solutions/supervision.ts';
import type { Services, User } from '#services.ts';

/**
 * The groups by which somebody may filter the table of a contest; errors as of `enterContest`.
 */
export async function listTableGroups(
  { db }: Services,
  viewer: User,
  contestId: number,
): Promise<TableGroups> {
  const { contest } = await enterContest(db, viewer, contestId);
  return { groups: await findTableGroups(db, viewer, contest) };
}

/**
 * Supervisors filter by all groups of the participants. Others by their own, of those which the contest is for: who else
 * is in them they are told by ratings and standings anyway, while a filter by foreign groups would tell who belongs where.
 */
export async function findTableGroups(db: Db, viewer: User, contest: StoredContest) {
  if (supervises(viewer, contest)) return findGroupsOfParticipants(db, contest.id);
  const { allowedGroupIds } = contest;
  if (allowedGroupIds.length < 2) return []; // all participants are in it
  return findGroups(
    db,
    allowedGroupIds.filter((id) => viewer.groupIds.includes(id)),
  );
}
