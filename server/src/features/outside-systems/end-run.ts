import type {
  RelayLease,
  RelayNotSent,
  RelayProgress,
  RelayResult,
  RelayTrouble,
} from '@balloon/contracts/outside/relay.ts';
import type { Tx } from '@balloon/database/connect.ts';
import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { storableText } from '#content/storable.ts';
import { announceProgress } from '#features/judging/leases/announce-progress.ts';
import { isStoredAlready } from '#features/judging/leases/take-result.ts';
import { finishJudging, lockLogOfSolution } from '#features/judging/verdicts/finish-judging.ts';
import type { FinalVerdict } from '#features/judging/verdicts/store-verdicts.ts';
import {
  extendOutsideLease,
  findRun,
  freeAccount,
  returnLease,
} from '#features/outside-systems/relay.queries.ts';
import { type Concerned, takeTrouble } from '#features/outside-systems/troubles.ts';
import { OUTSIDE } from '#features/queue/enqueue-judging.ts';
import type { RateLimit } from '#http/callers/rate-limit.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/** Verdicts of solutions that a system does not take; the system's words stand where compilers speak. */
const REFUSALS: Readonly<Record<string, VerdictKey>> = {
  acmp: 'acmpRestriction',
  cf: 'foreignWarningCf',
  sgu: 'foreignWarningCf',
  yandex: 'foreignWarningYandex',
  yandexOfficial: 'foreignWarningYandex',
};

const NOTHING_RAN = { testNumber: 0, timeMs: 0, memoryKb: 0, score: null, tests: [] } as const;

/**
 * Takes a solution back that the system has certainly not taken: it is refused for good, or waits for its turn again
 * without a counted attempt. Does nothing when the lease is lost.
 */
export async function takeNotSent({ db, log }: Services, { failure, ...lease }: RelayNotSent): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockLogOfSolution(tx, lease.solutionId);
    const concerned = await findConcerned(tx, lease);
    if (!concerned) return;
    await tx
      .deleteFrom('outsideRun')
      .where('solutionId', '=', lease.solutionId)
      .where('state', '=', 'sending')
      .execute();
    await freeAccount(tx, lease.fence);
    if (failure.kind === 'refused') {
      await finishJudging(tx, lease, refusal(concerned.systemType, failure.message));
      return;
    }
    await takeTrouble(tx, concerned, failure);
    await returnLease(tx, lease);
    await announceProgress(tx, lease);
    await announce(tx, 'judging.waiting', { languageKey: OUTSIDE });
  });
  const { solutionId } = lease;
  log.warn({ solutionId, kind: failure.kind, reason: failure.message }, 'an outside system took no solution');
}

const refusal = (systemType: string, words: string): FinalVerdict => ({
  ...NOTHING_RAN,
  verdict: REFUSALS[systemType] ?? 'ignored',
  compilationError: words,
  detail: null,
  judgedBy: null,
});

/** Finds what a lease concerns and locks its row of the queue; `undefined` when the lease is lost. */
async function findConcerned(
  tx: Tx,
  { solutionId, fence }: Pick<RelayLease, 'solutionId' | 'fence'>,
): Promise<(Concerned & { systemType: string }) | undefined> {
  const held = await tx
    .selectFrom('judging')
    .innerJoin('solution', 'solution.id', 'judging.solutionId')
    .innerJoin('outsideProblem', 'outsideProblem.problemId', 'solution.problemId')
    .where('judging.solutionId', '=', solutionId)
    .where('judging.fence', '=', fence)
    .select(['judging.systemType', 'outsideProblem.serverId'])
    .forUpdate('judging')
    .executeTakeFirst();
  if (!held) return undefined;
  const account = await tx
    .selectFrom('outsideAccount')
    .select('id')
    .where('busyFence', '=', fence)
    .executeTakeFirst();
  const accountId = account?.id ?? (await findRun(tx, solutionId))?.accountId ?? null;
  return { ...held, accountId, solutionId };
}

/** Records a failure of a look or a poll. The run goes on: the relay asks again later. */
export async function takeRunTrouble(
  { db, log }: Services,
  { failure, ...lease }: RelayTrouble,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const concerned = await findConcerned(tx, lease);
    if (concerned) await takeTrouble(tx, concerned, failure);
  });
  const { solutionId } = lease;
  log.warn({ solutionId, kind: failure.kind, reason: failure.message }, 'a run could not be looked at');
}

/** Records how far the system's judge is, which extends the lease. @returns false when the lease is lost */
export async function takeRunProgress(
  { db, options }: Services,
  told: RateLimit,
  { step, foreignVerdict, isStrange, ...lease }: RelayProgress,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await extendOutsideLease(tx, lease, options.leaseMs, step))) return false;
    if (foreignVerdict !== null) {
      await tx
        .updateTable('outsideRun')
        .set({ foreignVerdict: storableText(foreignVerdict), isStrange })
        .where('solutionId', '=', lease.solutionId)
        .execute();
    }
    if ((step || isStrange) && told.allows(lease.fence)) await announceProgress(tx, lease);
    return true;
  });
}

/** Stores the verdict of a system. @returns false when the lease is lost */
export async function takeOutsideResult({ db }: Services, result: RelayResult): Promise<boolean> {
  const { foreignVerdict, solutionId, fence } = result;
  return db.transaction().execute(async (tx) => {
    // The log comes first: the run is locked after it, as everywhere.
    await lockLogOfSolution(tx, solutionId);
    const run = await findRun(tx, solutionId);
    const isStored = await finishJudging(tx, result, {
      ...{ ...NOTHING_RAN, verdict: result.verdict, testNumber: result.testNumber, score: result.score },
      ...{ timeMs: result.timeMs ?? 0, memoryKb: result.memoryKb ?? 0 },
      compilationError: result.compilationError,
      detail: `${foreignVerdict} (${run?.foreignRunId ?? ''})`,
      judgedBy: { compiler: '', mode: 'outside' },
    });
    if (!isStored) return isStoredAlready(tx, result);
    await freeAccount(tx, fence);
    await tx
      .updateTable('outsideRun')
      .set({ foreignVerdict: storableText(foreignVerdict), isStrange: false })
      .where('solutionId', '=', solutionId)
      .execute();
    return true;
  });
}

/** Takes work back from a relay that closes. */
export async function takeReleased({ db }: Services, lease: RelayLease): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await returnLease(tx, lease))) return;
    await freeAccount(tx, lease.fence);
    await announceProgress(tx, lease);
    await announce(tx, 'judging.waiting', { languageKey: OUTSIDE });
  });
}
