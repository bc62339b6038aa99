import type { PackageReport } from '@balloon/contracts/judging/package-report.ts';
import type { JudgingRules } from '@balloon/contracts/judging/testset.ts';
import type { PackageSolution, ProblemPackage } from '@balloon/packages/problem-package.ts';
import type { BuildBench } from '#packages/build-bench.ts';
import {
  type JudgedSolution,
  judgeLabelled,
  type LabelledProblem,
  type NamedTest,
} from '#packages/judge-labelled.ts';
import type { AnsweredTest } from '#packages/make-answers.ts';
import { measuredLimitMs } from '#packages/time-limit.ts';

/**
 * Judges every labelled solution. Where the package states no time limit, the accepted ones run first and determine
 * it.
 *
 * @returns the rules with the time limit of this machine
 */
export async function checkSolutions(
  bench: BuildBench,
  pkg: ProblemPackage,
  rules: JudgingRules,
  tests: readonly AnsweredTest[],
  report: PackageReport,
): Promise<JudgingRules> {
  const problem: LabelledProblem = { rules, tests: tests.map(namedTest), maxScore: maxScoreOf(pkg) };
  const judge = async (solutions: readonly PackageSolution[], by: LabelledProblem) => {
    const judged = await bench.forEach(
      'solutions',
      solutions,
      ({ program }) => program.inPackage,
      (solution, slot) => judgeLabelled(bench, by, solution, slot),
    );
    return new Map(solutions.map((solution, index) => [solution, judged[index] as JudgedSolution]));
  };

  if (pkg.timeLimit.kind === 'stated') {
    tell(report, pkg, await judge(pkg.solutions, problem));
    return rules;
  }
  const measuring = pkg.solutions.filter(({ expectation }) => expectation.countsForTimeLimit);
  const measured = await judge(measuring, problem);
  const slowestMs = Math.max(0, ...[...measured.values()].map(({ report: { timeMs } }) => timeMs));
  const timeLimitMs = measuredLimitMs(slowestMs, pkg.timeLimit);
  const limited = { ...rules, timeLimitMs };
  const others = pkg.solutions.filter((solution) => !measured.has(solution));
  const judged = await judge(others, { ...problem, rules: limited });
  report.isTimeLimitMeasured = true;
  report.findings.push({
    level: 'note',
    text: `The package states no time limit: ${timeLimitMs / 1000} s come from the slowest accepted solution here (${slowestMs} ms) times ${pkg.timeLimit.multiplier}`,
  });
  tell(report, pkg, new Map([...measured, ...judged]));
  return limited;
}

/** Reports in the package's order, whatever the order of work. */
function tell(
  report: PackageReport,
  pkg: ProblemPackage,
  judged: ReadonlyMap<PackageSolution, JudgedSolution>,
): void {
  report.solutions = pkg.solutions.flatMap((solution) => judged.get(solution)?.report ?? []);
  if (report.solutions.some(({ agrees }) => agrees === 'no')) report.outcome = 'disagrees';
  const main = pkg.solutions.find(({ isMain }) => isMain);
  const mainReport = main && judged.get(main)?.report;
  if (mainReport?.agrees === 'no') {
    const { file, got, test } = mainReport;
    report.findings.push({
      level: 'error',
      text: `The main solution ${file} gets ${got}${test === null ? '' : ` on test ${test}`}`,
    });
  }
}

function namedTest({ test, input, answer }: AnsweredTest): NamedTest {
  return {
    number: test.number,
    name: test.name,
    inputSha256: input.sha256,
    inputBytes: input.bytes,
    answerSha256: answer.sha256,
    answerBytes: answer.bytes,
    isSample: test.isSample,
    points: test.points,
    group: test.group,
    flags: test.checkerFlags && [...test.checkerFlags],
  };
}

/** Full marks: those that the package states, or the sum of groups and tests. */
function maxScoreOf({ scoring, groups, tests }: ProblemPackage): number | null {
  if (scoring === null) return null;
  if (scoring.max !== null) return scoring.max;
  const ofGroups = groups.reduce((sum, { points }) => sum + (points ?? 0), 0);
  if (ofGroups > 0) return ofGroups;
  const ofTests = tests.reduce((sum, { points }) => sum + (points ?? 0), 0);
  return ofTests > 0 ? ofTests : null;
}
