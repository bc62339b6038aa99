import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { type LanguageKey, OFFERED_LANGUAGES } from '@balloon/domain/languages/languages.ts';
import type { Random } from '#generate/random.ts';
import type { InventedPerson } from '#history/invented-people.ts';
import type { SampleProblem, SampleSolution } from '#sample-problem.ts';

/** What a judge would have found, and of which program. */
export interface InventedVerdict {
  languageKey: LanguageKey;
  source: string;
  verdict: VerdictKey;
  /** Test that failed; 0 where none did or none ran. */
  testNumber: number;
  timeMs: number;
  memoryKb: number;
  compilationError: string | null;
}

/** Picks a reference solution as what somebody sent; its verdict is the one that it really gets. */
export function judgeAttempt(
  problem: SampleProblem,
  { writes }: Pick<InventedPerson, 'writes'>,
  solves: boolean,
  random: Random,
): InventedVerdict {
  const fitting = problem.solutions.filter(
    ({ expect, languageKey }) =>
      (expect === 'accepted') === solves && OFFERED_LANGUAGES.includes(languageKey),
  );
  const own = fitting.filter(({ file }) => habit(file) === writes);
  const solution = random.pick(own.length > 0 ? own : fitting);
  const { languageKey, source, expect: verdict } = solution;
  const isCompiled = verdict !== 'compilationError';
  return {
    languageKey,
    source,
    verdict,
    testNumber: solves || !isCompiled ? 0 : failedTest(problem, solution, random),
    ...(isCompiled ? drawCosts(problem, solution, random) : { timeMs: 0, memoryKb: 0 }),
    compilationError: isCompiled ? null : compilerOutput(solution),
  };
}

function habit(file: string): InventedPerson['writes'] {
  if (file.endsWith('.cpp')) return 'cpp';
  return file.endsWith('.py') ? 'py' : 'other';
}

function failedTest({ tests, sampleNumbers }: SampleProblem, { onTest }: SampleSolution, random: Random) {
  return onTest ?? random.int(sampleNumbers.length + 1, tests.length);
}

/** Least memory in kB of a program: a process alone, and one with an interpreter. */
const LEAST_MEMORY_KB = { cpp: 1_400, py: 9_200, other: 14_000 };

function drawCosts({ timeLimitMs, memoryLimitKb }: SampleProblem, solution: SampleSolution, random: Random) {
  const writes = habit(solution.file);
  const slowness = writes === 'cpp' ? 8 : 2; // an interpreter is a few times slower
  return {
    timeMs: solution.expect === 'timeLimit' ? timeLimitMs : random.int(1, Math.round(timeLimitMs / slowness)),
    memoryKb:
      solution.expect === 'memoryLimit' ? memoryLimitKb : LEAST_MEMORY_KB[writes] + random.int(0, 16_000),
  };
}

/** Output of the compilers for the reference solutions that they refuse. */
function compilerOutput({ file }: SampleSolution): string {
  return file.endsWith('.py')
    ? `${file}:3\n    lengths = list(map(int, input().split())\n                  ^\nSyntaxError: '(' was never closed`
    : `${file}: In function 'int main()':\n${file}:4:8: error: 'cin' is not a member of 'std'\n` +
        `${file}:1:1: note: 'std::cin' is defined in header '<iostream>'; this is probably fixable by adding '#include <iostream>'`;
}
