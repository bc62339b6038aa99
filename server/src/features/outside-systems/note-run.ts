import type { RelayAccepted, RelayIntent, RelayLook } from '@balloon/contracts/outside/relay.ts';
import { databaseNowMs, NOW_MS } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { violatedKey } from '@balloon/database/unique-violation.ts';
import {
  LOOKS_BEFORE_RESEND,
  RESEND_NOT_BEFORE_MS,
  SEND_ANEW_AFTER_MS,
  SENDS_WITHOUT_RUN,
} from '@balloon/domain/outside/outside-systems.ts';
import { sql } from 'kysely';
import { storableText } from '#content/storable.ts';
import { announceProgress } from '#features/judging/leases/announce-progress.ts';
import {
  extendOutsideLease,
  findRun,
  freeAccount,
  returnLease,
} from '#features/outside-systems/relay.queries.ts';
import { type Concerned, noteServerAnswers, takeTrouble } from '#features/outside-systems/troubles.ts';
import { OUTSIDE } from '#features/queue/enqueue-judging.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/**
 * Stores that the request is sent next, before its first byte leaves: whoever reads this run later must look for it in
 * the system before anything is sent again.
 *
 * @returns false when the lease is lost or something was sent before
 */
export async function noteIntent({ db, options }: Services, intent: RelayIntent): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await extendOutsideLease(tx, intent, options.leaseMs))) return false;
    const account = await takenAccount(tx, intent.fence);
    if (!account) return false;
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('outsideRun')
      .values({
        ...{ solutionId: intent.solutionId, serverId: account.serverId, accountId: account.id },
        ...{ state: 'sending', watermark: intent.watermark, sentAtMs: await databaseNowMs(tx) },
      })
      .onConflict((conflict) => conflict.column('solutionId').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await startPace(tx, account.id);
    return true;
  });
}

function takenAccount(tx: Tx, fence: number) {
  return tx
    .selectFrom('outsideAccount')
    .select(['id', 'serverId'])
    .where('busyFence', '=', fence)
    .forUpdate()
    .executeTakeFirst();
}

/** Counts a send and lets the account rest until its next one may come. */
async function startPace(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('outsideAccount as account')
    .from('outsideServer as server')
    .whereRef('server.id', '=', 'account.serverId')
    .where('account.id', '=', accountId)
    .set((eb) => ({
      lastSentAtMs: NOW_MS,
      sentNumber: eb('sentNumber', '+', 1),
      freeAtMs: sql<number>`${NOW_MS} + server.send_every_ms`,
    }))
    .execute();
}

/**
 * Stores that the system has the solution. The same call twice does the same.
 *
 * @returns false when the lease is lost, or when the run belongs to another solution already
 */
export async function noteAccepted(services: Services, accepted: RelayAccepted): Promise<boolean> {
  try {
    return await storeAccepted(services, accepted);
  } catch (error) {
    if (violatedKey(error) !== undefined) return false; // another solution took the run at the same moment
    throw error;
  }
}

async function storeAccepted({ db, options }: Services, accepted: RelayAccepted): Promise<boolean> {
  const { solutionId, fence, runId, isDuplicate } = accepted;
  return db.transaction().execute(async (tx) => {
    if (!(await extendOutsideLease(tx, accepted, options.leaseMs))) return false;
    const run = await findRun(tx, solutionId);
    if (!run) return false;
    if (run.state === 'accepted' && run.foreignRunId !== null) return run.foreignRunId === runId;
    if (runId !== null && !isDuplicate && (await isTakenRun(tx, run.serverId, runId))) return false;
    await tx
      .updateTable('outsideRun')
      .set({ state: 'accepted', foreignRunId: runId, isShared: isDuplicate, candidates: [] })
      .where('solutionId', '=', solutionId)
      .execute();
    await freeAccount(tx, fence);
    await noteServerAnswers(tx, run.serverId);
    await announceProgress(tx, accepted);
    return true;
  });
}

/** Whether a run is another solution's. Two that ask for the same one at once are kept apart by the unique index. */
async function isTakenRun(tx: Tx, serverId: number, foreignRunId: string): Promise<boolean> {
  const taken = await tx
    .selectFrom('outsideRun')
    .select('solutionId')
    .where('serverId', '=', serverId)
    .where('foreignRunId', '=', foreignRunId)
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Records a look for a run whose answer was lost. After enough of them, over enough time, nothing was sent.
 *
 * @returns what the relay does next
 */
export async function noteLook(
  { db, options }: Services,
  look: RelayLook,
): Promise<'again' | 'send' | 'stop'> {
  return db.transaction().execute(async (tx) => {
    if (!(await extendOutsideLease(tx, look, options.leaseMs))) return 'stop';
    const run = await findRun(tx, look.solutionId);
    if (!run || (run.state === 'accepted' && run.foreignRunId !== null)) return 'stop';
    if (look.found === 'several') {
      await leaveToSupervisor(tx, look);
      return 'stop';
    }
    const looks = run.looks + 1;
    const isOldEnough = (await databaseNowMs(tx)) - run.sentAtMs >= RESEND_NOT_BEFORE_MS;
    // A system that has confirmed the send without an id has it, however long its list lags.
    if (run.state === 'sending' && looks >= LOOKS_BEFORE_RESEND && isOldEnough) {
      await noteLostSend(tx, run, look);
      const attempts = await attemptsOf(tx, look.solutionId);
      if (attempts >= SENDS_WITHOUT_RUN) {
        await leaveToSupervisor(tx, look);
        return 'stop';
      }
      await forgetRun(tx, look, attempts);
      return 'send';
    }
    await tx.updateTable('outsideRun').set({ looks }).where('solutionId', '=', look.solutionId).execute();
    if (looks === 1) await announceProgress(tx, look);
    return 'again';
  });
}

/**
 * Lets the system rest, as one that is away: while it takes nothing, one solution at a time tries whether it is back, or
 * all that wait would use up their sends. A send that is taken ends that.
 */
async function noteLostSend(tx: Tx, run: Pick<Concerned, 'serverId' | 'accountId'>, look: RelayLook) {
  const answered = look.words ? `: ${look.words}` : '';
  await takeTrouble(
    tx,
    { ...run, solutionId: look.solutionId },
    { kind: 'down', message: `A send left no run${answered}`, retryAfterMs: null, evidence: null },
  );
}

/**
 * Counts the claims of a solution that came to nothing, with the present one: sends without a run, and relays that died,
 * which makes a supervisor decide sooner.
 */
async function attemptsOf(tx: Tx, solutionId: number): Promise<number> {
  const { attempt } = await tx
    .selectFrom('judging')
    .select('attempt')
    .where('solutionId', '=', solutionId)
    .executeTakeFirstOrThrow();
  return attempt;
}

/**
 * Lets a supervisor decide, after whose decision sends are counted anew. The run is not strange any more, whose words its
 * author reads: these are of the send, for supervisors.
 */
async function leaveToSupervisor(tx: Tx, look: RelayLook): Promise<void> {
  const { candidates, words } = look;
  const foreignVerdict = words ? storableText(words) : null;
  await tx
    .updateTable('outsideRun')
    .set({ state: 'unsettled', isStrange: false, candidates, foreignVerdict })
    .where('solutionId', '=', look.solutionId)
    .execute();
  await freeAccount(tx, look.fence);
  await returnLease(tx, look, { attempts: 'none' });
  await announceProgress(tx, look);
}

/**
 * Nothing was sent: the solution waits for its turn again, with whichever account is free then, behind those that may show
 * that the fault is its own.
 */
async function forgetRun(
  tx: Tx,
  lease: { solutionId: number; fence: number },
  attempts: number,
): Promise<void> {
  await tx.deleteFrom('outsideRun').where('solutionId', '=', lease.solutionId).execute();
  await freeAccount(tx, lease.fence);
  await returnLease(tx, lease, { attempts: 'with', afterMs: SEND_ANEW_AFTER_MS[attempts - 1] ?? 0 });
  await announceProgress(tx, lease);
  await announce(tx, 'judging.waiting', { languageKey: OUTSIDE });
}
