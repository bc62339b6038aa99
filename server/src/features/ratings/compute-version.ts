import type { Tx } from '@balloon/database/connect.ts';
import type { UndecidedSolutions } from '@balloon/database/contest-tables.ts';
import { RATING_FORMULAS } from '@balloon/domain/rating/formulas.ts';
import { INITIAL_RATING } from '@balloon/domain/rating/rating.ts';
import { countsForRatings, type FinalResult, finalResults } from '@balloon/domain/rating/results.ts';
import type { ScoreboardEvent } from '@balloon/domain/scoreboard/scoreboard.ts';
import { type ContestEvent, readContestEvents } from '#features/contests/contest-log.ts';
import { toScoreboardEvent } from '#features/contests/scoreboard-events.ts';
import { findScoredProblems } from '#features/contests/scored-problems.ts';
import {
  type ChangeToStore,
  findGroupsToRate,
  findRatedContests,
  findReopened,
  type GroupToRate,
  insertRatingChanges,
  insertVersionGroups,
  markCurrentRatings,
  noteUndecided,
  type RatedContest,
} from '#features/ratings/compute.queries.ts';
import { findRolesIn } from '#features/users/users.queries.ts';

/** Events read in one go. */
const BATCH = 5000;

/** Computation of ratings of all groups or of one. */
export interface VersionToCompute {
  number: number;
  computedAtMs: number;
  /** Null: all groups. */
  groupId: number | null;
  /** Told how many pairs of group and contest are done, of how many. */
  onProgress?: (donePairs: number, totalPairs: number) => Promise<void>;
}

/**
 * Computes ratings from all rated contests that are over, in the order of their starts, and stores them as results of
 * the computation, which do not count yet, with how many solutions may still change them.
 *
 * @returns number of pairs of group and contest
 */
export async function computeVersion(
  tx: Tx,
  { number, computedAtMs, groupId, onProgress }: VersionToCompute,
): Promise<{ pairs: number }> {
  const groups = new Map(
    (await findGroupsToRate(tx, groupId)).map((group) => [group.id, withRatings(group)]),
  );
  const contests = (await findRatedContests(tx, groupId)).filter((one) =>
    countsForRatings(one, computedAtMs),
  );
  const groupsOf = (contest: RatedContest) =>
    contest.allowedGroupIds.map((id) => groups.get(id)).filter((group) => group !== undefined);
  const pairs = contests.reduce((sum, contest) => sum + groupsOf(contest).length, 0);
  const undecided: UndecidedSolutions[] = [];
  let done = 0;
  for (const contest of contests) {
    await onProgress?.(done, pairs);
    const rated = groupsOf(contest);
    const results = await resultsOf(tx, contest);
    for (const group of rated) {
      await insertRatingChanges(
        tx,
        { versionNumber: number, contestId: contest.id },
        rateInGroup(results, group),
      );
    }
    const solutions = undecidedOf(results, rated);
    if (solutions > 0) undecided.push({ contestId: contest.id, solutions });
    done += rated.length;
  }
  await markCurrentRatings(tx, number);
  await insertVersionGroups(tx, number, [...groups.keys()]);
  await onProgress?.(done, pairs);
  // Not before the last report, which another connection may write to the same row.
  await noteUndecided(tx, number, undecided);
  return { pairs };
}

/** Number of solutions that may still change the ratings of one of these groups. */
function undecidedOf(results: readonly FinalResult[], groups: readonly RatingGroup[]): number {
  const rated = results.filter(({ userId }) => groups.some(({ memberIds }) => memberIds.has(userId)));
  return rated.reduce((sum, { undecided }) => sum + undecided, 0);
}

/** A group and the ratings of its people as they stand before the next contest. */
type RatingGroup = GroupToRate & { ratings: Map<number, number> };

const withRatings = (group: GroupToRate): RatingGroup => ({ ...group, ratings: new Map() });

function rateInGroup(results: readonly FinalResult[], group: RatingGroup): ChangeToStore[] {
  const { memberIds, ratings, ratesSilent } = group;
  const { placesOf, rate } = RATING_FORMULAS[group.formula];
  const own = results.filter(({ userId, hasSent }) => memberIds.has(userId) && (hasSent || ratesSilent));
  const places = placesOf(own);
  const rated = rate(
    own.map(({ userId }, index) => ({
      userId,
      rank: places[index] ?? index + 1,
      ratingBefore: ratings.get(userId) ?? INITIAL_RATING,
    })),
  );
  for (const { userId, ratingAfter } of rated) ratings.set(userId, ratingAfter);
  return rated.map((contender, index) => ({
    ...contender,
    groupId: group.id,
    penaltyMin: own[index]?.penaltyMin ?? 0,
  }));
}

async function resultsOf(tx: Tx, contest: RatedContest): Promise<FinalResult[]> {
  const logged: ContestEvent[] = [];
  for (let seq = 0; seq < contest.lastEventSeq; ) {
    const batch = await readContestEvents(tx, contest.id, seq, BATCH);
    logged.push(...batch.map(({ event }) => event));
    seq = batch.at(-1)?.seq ?? contest.lastEventSeq;
  }
  const joinedIds = new Set(logged.flatMap((event) => (event.type === 'joined' ? event.userId : [])));
  const roles = await findRolesIn(tx, contest.id, [...joinedIds]);
  const supervisorIds = new Set(roles.filter((role) => role.isSupervisor).map(({ userId }) => userId));
  const events: ScoreboardEvent[] = logged
    .map((event) => toScoreboardEvent(event, supervisorIds))
    .filter((event) => event !== null);
  const scored = { ...contest, ...(await findScoredProblems(tx, contest.id)) };
  return finalResults(scored, events, await findReopened(tx, contest.id));
}
