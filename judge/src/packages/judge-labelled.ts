import { readFile } from 'node:fs/promises';
import type { JudgeTask, JudgeVerdict, TestReport } from '@balloon/contracts/judging/judge.ts';
import type { SolutionReport } from '@balloon/contracts/judging/package-report.ts';
import type { Grader, JudgingRules } from '@balloon/contracts/judging/testset.ts';
import { rulesForLanguage } from '@balloon/domain/languages/language-limits.ts';
import { LANGUAGES, type LanguageKey } from '@balloon/domain/languages/languages.ts';
import type { PackageSolution } from '@balloon/packages/problem-package.ts';
import { judgeTask, type Outcome } from '#judging/judge-solution.ts';
import type { InstalledLanguage } from '#languages/installed.ts';
import {
  type Agreement,
  agreementOf,
  scoreComplaint,
  shortExpectation,
  shortVerdict,
} from '#packages/agreement.ts';
import type { BuildBench } from '#packages/build-bench.ts';
import { hasTwoModes, languagesToTry } from '#packages/other-standards.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';

/** Test for the judge, with the author's name for it. */
export type NamedTest = JudgeTask['tests'][number] & { name: string };

/** Settings by which labelled solutions are judged. */
export interface LabelledProblem {
  rules: JudgingRules;
  tests: readonly NamedTest[];
  /** Full marks of a scoring problem, if known. */
  maxScore: number | null;
}

/** Results of one solution, and the slowest of its tests for a limit that is still to be determined. */
export interface JudgedSolution {
  report: SolutionReport;
  agreement: Agreement | 'skipped';
  tests: readonly TestReport[];
}

/**
 * Judges a solution until its label is met or cannot be met any more, in the first of its languages in which it
 * compiles.
 */
export async function judgeLabelled(
  bench: BuildBench,
  problem: LabelledProblem,
  solution: PackageSolution,
  slot: JudgingSlot,
): Promise<JudgedSolution> {
  const languages = installedFor(bench, solution);
  if (solution.expectation.isSkipped) return skipped(solution, 'its author asks not to run it');
  if (languages.length === 0)
    return skipped(solution, `${solution.program.languageName} is not installed here`);
  let first: JudgedSolution | undefined;
  for (const language of languages) {
    const judgedSo = await judgeIn(bench, problem, solution, language, slot);
    first ??= judgedSo;
    const isSettled = judgedSo.report.got !== COMPILATION_ERROR && !hasTwoModes(solution.program);
    if (judgedSo.agreement === 'yes' || isSettled) return judgedSo;
  }
  return first as JudgedSolution;
}

const COMPILATION_ERROR = shortVerdict('compilationError');

function installedFor({ workshop }: BuildBench, { program }: PackageSolution): InstalledLanguage[] {
  const installed = (keys: readonly string[]) =>
    keys.flatMap((key) => workshop.languages.get(key as LanguageKey) ?? []);
  const own = installed(program.languages).slice(0, 1);
  const others = languagesToTry(program) === program.languages ? [] : installed(languagesToTry(program));
  return [...new Set([...own, ...others])];
}

async function judgeIn(
  bench: BuildBench,
  problem: LabelledProblem,
  solution: PackageSolution,
  language: InstalledLanguage,
  slot: JudgingSlot,
): Promise<JudgedSolution> {
  const task = await taskFor(bench, problem, solution, language);
  if (task === null) return skipped(solution, 'a source larger than 1 MB');

  const shown: TestReport[] = [];
  const agreement = (isComplete: boolean, score: number | null = null) =>
    agreementOf(solution.expectation, {
      verdicts: shown.map(({ verdict }) => verdict),
      isComplete,
      score,
      maxScore: problem.maxScore,
    });
  const outcome = await judgeTask(task, bench.workshop, slot, {
    report: () => {},
    signal: bench.signal,
    isEnough(test) {
      shown.push(test);
      return agreement(false) !== 'open';
    },
  });
  if (shown.length === 0) shown.push(...asOneTest(outcome));
  const isSettledEarly = agreement(false) !== 'open';
  return judged(bench, problem, solution, language, outcome, {
    agreement: isSettledEarly ? agreement(false) : agreement(true, outcome.score),
    tests: shown,
  });
}

const SOURCE_MAX_BYTES = 1024 * 1024;

async function taskFor(
  bench: BuildBench,
  { rules, tests }: LabelledProblem,
  { program }: PackageSolution,
  language: InstalledLanguage,
): Promise<JudgeTask | null> {
  const main = program.files.find(({ name }) => name === program.sources[0]);
  if (!main) throw new Error(`${program.inPackage} has no main source`);
  const source = await readFile(main.path);
  if (source.length > SOURCE_MAX_BYTES) return null;
  const own = rulesForLanguage(rules, language.key);
  const options = bench.workshop.siteOptions?.get(language.key);
  return {
    solutionId: 1,
    fence: 1,
    attempt: 1,
    language: language.key,
    ...(options ? { options: { compile: [...options.compile], run: [...options.run] } } : {}),
    source: source.toString('utf8').replace(/^\uFEFF/, ''),
    purpose: 'detail',
    excerptBytes: 0,
    testsetSha256: '0'.repeat(64),
    rules: { ...own, graders: [...own.graders, ...(await companions(bench, program, language))] },
    tests: [...tests],
  };
}

/** Returns the other files of a solution of several, which are compiled together with the first, as a grader is. */
async function companions(
  bench: BuildBench,
  program: PackageSolution['program'],
  language: InstalledLanguage,
): Promise<Grader[]> {
  const files = [];
  for (const { name, path } of program.files) {
    if (name === program.sources[0]) continue;
    const { sha256, bytes } = await bench.contents.add(path);
    files.push({ path: name, sha256, bytes });
  }
  return files.length === 0 ? [] : [{ languages: [language.key], files }];
}

/** Reports the verdict itself as the only test, where nothing ran. */
function asOneTest(outcome: Outcome): TestReport[] {
  return [
    {
      number: 0,
      verdict: outcome.verdict,
      timeMs: 0,
      memoryKb: 0,
      exitCode: null,
      signal: null,
      points: null,
      comment: outcome.compilationError ?? outcome.detail,
      input: null,
      output: null,
      answer: null,
    },
  ];
}

function skipped(solution: PackageSolution, detail: string): JudgedSolution {
  const report: SolutionReport = {
    ...wordsOf(solution),
    language: solution.program.languageName,
    got: null,
    seen: [],
    agrees: 'skipped',
    test: null,
    timeMs: 0,
    memoryKb: 0,
    score: null,
    detail,
  };
  return { report, agreement: 'skipped', tests: [] };
}

function wordsOf({ program, label, expectation }: PackageSolution) {
  return { file: program.inPackage, label, expected: shortExpectation(expectation) };
}

const DETAIL_MAX = 1000;

function judged(
  bench: BuildBench,
  problem: LabelledProblem,
  solution: PackageSolution,
  language: InstalledLanguage,
  outcome: Outcome,
  { agreement, tests }: { agreement: Agreement; tests: readonly TestReport[] },
): JudgedSolution {
  bench.signal.throwIfAborted();
  const telling = tellingTest(solution, tests);
  const verdict: JudgeVerdict = telling?.verdict ?? outcome.verdict;
  const comment = telling ? telling.comment : (outcome.compilationError ?? outcome.detail);
  const aboutScore = agreement === 'yes' ? null : wrongScore(problem, solution, outcome, tests);
  const detail = aboutScore ?? comment;
  const report: SolutionReport = {
    ...wordsOf(solution),
    language: `${LANGUAGES[language.key].name} (${language.version})`,
    got: aboutScore === null ? shortVerdict(verdict) : `SCORE ${outcome.score ?? 0}`,
    seen: [...new Set(tests.map((test) => shortVerdict(test.verdict)))],
    agrees: agreement === 'yes' ? 'yes' : 'no',
    test: telling ? (problem.tests.find(({ number }) => number === telling.number)?.name ?? null) : null,
    timeMs: Math.max(0, ...tests.map(({ timeMs }) => timeMs)),
    memoryKb: Math.max(0, ...tests.map(({ memoryKb }) => memoryKb)),
    score: outcome.score,
    detail: detail === null ? null : detail.slice(0, DETAIL_MAX),
  };
  return { report, agreement, tests };
}

function wrongScore(
  { maxScore }: LabelledProblem,
  { expectation }: PackageSolution,
  { score }: Outcome,
  tests: readonly TestReport[],
): string | null {
  const verdicts = tests.map(({ verdict }) => verdict);
  if (verdicts.includes('judgingError') || verdicts.includes('compilationError')) return null;
  return scoreComplaint(expectation, { verdicts, isComplete: true, score, maxScore });
}

/** Finds the first test that shows the label; where none does, the first that failed. */
function tellingTest({ expectation }: PackageSolution, tests: readonly TestReport[]): TestReport | undefined {
  const failed = tests.filter(({ verdict }) => verdict !== 'accepted');
  return failed.find(({ verdict }) => expectation.verdicts.includes(verdict)) ?? failed[0];
}
