import type { CheckTask } from '@balloon/contracts/judging/problem-checks.ts';
import { JudgingRules } from '@balloon/contracts/judging/testset.ts';
import type { Db } from '@balloon/database/connect.ts';
import { type CheckLease, findTests } from '#features/queue/claim.queries.ts';

/** Collects everything that a judge needs for a check; null when tests or package are gone. */
export async function makeCheckTask(db: Db, lease: CheckLease): Promise<CheckTask | null> {
  const { checkId, fence, attempt } = lease;
  const check = await db
    .selectFrom('problemCheck')
    .select(['kind', 'checker', 'testsetId', 'importId'])
    .where('id', '=', checkId)
    .executeTakeFirst();
  if (!check) return null;
  const work =
    check.kind === 'checker'
      ? compilation(check.checker)
      : await verification(db, check.testsetId, check.importId);
  return work && { checkId, fence, attempt, ...work };
}

type CheckWork = Pick<CheckTask, 'rules' | 'tests' | 'archive'>;

/** A program is compiled whatever the limits. */
function compilation(checker: object | null): CheckWork | null {
  const parsed = JudgingRules.safeParse({ timeLimitMs: 1000, memoryLimitKb: 262_144, checker });
  return parsed.success ? { rules: parsed.data, tests: [], archive: null } : null;
}

async function verification(
  db: Db,
  testsetId: number | null,
  importId: number | null,
): Promise<CheckWork | null> {
  if (testsetId === null || importId === null) return null;
  const testset = await db
    .selectFrom('testset')
    .select(['timeLimitMs', 'memoryLimitKb', 'outputLimitKb', 'checker', 'rules'])
    .where('id', '=', testsetId)
    .executeTakeFirst();
  const kept = await db
    .selectFrom('packageImport')
    .select(['fileName', 'part', 'blobSha256', 'sizeBytes'])
    .where('id', '=', importId)
    .executeTakeFirst();
  if (!testset || !kept || kept.blobSha256 === null) return null;
  const { rules, ...limitsAndChecker } = testset;
  const parsed = JudgingRules.safeParse({ ...rules, ...limitsAndChecker });
  if (!parsed.success) return null;
  const { blobSha256: sha256, ...archive } = kept;
  const tests = await findTests(db, testsetId, 'all');
  return { rules: parsed.data, tests, archive: { ...archive, sha256 } };
}
