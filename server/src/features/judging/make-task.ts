import {
  EXCERPT_MAX_BYTES,
  type JudgeTask,
  OUTPUT_MAX_BYTES,
  type RejudgeTask,
} from '@balloon/contracts/judge.ts';
import { JudgingRules } from '@balloon/contracts/testset.ts';
import type { Db } from '@balloon/database/connect.ts';
import { rulesForLanguage } from '@balloon/domain/language-limits.ts';
import { findTests, findWork, type RejudgeLease, type SolutionLease } from '#features/queue/claim.queries.ts';
import { besideText } from '#features/solutions/program-text.ts';

/** Collects everything that a judge needs for a lease; null when the problem cannot be judged. */
export async function makeTask(db: Db, lease: SolutionLease): Promise<JudgeTask | null> {
  const work = await collectWork(db, lease);
  if (!work) return null;
  const { languageKey: _key, onlyTest, ...held } = lease;
  if (onlyTest !== null) return ofOneTest({ ...held, ...work }, onlyTest);
  const excerptBytes = held.purpose === 'detail' ? excerptFor(work.tests.length) : 0;
  return { ...held, ...work, excerptBytes };
}

/** Narrows a task to one test, whose output comes whole; judges that do not know how bring an excerpt. */
function ofOneTest(task: Omit<JudgeTask, 'excerptBytes'>, number: number): JudgeTask | null {
  const tests = task.tests.filter((test) => test.number === number);
  if (tests.length === 0) return null;
  return { ...task, tests, excerptBytes: EXCERPT_MAX_BYTES, outputBytes: OUTPUT_MAX_BYTES };
}

/** Collects the same for a judging beside the verdict. */
export async function makeRejudgeTask(db: Db, lease: RejudgeLease): Promise<RejudgeTask | null> {
  const work = await collectWork(db, lease);
  const { languageKey: _key, ...held } = lease;
  return work && { ...held, ...work };
}

async function collectWork(db: Db, lease: SolutionLease | RejudgeLease) {
  const work = await findWork(db, lease);
  if (!work) return null;
  const { options, source, entryPoint, files, testsetId, testsetSha256, rules, ...limitsAndChecker } = work;
  const tests = await findTests(db, testsetId, 'all');
  const parsed = JudgingRules.safeParse({ ...rules, ...limitsAndChecker });
  if (tests.length === 0 || !parsed.success) return null;
  const { languageKey: language } = lease;
  return {
    ...{ language, source, testsetSha256, tests },
    ...(options ? { options } : {}),
    ...besideText({ entryPoint, files }),
    rules: rulesForLanguage(parsed.data, language),
  };
}

/** Size of an excerpt: enough to see what is wrong with a test; the package has the whole file. */
const EXCERPT_BYTES = 4096;
/** Size of all excerpts together: a report on very many tests must fit into one request and one answer. */
const ALL_EXCERPTS_BYTES = 3 * 1024 * 1024;

/** Size of one excerpt; each test has three: input, output and answer. */
const excerptFor = (testsNumber: number) =>
  Math.min(EXCERPT_BYTES, Math.floor(ALL_EXCERPTS_BYTES / (3 * testsNumber)));
