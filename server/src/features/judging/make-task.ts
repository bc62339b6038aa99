import type { JudgeTask } from '@balloon/contracts/judge.ts';
import { JudgingRules } from '@balloon/contracts/testset.ts';
import type { Db } from '@balloon/database/connect.ts';
import { findTests, findWork, type SolutionLease } from '#features/judging/claim.queries.ts';
import { finishJudging, judgingError } from '#features/judging/finish-judging.ts';
import type { Services } from '#services.ts';

/** All that a judge needs for a lease, or null when the problem cannot be judged. */
export async function makeTask(db: Db, lease: SolutionLease): Promise<JudgeTask | null> {
  const work = await findWork(db, lease.solutionId);
  if (!work) return null;
  const { source, testsetId, testsetSha256, rules, ...limitsAndChecker } = work;
  const tests = await findTests(db, testsetId, 'all');
  const parsed = JudgingRules.safeParse({ ...rules, ...limitsAndChecker });
  if (tests.length === 0 || !parsed.success) return null;
  const { languageKey: language, ...held } = lease;
  const excerptBytes = held.purpose === 'detail' ? excerptFor(tests.length) : 0;
  return { ...held, excerptBytes, language, source, testsetSha256, rules: parsed.data, tests };
}

/** Enough to see what is wrong with a test; whoever needs all of it has the package. */
const EXCERPT_BYTES = 4096;
/** A report on very many tests must still fit into one request and one answer. */
const ALL_EXCERPTS_BYTES = 3 * 1024 * 1024;

/** Each test has three: input, output and answer. */
const excerptFor = (testsNumber: number) =>
  Math.min(EXCERPT_BYTES, Math.floor(ALL_EXCERPTS_BYTES / (3 * testsNumber)));

/** Ends a lease of a problem that lost its tests after the solution was accepted. */
export async function giveUpJudging({ db, log }: Services, lease: SolutionLease): Promise<void> {
  const detail = 'The problem has no tests, or rules that this version does not know';
  await db.transaction().execute((tx) => finishJudging(tx, lease, judgingError(detail)));
  log.error({ solutionId: lease.solutionId, detail }, 'a solution cannot be judged');
}
