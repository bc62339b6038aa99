import {
  EXCERPT_MAX_BYTES,
  type JudgeTask,
  OUTPUT_MAX_BYTES,
  type RejudgeTask,
} from '@balloon/contracts/judging/judge.ts';
import type { Db } from '@balloon/database/connect.ts';
import { rulesForLanguage } from '@balloon/domain/languages/language-limits.ts';
import type { KeptTestsets } from '#features/judging/tasks/kept-testsets.ts';
import type { LeasedWork, RejudgeLease, SolutionLease } from '#features/queue/claim.queries.ts';
import { besideText } from '#features/solutions/program-text.ts';

/** Collects everything that a judge needs for a lease; null when the problem cannot be judged. */
export async function makeTask(
  db: Db,
  testsets: KeptTestsets,
  { languageKey, onlyTest, work, isBulk: _, ...held }: SolutionLease,
): Promise<JudgeTask | null> {
  const told = await collectWork(db, testsets, work, languageKey);
  if (!told) return null;
  if (onlyTest !== null) return ofOneTest({ ...held, ...told }, onlyTest);
  const excerptBytes = held.purpose === 'detail' ? excerptFor(told.tests.length) : 0;
  return { ...held, ...told, excerptBytes };
}

/** Narrows a task to one test, whose output comes whole; judges that do not know how bring an excerpt. */
function ofOneTest(task: Omit<JudgeTask, 'excerptBytes'>, number: number): JudgeTask | null {
  const tests = task.tests.filter((test) => test.number === number);
  if (tests.length === 0) return null;
  return { ...task, tests, excerptBytes: EXCERPT_MAX_BYTES, outputBytes: OUTPUT_MAX_BYTES };
}

/** Collects the same for a judging beside the verdict. */
export async function makeRejudgeTask(
  db: Db,
  testsets: KeptTestsets,
  { languageKey, work, ...held }: RejudgeLease,
): Promise<RejudgeTask | null> {
  const told = await collectWork(db, testsets, work, languageKey);
  return told && { ...held, ...told };
}

async function collectWork(db: Db, testsets: KeptTestsets, work: LeasedWork | null, language: string) {
  const testset = work && (await testsets.get(db, work));
  if (!testset) return null;
  const { options, source, entryPoint, files, testsetSha256 } = work;
  return {
    ...{ language, source, testsetSha256, tests: testset.tests },
    ...(options ? { options } : {}),
    ...besideText({ entryPoint, files }),
    rules: rulesForLanguage(testset.rules, language),
  };
}

/** Size of an excerpt: enough to see what is wrong with a test; the package has the whole file. */
const EXCERPT_BYTES = 4096;
/** Size of all excerpts together: a report on very many tests must fit into one request and one answer. */
const ALL_EXCERPTS_BYTES = 3 * 1024 * 1024;

/** Size of one excerpt; each test has three: input, output and answer. */
const excerptFor = (testsNumber: number) =>
  Math.min(EXCERPT_BYTES, Math.floor(ALL_EXCERPTS_BYTES / (3 * testsNumber)));
