import type { TrialTask } from '@balloon/contracts/judging/judge.ts';
import { JudgingRules } from '@balloon/contracts/judging/testset.ts';
import {
  MAX_TRIAL_SAMPLES,
  TRIAL_OUTPUT_BYTES,
  TRIAL_STDERR_BYTES,
} from '@balloon/contracts/solutions/trial-runs.ts';
import type { Db } from '@balloon/database/connect.ts';
import { rulesForLanguage } from '@balloon/domain/languages/language-limits.ts';
import { findTests, type TrialLease } from '#features/queue/claim.queries.ts';
import { besideText } from '#features/solutions/program-text.ts';
import { findTrialWork } from '#features/trial-runs/trial-runs.queries.ts';

/** Collects everything that a judge needs for a trial run; null when the problem has no tests any more. */
export async function makeTrialTask(db: Db, lease: TrialLease): Promise<TrialTask | null> {
  const work = await findTrialWork(db, lease.trialRunId);
  if (!work) return null;
  const { options, source, entryPoint, files, input, testsetId, testsetSha256, rules, ...limitsAndChecker } =
    work;
  const samples = input === null ? await findTests(db, testsetId, 'samples') : [];
  const parsed = JudgingRules.safeParse({ ...rules, ...limitsAndChecker });
  if ((input === null && samples.length === 0) || !parsed.success) return null;
  // The page counts samples, and does not care which of the tests they are.
  const tests = samples.slice(0, MAX_TRIAL_SAMPLES).map((test, index) => ({ ...test, number: index + 1 }));
  const { languageKey: language, ...held } = lease;
  return {
    ...held,
    ...shownOf(tests.length),
    language,
    ...(options ? { options } : {}),
    source,
    ...besideText({ entryPoint, files }),
    input,
    testsetSha256,
    rules: rulesForLanguage(parsed.data, language),
    tests,
  };
}

/** Size of all outputs together: a result with many samples must still load quickly. */
const ALL_SHOWN_BYTES = 1024 * 1024;

/** Each sample has three files and what the program wrote to its standard error. */
const shownOf = (testsNumber: number) => ({
  excerptBytes: Math.min(TRIAL_OUTPUT_BYTES, Math.floor(ALL_SHOWN_BYTES / (4 * Math.max(1, testsNumber)))),
  stderrBytes: TRIAL_STDERR_BYTES,
});
