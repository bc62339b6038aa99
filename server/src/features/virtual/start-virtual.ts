import type { VirtualStarted } from '@balloon/contracts/contests/virtual.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError, ForbiddenError, ThrottledError } from '#errors.ts';
import { findSettings, insertContest } from '#features/contest-admin/contest-settings.queries.ts';
import { addParticipant } from '#features/contests/join-contest.ts';
import { contestNotFound } from '#features/contests/supervision.ts';
import { isUnfinished } from '#features/virtual/read-virtual-standing.ts';
import {
  copyDisabledProblems,
  countRunsSince,
  findLongestExtraTime,
  findRuns,
  giveTo,
  lockRuns,
} from '#features/virtual/virtual.queries.ts';
import { visitPastContest } from '#features/virtual/visit-past-contest.ts';
import type { Services, User } from '#services.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Each is a contest of its own, so nobody makes them by the hundred. */
const MAX_RUNS_A_DAY = 10;
/** How long one may go on with the problems by the rules of the practice. */
const PRACTICE_MS = 30 * DAY_MS;

/**
 * Lets a person take part in a contest that is over, by a clock of their own.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} VIRTUAL_NOT_OPEN before the results are open, or where the organisers do not allow it
 * @throws {ConflictError} VIRTUAL_UNDER_WAY while one in this contest has not ended
 * @throws {ThrottledError} TOO_MANY_VIRTUAL
 */
export function startVirtual(
  { db, log }: Services,
  user: User,
  { contestId, delayMin }: { contestId: number; delayMin: number },
): Promise<VirtualStarted> {
  return db.transaction().execute(async (tx) => {
    await lockRuns(tx, user.id);
    const past = await visitPastContest(tx, user, contestId);
    if (!past.isAllowed) {
      throw new ForbiddenError('VIRTUAL_NOT_OPEN', 'This contest takes no virtual participants (yet)');
    }
    await refuseSecond(tx, user, contestId, past.nowMs);
    const startTimeMs = past.nowMs + delayMin * MINUTE_MS;
    const virtualId = await copyContest(tx, contestId, { ...past, startTimeMs });
    await addParticipant(tx, virtualId, user.id);
    await giveTo(tx, virtualId, { virtualOfId: contestId, virtualOwnerId: user.id });
    log.info({ contestId, virtualId, userId: user.id }, 'somebody takes part virtually');
    return { contestId: virtualId, startTimeMs };
  });
}

async function refuseSecond(tx: Tx, user: User, contestId: number, nowMs: number): Promise<void> {
  const runs = await findRuns(tx, contestId, user.id);
  if (runs.some((run) => isUnfinished(run, nowMs))) {
    throw new ConflictError(
      'VIRTUAL_UNDER_WAY',
      'Your virtual participation in this contest has not ended yet',
    );
  }
  if ((await countRunsSince(tx, user.id, nowMs - DAY_MS)) >= MAX_RUNS_A_DAY) {
    throw new ThrottledError('TOO_MANY_VIRTUAL', `Begin no more than ${MAX_RUNS_A_DAY} of them a day`);
  }
}

/** A contest with the problems and rules of a past one; returns its id. */
async function copyContest(
  tx: Tx,
  contestId: number,
  times: { startTimeMs: number; durationTimeMs: number; relativeFreezeTimeMs: number } & {
    contest: { name: string };
  },
): Promise<number> {
  const stored = await findSettings(tx, contestId);
  if (!stored) throw contestNotFound(contestId);
  const { startTimeMs, durationTimeMs, relativeFreezeTimeMs } = times;
  const { authorId } = await tx
    .selectFrom('contest')
    .select('authorId')
    .where('id', '=', contestId)
    .executeTakeFirstOrThrow();
  const settings = {
    ...stored.settings,
    ...{ startTimeMs, durationTimeMs, relativeFreezeTimeMs, practiceDurationTimeMs: PRACTICE_MS },
    // What past participants did in extra time happens again then, and the freeze lasts as long.
    extraTimeMs: await findLongestExtraTime(tx, contestId),
    ...{ removedIntervals: [], thawsByHand: false, thawedAtMs: null },
    ...{
      isRated: false,
      isListed: false,
      allowsVirtual: false,
      hasOfficialResults: false,
      hasPublicTable: false,
      keepsDrafts: false,
      confines: false,
      bindsDevices: false,
      windowTimeMs: null,
    },
    allowedNetworks: [],
  };
  const virtualId = await insertContest(tx, settings, authorId);
  await copyDisabledProblems(tx, { fromId: contestId, toId: virtualId });
  return virtualId;
}
