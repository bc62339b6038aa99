import { createHash } from 'node:crypto';
import { CheckResult, type ProblemCheck } from '@balloon/contracts/judging/problem-checks.ts';
import type { CheckerSpec } from '@balloon/contracts/judging/testset.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { storableJson, storableOrNull } from '#content/storable.ts';
import type { HeldCheck } from '#features/queue/lease.queries.ts';

/** Hash by which a checker program is known to have been compiled; its arguments do not matter. */
export function programHash({ program, protocol }: Extract<CheckerSpec, { kind: 'program' }>): string {
  const files = program.files.map(({ path, sha256 }) => [path, sha256]).sort();
  const parts = [protocol, program.language, program.sources, files];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const selectChecks = (db: Db) =>
  db
    .selectFrom('problemCheck as check')
    .leftJoin('judging', 'judging.checkId', 'check.id')
    .select([
      'check.id',
      'check.kind',
      'check.state',
      'check.versionNumber',
      'check.message',
      'check.result',
      'check.createdAtMs',
      'check.finishedAtMs',
      'judging.state as step',
      'judging.progress',
    ]);
type CheckRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

const findRow = (db: Db, problemId: number, checkId: number) =>
  selectChecks(db)
    .where('check.problemId', '=', problemId)
    .where('check.id', '=', checkId)
    .executeTakeFirst();

/** Check as clients read it, without what concerns the judges. */
export type StoredCheck = Omit<ProblemCheck, 'hasJudge'>;

export async function findCheck(db: Db, problemId: number, checkId: number): Promise<StoredCheck | null> {
  const row = await findRow(db, problemId, checkId);
  return row ? stored(row) : null;
}

/** The newest check of the problem's solutions. */
export async function findLastVerification(db: Db, problemId: number): Promise<StoredCheck | null> {
  const row = await selectChecks(db)
    .where('check.problemId', '=', problemId)
    .where('check.kind', '=', 'solutions')
    .orderBy('check.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? stored(row) : null;
}

function stored({ state, step, result, progress, ...row }: CheckRow): StoredCheck {
  const waiting = step === null || step === 'queued' ? 'queued' : 'running';
  return {
    ...row,
    state: state === 'waiting' ? waiting : state,
    progress: progress as ProblemCheck['progress'], // stored by its contract
    result: result === null ? null : (CheckResult.safeParse(result).data ?? null),
  };
}

/** Result of the newest check that has compiled this very program for a problem. */
export async function findCompilation(
  db: Db,
  problemId: number,
  checkerSha256: string,
): Promise<CheckResult | null> {
  const row = await db
    .selectFrom('problemCheck')
    .select('result')
    .where('problemId', '=', problemId)
    .where('kind', '=', 'checker')
    .where('checkerSha256', '=', checkerSha256)
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (CheckResult.safeParse(row.result).data ?? null) : null;
}

export interface CheckEnd {
  state: 'done' | 'failed' | 'cancelled';
  message: string | null;
  result: CheckResult | null;
}

/** Stores how a check ended, and under which lease. */
export async function storeCheckEnd(
  tx: Tx,
  checkId: number,
  { state, message, result }: CheckEnd,
  fence: number | null = null,
): Promise<void> {
  await tx
    .updateTable('problemCheck')
    .set({
      ...{ state, fence, finishedAtMs: NOW_MS, message: storableOrNull(message) },
      result: result && storableJson(result),
    })
    .where('id', '=', checkId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Whether this very lease ended the check: the judge did not receive our answer. */
export async function isCheckEndedBy(db: Db, { checkId, fence }: HeldCheck): Promise<boolean> {
  const row = await db
    .selectFrom('problemCheck')
    .select('id')
    .where('id', '=', checkId)
    .where('fence', '=', fence)
    .executeTakeFirst();
  return row !== undefined;
}
