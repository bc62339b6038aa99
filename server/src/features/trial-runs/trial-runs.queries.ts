import type { TrialRun } from '@balloon/contracts/solutions/trial-runs.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import { type Db, executePrepared, type Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import type { HeldTrial } from '#features/queue/lease.queries.ts';
import type { SentProgram } from '#features/solutions/sending/sent-program.ts';

export interface TrialRunToStore extends SentProgram {
  accountId: number;
  contestId: number;
  problemId: number;
  languageId: number;
  input: string | null;
  idempotencyKey: string | null;
  createdAtMs: number;
}

/** Returns the new id, or `undefined` when another run of the person is unfinished or used the key. */
export async function insertTrialRun(tx: Tx, run: TrialRunToStore): Promise<number | undefined> {
  const row = await tx
    .insertInto('trialRun')
    .values({ ...run, files: run.files && JSON.stringify(run.files) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Finds the run that a person already started under an idempotency key. */
export function findByIdempotencyKey(db: Db, accountId: number, idempotencyKey: string) {
  return db
    .selectFrom('trialRun')
    .where('accountId', '=', accountId)
    .where('idempotencyKey', '=', idempotencyKey)
    .select(['id', 'contestId', 'problemId', 'languageId', 'source', 'entryPoint', 'files', 'input'])
    .executeTakeFirst();
}

/** Times at which a person started runs, the newest first. */
export async function findRecentStarts(db: Db, accountId: number, sinceMs: number, limit: number) {
  const rows = await db
    .selectFrom('trialRun')
    .where('accountId', '=', accountId)
    .where('createdAtMs', '>', sinceMs)
    .select('createdAtMs')
    .orderBy('createdAtMs', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ createdAtMs }) => createdAtMs);
}

/** Selects runs with their states; callers add a condition. */
function trialRuns(db: Db) {
  return db
    .selectFrom('trialRun')
    .innerJoin('contest', 'contest.id', 'trialRun.contestId')
    .leftJoin('judging', 'judging.trialRunId', 'trialRun.id')
    .leftJoin('contestProblem', (join) =>
      join
        .onRef('contestProblem.contestId', '=', 'trialRun.contestId')
        .onRef('contestProblem.problemId', '=', 'trialRun.problemId'),
    )
    .select([
      'trialRun.id',
      'trialRun.contestId',
      'trialRun.languageId',
      'trialRun.createdAtMs',
      'trialRun.finishedAtMs',
      'trialRun.state',
      'trialRun.result',
      'contest.joinsVerdicts',
      'contestProblem.position',
      'judging.state as step',
      'judging.testNumber',
      'judging.testsNumber',
    ])
    .select((eb) => eb('trialRun.input', 'is', null).as('isOnSamples'));
}
export type StoredTrialRun = NonNullable<Awaited<ReturnType<typeof findTrialRun>>>;

export interface LatestOf {
  accountId: number;
  contestId: number;
  problemId: number;
}

/** Finds a run of this very person. */
export function findTrialRun(db: Db, accountId: number, runId: number) {
  return trialRuns(db)
    .where('trialRun.id', '=', runId)
    .where('trialRun.accountId', '=', accountId)
    .executeTakeFirst();
}

/** The newest run of a person on the samples of a problem, or on own input for it. */
export function findLatest(
  db: Db,
  { accountId, contestId, problemId, on }: LatestOf & { on: TrialRun['on'] },
) {
  return trialRuns(db)
    .where('trialRun.accountId', '=', accountId)
    .where('trialRun.contestId', '=', contestId)
    .where('trialRun.problemId', '=', problemId)
    .where('trialRun.input', on === 'samples' ? 'is' : 'is not', null)
    .orderBy('trialRun.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The one run of a person that has not ended. */
export function findUnfinished(db: Db, accountId: number) {
  return trialRuns(db)
    .where('trialRun.accountId', '=', accountId)
    .where('trialRun.state', '=', 'waiting')
    .executeTakeFirst();
}

/** Data that a judge needs for a leased run, besides the samples. */
export async function findTrialWork(db: Db, trialRunId: number) {
  const query = db
    .selectFrom('judging')
    .innerJoin('trialRun', 'trialRun.id', 'judging.trialRunId')
    .innerJoin('testset', (join) =>
      join
        .onRef('testset.problemId', '=', 'trialRun.problemId')
        .onRef('testset.sha256', '=', 'judging.testsetSha256'),
    )
    .leftJoin('compilerOptions', 'compilerOptions.languageKey', 'judging.languageKey')
    .where('trialRun.id', '=', trialRunId)
    .select([
      'compilerOptions.options',
      'trialRun.source',
      'trialRun.entryPoint',
      'trialRun.files',
      'trialRun.input',
      'testset.id as testsetId',
      'testset.sha256 as testsetSha256',
      'testset.timeLimitMs',
      'testset.memoryLimitKb',
      'testset.outputLimitKb',
      'testset.checker',
      'testset.rules',
    ])
    .limit(1)
    .compile();
  const [work] = await executePrepared(db, 'trial run', query);
  return work;
}

/** The rules of a testset, and how many of its tests are samples. */
export function findRules(db: Db, testsetId: number) {
  return db
    .selectFrom('testset')
    .where('id', '=', testsetId)
    .select(['timeLimitMs', 'memoryLimitKb', 'outputLimitKb', 'checker', 'rules'])
    .select(
      sql<number>`(select count(*) from test where test.testset_id = testset.id and is_sample)`.as(
        'samplesNumber',
      ),
    )
    .executeTakeFirst();
}

export async function isOnSamples(db: Db, trialRunId: number): Promise<boolean> {
  const run = await db
    .selectFrom('trialRun')
    .where('id', '=', trialRunId)
    .select((eb) => eb('input', 'is', null).as('isOnSamples'))
    .executeTakeFirst();
  return run?.isOnSamples === true;
}

/** Whether this very lease brought the result: the judge did not receive our answer. */
export async function endedBy(db: Db, { trialRunId, fence }: HeldTrial): Promise<boolean> {
  const run = await db
    .selectFrom('trialRun')
    .where('id', '=', trialRunId)
    .where('fence', '=', fence)
    .where('state', '=', 'done')
    .select('id')
    .executeTakeFirst();
  return run !== undefined;
}

/** Deletes a person's runs from before `beforeMs`, except the newest few that have ended. */
export async function forgetOlder(tx: Tx, accountId: number, beforeMs: number, kept: number): Promise<void> {
  await tx
    .deleteFrom('trialRun')
    .where('accountId', '=', accountId)
    .where('state', '<>', 'waiting')
    .where('createdAtMs', '<', beforeMs)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('trialRun as newer')
        .where('newer.accountId', '=', accountId)
        .where('newer.state', '<>', 'waiting')
        .orderBy('newer.id', 'desc')
        .limit(kept)
        .select('newer.id'),
    )
    .execute();
}

/** Marks a run as cancelled. */
export async function markCancelled(tx: Tx, trialRunId: number): Promise<void> {
  await tx
    .updateTable('trialRun')
    .set({ state: 'cancelled', finishedAtMs: NOW_MS })
    .where('id', '=', trialRunId)
    .where('state', '=', 'waiting')
    .execute();
}
