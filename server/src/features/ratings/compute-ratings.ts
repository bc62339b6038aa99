import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { INITIAL_RATING, rateContest } from '@balloon/domain/rating.ts';
import { countsForRatings, type FinalResult, finalResults, ranked } from '@balloon/domain/rating-results.ts';
import type { ScoreboardEvent } from '@balloon/domain/scoreboard.ts';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { type ContestEvent, readContestEvents } from '#features/contests/contest-log.ts';
import { toScoreboardEvent } from '#features/contests/scoreboard-events.ts';
import {
  clearRatings,
  findGroupMembers,
  findProblemIds,
  findRatedContests,
  insertRatingChanges,
  markCurrentRatings,
  type RatedContest,
  startRatingVersion,
  takeRatingTurn,
} from '#features/ratings/compute.queries.ts';
import { findRoles } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

/** Events read in one go. */
const BATCH = 5000;

/**
 * Computes the ratings of all groups from all their rated contests that are over, in the order of their
 * starts. Readers see the former ratings until the new ones are complete.
 *
 * @returns number of computed pairs of group and contest
 * @throws {ConflictError} RATINGS_BEING_COMPUTED while another computation runs
 */
export function computeRatings({ db }: Services, admin: User): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (!(await takeRatingTurn(tx))) {
      throw new ConflictError('RATINGS_BEING_COMPUTED', 'Ratings are being computed already: wait a little');
    }
    const computedAtMs = await databaseNowMs(tx);
    await startRatingVersion(tx, { computedAtMs, computedById: admin.id });
    await clearRatings(tx);
    const contests = (await findRatedContests(tx)).filter((one) => countsForRatings(one, computedAtMs));
    const groups = groupsOf(await findGroupMembers(tx));
    for (const contest of contests) await rate(tx, contest, groups);
    await markCurrentRatings(tx);
    const pairs = contests.reduce((sum, { allowedGroupIds }) => sum + allowedGroupIds.length, 0);
    const after = { contests: contests.length, pairs };
    await recordChange(tx, admin, { action: 'ratings.compute', subjectId: null, after });
    return pairs;
  });
}

/** Members of a group and their ratings as they stand before the next contest. */
interface RatingGroup {
  memberIds: Set<number>;
  ratings: Map<number, number>;
}

function groupsOf(members: readonly { groupId: number; accountId: number }[]): Map<number, RatingGroup> {
  const groups = new Map<number, RatingGroup>();
  for (const { groupId, accountId } of members) {
    const group = groups.get(groupId) ?? { memberIds: new Set(), ratings: new Map() };
    group.memberIds.add(accountId);
    groups.set(groupId, group);
  }
  return groups;
}

async function rate(tx: Tx, contest: RatedContest, groups: ReadonlyMap<number, RatingGroup>): Promise<void> {
  const results = await resultsOf(tx, contest);
  const changes = contest.allowedGroupIds.flatMap((groupId) => {
    const group = groups.get(groupId);
    return group ? rateInGroup(results, group).map((change) => ({ ...change, groupId })) : [];
  });
  await insertRatingChanges(tx, contest.id, changes);
}

function rateInGroup(results: readonly FinalResult[], { memberIds, ratings }: RatingGroup) {
  const places = ranked(results.filter(({ userId }) => memberIds.has(userId)));
  const rated = rateContest(
    places.map(({ userId, rank }) => ({ userId, rank, ratingBefore: ratings.get(userId) ?? INITIAL_RATING })),
  );
  for (const { userId, ratingAfter } of rated) ratings.set(userId, ratingAfter);
  return rated.map((contender, position) => ({
    ...contender,
    penaltyMin: places[position]?.penaltyMin ?? 0,
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
  const roles = await findRoles(tx, [...joinedIds]);
  const supervisorIds = new Set(roles.filter((role) => role.isSupervisor).map(({ userId }) => userId));
  const events: ScoreboardEvent[] = logged
    .map((event) => toScoreboardEvent(event, supervisorIds))
    .filter((event) => event !== null);
  return finalResults({ ...contest, problemIds: await findProblemIds(tx, contest.id) }, events);
}
