import type { ClaimedWork, ClaimReply, ClaimRequest } from '@balloon/contracts/judging/leases.ts';
import { packageMaxBytes } from '@balloon/contracts/judging/package-import.ts';
import { NotFoundError } from '#errors.ts';
import { announceProgress } from '#features/judging/leases/announce-progress.ts';
import type { BulkPace } from '#features/judging/leases/bulk-pace.ts';
import { failWork, makeWork } from '#features/judging/leases/kinds-of-work.ts';
import type { LeasedHere } from '#features/judging/leases/leased-here.ts';
import type { NothingBefore } from '#features/judging/leases/nothing-before.ts';
import { releaseWork } from '#features/judging/leases/release-work.ts';
import type { KeptTestsets } from '#features/judging/tasks/kept-testsets.ts';
import { type Claimer, claimNext, type Lease, waitingKeys } from '#features/queue/claim.queries.ts';
import { PACKAGES } from '#features/queue/enqueue-judging.ts';
import type { JudgePermissions } from '#features/queue/judge-permissions.ts';
import { type Caller, type Permission, seeJudge } from '#features/queue/judges.queries.ts';
import { subjectOf } from '#features/queue/lease.queries.ts';
import type { WaitingJudges } from '#features/queue/waiting-judges.ts';
import type { RateLimit } from '#http/callers/rate-limit.ts';
import type { Services } from '#services.ts';

/** Longest wait of a claim in ms; each claim also shows that the judge is alive. */
const MAX_WAIT_MS = 30_000;
/** Interval of polling in ms: a wake-up may be missed, and work that becomes due by time alone has none. */
const LOOK_AGAIN_MS = 5_000;

/** What a claim waits for that comes without a result. */
const NOTHING_TO_DELIVER = Promise.resolve();

/** What the claims of one web process share. */
export interface ClaimBounds {
  waiting: WaitingJudges;
  /** Records that a judge is alive, by judge. */
  seen: RateLimit;
  permissions: JudgePermissions;
  testsets: KeptTestsets;
  leased: LeasedHere;
  pace: BulkPace;
  nothing: NothingBefore;
}

/** Claim with the hash of the token that the judge shows. */
export type Claim = ClaimRequest & Caller;

/**
 * Leases the next work to a judge. Waits if there is none yet, without holding a database connection.
 *
 * @param signal aborts when the judge has disconnected: no work is leased to it, or the lease is returned
 * @param delivered what has to come true before the work is handed over; the lease is returned where it rejects
 * @returns no work when the time is over, and at once where the judge has to say hello first
 * @throws {NotFoundError} JUDGE_UNKNOWN when the judge has not registered under this token
 */
export async function claimWork(
  services: Services,
  bounds: ClaimBounds,
  { judgeId, tokenHash, waitMs, takes }: Claim,
  signal: AbortSignal,
  delivered: Promise<unknown> = NOTHING_TO_DELIVER,
): Promise<ClaimReply> {
  const { waiting, seen, permissions } = bounds;
  const caller = { judgeId, tokenHash };
  const permission = seen.allows(judgeId)
    ? await seeJudge(services.db, caller)
    : await permissions.find(caller);
  if (!permission)
    throw new NotFoundError('JUDGE_UNKNOWN', 'This judge is not registered: it must call hello first');
  const { languageKeys, isPaused, hasNews } = permission;
  if (hasNews) return { work: null, hasNews };
  const { leaseMs } = services.options;
  const claimer = { judgeId, languageKeys, takes: isPaused ? [] : takes, leaseMs };
  const untilMs = performance.now() + Math.min(waitMs, MAX_WAIT_MS);
  const ticket = waiting.enter(waitingKeys(claimer));
  signal.addEventListener('abort', () => ticket.giveUp(), { once: true });
  try {
    while (!signal.aborted && !ticket.isGivenUp) {
      ticket.asks();
      const taken = await takeWork(services, bounds, claimer);
      if (taken) return { work: await handOver(services, bounds, taken, signal, delivered) };
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) break;
      await ticket.woken(Math.min(leftMs, LOOK_AGAIN_MS));
      if (!isSame(permission, await permissions.find(caller))) {
        // What the judge may be given changed meanwhile: the judge claims again, and other judges take the work.
        waiting.wakeAll();
        break;
      }
    }
    return { work: null };
  } finally {
    ticket.leave();
  }
}

/**
 * Leases the next work to a judge with its result, without waiting. Never fails, since the result counts all the same:
 * the judge claims next, and meets the same error.
 *
 * @param delivered settles when the result is stored; where that fails, the judge gets no work, and none stays leased to it
 */
export async function claimAtOnce(
  services: Services,
  bounds: ClaimBounds,
  claim: Omit<Claim, 'waitMs'>,
  signal: AbortSignal,
  delivered: Promise<unknown>,
): Promise<ClaimedWork | null> {
  try {
    return (await claimWork(services, bounds, { ...claim, waitMs: 0 }, signal, delivered)).work;
  } catch (error) {
    services.log.warn({ err: error, judgeId: claim.judgeId }, 'no next work could be leased with a result');
    return null;
  }
}

function isSame(before: Permission, now: Permission | undefined): boolean {
  return (
    now !== undefined &&
    before.isPaused === now.isPaused &&
    before.hasNews === now.hasNews &&
    before.languageKeys.length === now.languageKeys.length &&
    before.languageKeys.every((key) => now.languageKeys.includes(key))
  );
}

interface Taken {
  lease: Lease;
  /** Whether the next claim may be given the like at once. */
  isFollowed: boolean;
  work: ClaimedWork;
}

async function handOver(
  services: Services,
  { waiting }: ClaimBounds,
  { lease, isFollowed, work }: Taken,
  signal: AbortSignal,
  delivered: Promise<unknown>,
): Promise<ClaimedWork | null> {
  const isDelivered = await delivered.then(
    () => true,
    () => false,
  );
  if (signal.aborted || !isDelivered) {
    await releaseWork(services, lease);
    return null;
  }
  // An announcement may stand for several rows of the queue, so the next judge is woken, too.
  if (isFollowed) waiting.wake(lease.languageKey);
  return work;
}

/** Keys under which a claim waits for work of which there may be many, as there are no packages. */
const keysOfMany = (claimer: Omit<Claimer, 'takesBulk'>) =>
  waitingKeys(claimer).filter((key) => key !== PACKAGES);

async function takeWork(
  services: Services,
  { testsets, leased, waiting, pace, nothing }: ClaimBounds,
  claimer: Omit<Claimer, 'takesBulk'>,
): Promise<Taken | null> {
  const { db } = services;
  for (;;) {
    const takesBulk = pace.admits(waiting.hasIdle(claimer.languageKeys), keysOfMany(claimer));
    if (!takesBulk && nothing.holdsFor(claimer)) return null;
    const answered = nothing.asking(claimer);
    const lease = await claimNext(db, { ...claimer, takesBulk });
    answered(lease);
    const isFollowed = !takesBulk || pace.given(lease);
    if (!lease) return null;
    if (!('solutionId' in lease)) await announceProgress(db, lease);
    leased.note(lease, claimer.judgeId);
    const work = await makeWork(db, testsets, lease);
    if (work)
      return {
        lease,
        isFollowed,
        work: withSettings(isFollowed ? work : storedLater(work), services.options),
      };
    await giveUp(services, lease);
  }
}

/** Tells the judge that its place may go on while a verdict gathers with others (`verdicts/store-verdicts.ts`). */
function storedLater(work: ClaimedWork): ClaimedWork {
  if (work.kind !== 'solution' || work.task.purpose !== 'verdict') return work;
  return { ...work, task: { ...work.task, isStoredLater: true } };
}

/** Adds what the settings of the site ask of the judge. */
function withSettings(work: ClaimedWork, { keptOutputKb, packageMaxGb }: Services['options']): ClaimedWork {
  if (work.kind !== 'import') return withOutputs(work, keptOutputKb * 1024);
  return { ...work, task: { ...work.task, maxBytes: packageMaxBytes(packageMaxGb) } };
}

/** Asks the judge to send what the solution writes on the test that it fails. */
function withOutputs(work: ClaimedWork, keptOutputBytes: number): ClaimedWork {
  if (keptOutputBytes === 0) return work;
  if (work.kind === 'rejudge') return { ...work, task: { ...work.task, keptOutputBytes } };
  if (work.kind !== 'solution' || work.task.purpose !== 'verdict') return work;
  return { ...work, task: { ...work.task, keptOutputBytes } };
}

/** Ends work that lost what it needs after it was accepted: the problem's tests, or the archive. */
async function giveUp({ db, log }: Services, lease: Lease): Promise<void> {
  const reason = 'The problem has no tests or unknown rules, or the archive of the package is missing';
  await db.transaction().execute((tx) => failWork(tx, lease, reason));
  log.error({ ...subjectOf(lease), reason }, 'this work cannot be done');
}
