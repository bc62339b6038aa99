import type { ScoreboardGroups } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { Db } from '@balloon/database/connect.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import { supervises } from '#features/contests/supervision.ts';
import { findGroups, findGroupsOfParticipants } from '#features/scoreboard/scoreboard.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Lists the groups by which the caller may filter the table of a contest; errors as of `enterContest`.
 */
export async function listScoreboardGroups(
  services: Services,
  viewer: User,
  contestId: number,
): Promise<ScoreboardGroups> {
  const { db } = services;
  const { contest } = await enterContest(services, viewer, contestId);
  return { groups: await findScoreboardGroups(db, viewer, contest) };
}

/**
 * Supervisors filter by all groups of the participants. Others filter by their own groups among those of the
 * contest: ratings and standings show them the members of these anyway, while other groups would reveal who
 * belongs where.
 */
export async function findScoreboardGroups(db: Db, viewer: User, contest: StoredContest) {
  if (supervises(viewer, contest)) return findGroupsOfParticipants(db, contest.id);
  const { allowedGroupIds } = contest;
  if (allowedGroupIds.length < 2) return []; // all participants are in it
  return findGroups(
    db,
    allowedGroupIds.filter((id) => viewer.groupIds.includes(id)),
  );
}
