import type { SaveAward } from '@balloon/contracts/scoreboard/ceremony.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import {
  type AwardByHand,
  countParticipants,
  deleteAward,
  findAwardsByHand,
  insertAward,
  MAX_AWARDS_BY_HAND,
  updateAward,
} from '#features/ceremony/awards.queries.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import { expectOpenResults } from '#features/contests/final-results.ts';
import { lockSupervisedContest } from '#features/contests/supervision.ts';
import type { Services, User } from '#services.ts';

/**
 * Gives an award by hand.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 * @throws {InvalidInputError} AWARD_FOR_OTHERS
 * @throws {ConflictError} RESULTS_FINAL, TOO_MANY_AWARDS
 */
export function giveAward(
  services: Services,
  user: User,
  { contestId, award }: { contestId: number; award: SaveAward },
): Promise<void> {
  return changeAwards(services, user, contestId, async (tx, contest, known) => {
    if (known.length >= MAX_AWARDS_BY_HAND) {
      throw new ConflictError(
        'TOO_MANY_AWARDS',
        `A contest has at most ${MAX_AWARDS_BY_HAND} awards by hand: remove one first`,
      );
    }
    await expectParticipants(tx, contestId, award);
    await insertAward(tx, contestId, award);
    await recordChange(tx, user, { action: 'contest.giveAward', ...about(contest), after: { ...award } });
  });
}

/**
 * Changes an award by hand, with the teams that get it.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, AWARD_NOT_FOUND
 * @throws {InvalidInputError} AWARD_FOR_OTHERS
 * @throws {ConflictError} RESULTS_FINAL
 */
export function editAward(
  services: Services,
  user: User,
  { contestId, awardId, award }: { contestId: number; awardId: number; award: SaveAward },
): Promise<void> {
  return changeAwards(services, user, contestId, async (tx, contest, known) => {
    const { id, ...before } = awardOf(known, awardId);
    await expectParticipants(tx, contestId, award);
    await updateAward(tx, id, award);
    await recordChange(tx, user, {
      ...{ action: 'contest.editAward', ...about(contest), before, after: { ...award } },
    });
  });
}

/**
 * Takes an award by hand back.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, AWARD_NOT_FOUND
 * @throws {ConflictError} RESULTS_FINAL
 */
export function removeAward(
  services: Services,
  user: User,
  { contestId, awardId }: { contestId: number; awardId: number },
): Promise<void> {
  return changeAwards(services, user, contestId, async (tx, contest, known) => {
    const { id, ...before } = awardOf(known, awardId);
    await deleteAward(tx, id);
    await recordChange(tx, user, { action: 'contest.removeAward', ...about(contest), before });
  });
}

type Change = (tx: Tx, contest: StoredContest, known: readonly AwardByHand[]) => Promise<void>;

/** The log of the contest is locked, so that awards and the moment at which results become final have an order. */
function changeAwards({ db }: Services, user: User, contestId: number, change: Change): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const contest = await lockSupervisedContest(tx, user, contestId);
    await expectOpenResults(tx, contestId);
    await change(tx, contest, await findAwardsByHand(tx, contestId));
  });
}

async function expectParticipants(tx: Tx, contestId: number, { userIds }: SaveAward): Promise<void> {
  const wanted = [...new Set(userIds)];
  if ((await countParticipants(tx, contestId, wanted)) === wanted.length) return;
  throw new InvalidInputError(
    'AWARD_FOR_OTHERS',
    'An award goes to participants of the contest: choose them from its list',
  );
}

function awardOf(known: readonly AwardByHand[], awardId: number): AwardByHand {
  const award = known.find(({ id }) => id === awardId);
  if (!award) throw new NotFoundError('AWARD_NOT_FOUND', 'There is no such award: it may have been removed');
  return award;
}

const about = ({ id, name }: StoredContest) => ({ subjectId: id, subjectName: name, contestId: id });
