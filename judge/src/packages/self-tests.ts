import type { PackageFinding } from '@balloon/contracts/judging/package-report.ts';
import type { Protocol } from '@balloon/contracts/judging/testset.ts';
import { PackageError } from '@balloon/packages/package-error.ts';
import type { PackageSelfTest, ProblemPackage } from '@balloon/packages/problem-package.ts';
import type { CheckerAnswer } from '#checkers/checker.ts';
import { CHECKER_PROTOCOLS } from '#checkers/protocols.ts';
import type { ProgramShelf } from '#packages/author-programs.ts';
import type { BuildBench } from '#packages/build-bench.ts';
import { fewOf } from '#packages/few-of.ts';
import { complaintAbout, runTool, type ToolRun } from '#packages/tool.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';

type Shown = PackageSelfTest['expected'] | 'failed';

/** Words in the tests of a checker for its verdicts. */
const WORDS: Partial<Record<CheckerAnswer['verdict'], Shown>> = {
  accepted: 'ok',
  wrongAnswer: 'wrong',
  presentationError: 'presentation',
  failed: 'failed',
};
const VALID = { testlib: 0, kattis: 42 } as const;

/** Runs the author's own tests of checker and validators; each disagreement is a finding. */
export async function runSelfTests(
  bench: BuildBench,
  shelf: ProgramShelf,
  pkg: ProblemPackage,
): Promise<PackageFinding[]> {
  try {
    const texts = await bench.forEach(
      'validating',
      pkg.selfTests,
      ({ of, name }) => `${of} test ${name}`,
      async (test, slot) => {
        const shown = await show(bench, shelf, pkg, test, slot);
        if (shown === null || agrees(test.expected, shown)) return null;
        return `The ${test.of}'s own test ${test.name} expects ${test.expected}, and it says ${shown}`;
      },
    );
    return fewOf(texts.flatMap((text) => (text === null ? [] : { level: 'warning' as const, text })));
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return []; // reported where it was compiled
  }
}

/** Whether the checker meets the expectation: a wrong output is wrong, whichever verdict rejects it. */
function agrees(expected: Shown, shown: Shown): boolean {
  if (expected === shown) return true;
  const isRejection = (word: Shown) => word === 'wrong' || word === 'presentation';
  if (isRejection(expected) && isRejection(shown)) return true;
  return expected === 'crashed' && shown === 'failed';
}

/** Runs one self-test; null where there is no program to test. */
async function show(
  bench: BuildBench,
  shelf: ProgramShelf,
  pkg: ProblemPackage,
  test: PackageSelfTest,
  slot: JudgingSlot,
): Promise<Shown | null> {
  if (test.of === 'checker') return await showChecker(bench, shelf, pkg, test, slot);
  const input = await bench.contents.add(test.input.path, pkg.format === 'polygon');
  for (const validator of pkg.validators) {
    const { program } = await shelf.get('validator', validator.program, slot);
    const run = await runTool(slot, program, validator.flags, { stdin: input.path });
    if (complaintAbout(run, VALID[validator.protocol]) !== null) return 'invalid';
  }
  return pkg.validators.length === 0 ? null : 'valid';
}

async function showChecker(
  bench: BuildBench,
  shelf: ProgramShelf,
  { checker, format }: ProblemPackage,
  test: PackageSelfTest,
  slot: JudgingSlot,
): Promise<Shown | null> {
  if (checker.kind !== 'program' || test.output === null || test.answer === null) return null;
  const asText = format === 'polygon';
  const input = await bench.contents.add(test.input.path, asText);
  const output = await bench.contents.add(test.output.path, asText);
  const answer = await bench.contents.add(test.answer.path, asText);
  const { program } = await shelf.get('checker', checker.program, slot);
  const filesIn = [
    { from: input.path, name: 'input.txt' },
    { from: output.path, name: 'output.txt' },
    { from: answer.path, name: 'answer.txt' },
  ];
  const isKattis = checker.protocol === 'kattis';
  const args = isKattis ? ['input.txt', 'answer.txt', '/w/'] : ['input.txt', 'output.txt', 'answer.txt'];
  const files = isKattis ? { filesIn, stdin: output.path } : { filesIn };
  return shownBy(await runTool(slot, program, [...args, ...checker.flags], files), checker.protocol);
}

function shownBy({ run }: ToolRun, protocol: Protocol): Shown {
  if (run.cause !== 'exit' || run.exitCode === null) return 'crashed';
  const verdict = CHECKER_PROTOCOLS[protocol].exitCodes[run.exitCode];
  return (verdict && WORDS[verdict]) ?? 'crashed';
}
