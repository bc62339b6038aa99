import { CheckerSpec, type JudgeTask } from '@balloon/contracts/judge.ts';
import type { Db } from '@balloon/database/connect.ts';
import { findTests, findWork, type Lease } from '#features/judging/claim.queries.ts';
import { finishJudging, judgingError } from '#features/judging/finish-judging.ts';
import type { Services } from '#services.ts';

/** All that a judge needs for a lease, or null when the problem cannot be judged. */
export async function makeTask(db: Db, lease: Lease): Promise<JudgeTask | null> {
  const work = await findWork(db, lease.solutionId);
  if (!work) return null;
  const { testsetId, checker, ...rest } = work;
  const tests = await findTests(db, testsetId);
  const spec = CheckerSpec.safeParse(checker);
  if (tests.length === 0 || !spec.success) return null;
  const { languageKey: language, ...held } = lease;
  return { ...held, ...rest, language, checker: spec.data, tests };
}

/** Ends a lease of a problem that lost its tests after the solution was accepted. */
export async function giveUpJudging({ db, log }: Services, lease: Lease): Promise<void> {
  const detail = 'The problem has no tests, or an unknown checker';
  await db.transaction().execute((tx) => finishJudging(tx, lease, judgingError(detail)));
  log.error({ solutionId: lease.solutionId, detail }, 'a solution cannot be judged');
}
