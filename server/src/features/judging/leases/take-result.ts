import type { JudgeResult } from '@balloon/contracts/judging/judge.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { sql } from 'kysely';
import { tryAgainLater } from '#features/judging/leases/kinds-of-work.ts';
import type { LeasedHere, LeasedVerdict } from '#features/judging/leases/leased-here.ts';
import { finishJudging } from '#features/judging/verdicts/finish-judging.ts';
import { keepOutput } from '#features/judging/verdicts/keep-output.ts';
import type { VerdictCommits } from '#features/judging/verdicts/store-verdicts.ts';
import { extendLease, findHeldSolution, type HeldSolution } from '#features/queue/lease.queries.ts';
import type { Services } from '#services.ts';

/** A result, as far as it says which one it is. */
type DeliveredResult = HeldSolution & { verdict: keyof typeof VERDICTS; testNumber: number };

/** What the results that come to one web process share. */
export interface ResultBounds {
  verdicts: VerdictCommits;
  leased: LeasedHere;
}

/**
 * Stores a judge's verdict, in one statement with the contest's log. A judge that got no answer may deliver
 * again. A judging error is not the participant's fault: the solution is tried again, on another judge if
 * there is one, before the error becomes final.
 *
 * @returns whether this result counts; false when another lease, a rejudge or a deletion has overtaken it
 */
export async function takeResult(
  services: Services,
  { verdicts, leased }: ResultBounds,
  result: JudgeResult,
): Promise<boolean> {
  const { db, log } = services;
  const isStored = await storeResult(services, { verdicts, leased }, result);
  const { solutionId, fence, judgeId, verdict, detail } = result;
  if (isStored)
    await keepOutput(db, result, result).catch((error: unknown) =>
      log.warn({ err: error, solutionId }, 'the output of a judging is not kept; its verdict is'),
    );
  if (!isStored) log.info({ solutionId, fence, judgeId }, 'a result of an older lease was refused');
  if (verdict === 'judgingError') log.error({ solutionId, judgeId, detail }, 'a judge failed at a solution');
  return isStored;
}

async function storeResult(
  services: Services,
  { verdicts, leased }: ResultBounds,
  result: JudgeResult,
): Promise<boolean> {
  const { db } = services;
  const held = result.verdict === 'judgingError' ? undefined : await findLeasedVerdict(db, leased, result);
  const isStored = held
    ? await keptUntil(
        services,
        result,
        (held.isBulk ? verdicts.bulk : verdicts.live).add(held.contestId, result),
      )
    : await db.transaction().execute((tx) => storeInSteps(tx, result));
  return isStored || (await isStoredAlready(db, result));
}

/** Number of times per lease at which that of a result is extended. */
const EXTENDED_PER_LEASE = 3;

/** Keeps the lease of a result while others are stored before it: the judge, which has done its work, renews it no more. */
async function keptUntil(
  { db, log, options: { leaseMs } }: Services,
  result: JudgeResult,
  storing: Promise<boolean>,
): Promise<boolean> {
  const { solutionId, testNumber } = result;
  const extend = () =>
    extendLease(db, result, { state: 'testing', testNumber }, leaseMs).catch((error: unknown) =>
      log.warn({ err: error, solutionId }, 'the lease of a result that waits to be stored was not extended'),
    );
  const timer = setInterval(() => void extend(), leaseMs / EXTENDED_PER_LEASE);
  try {
    return await storing;
  } finally {
    clearInterval(timer);
  }
}

/** Finds the lease of a verdict, also of one that another web process gave. */
async function findLeasedVerdict(
  db: Db,
  leased: LeasedHere,
  lease: HeldSolution,
): Promise<LeasedVerdict | undefined> {
  const known = leased.find(lease);
  if (known) return known;
  const held = await findHeldSolution(db, lease);
  return held?.purpose === 'verdict'
    ? { contestId: held.contestId, isBulk: Boolean(held.isBulk) }
    : undefined;
}

/** Stores what is not just a verdict: the detail of all tests, or an error that may be followed by another attempt. */
async function storeInSteps(tx: Tx, result: JudgeResult): Promise<boolean> {
  if (result.verdict === 'judgingError' && (await tryAgainLater(tx, result))) return true;
  return finishJudging(tx, result, result);
}

/**
 * Whether this very result is stored: the judge did not receive our answer. A lease has one result, so that another one
 * under its fence is none that was stored, and nothing of it may be kept beside what was.
 */
export async function isStoredAlready(
  db: Db,
  { solutionId, fence, verdict, testNumber }: DeliveredResult,
): Promise<boolean> {
  const cameWithIt = sql<boolean>`(judged_by ->> 'fence')::bigint = ${fence}`;
  const asVerdict = db
    .selectFrom('solution')
    .select('id')
    .where('id', '=', solutionId)
    .where('verdictId', '=', VERDICTS[verdict].id)
    .where('testNumber', '=', testNumber)
    .where(cameWithIt);
  const detail = db
    .selectFrom('solutionDetail')
    .select('solutionId as id')
    .where('solutionId', '=', solutionId)
    .where(cameWithIt);
  const output = db
    .selectFrom('solutionOutput')
    .select('solutionId as id')
    .where('solutionId', '=', solutionId)
    .where('fence', '=', fence);
  return (await asVerdict.unionAll(detail).unionAll(output).executeTakeFirst()) !== undefined;
}
