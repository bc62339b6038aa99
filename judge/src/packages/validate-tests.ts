import type { PackageFinding } from '@balloon/contracts/judging/package-report.ts';
import type { PackageValidator, ProblemPackage } from '@balloon/packages/problem-package.ts';
import type { ProgramShelf } from '#packages/author-programs.ts';
import type { BuildBench } from '#packages/build-bench.ts';
import { fewOf } from '#packages/few-of.ts';
import type { MadeTest } from '#packages/make-tests.ts';
import { complaintAbout, runTool, TOOL_LIMITS } from '#packages/tool.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { readingMs } from '#run/limits.ts';

const VALID = { testlib: 0, kattis: 42 } as const;

/** Runs every validator on every test. @throws {PackageError} a validator does not compile */
export async function validateTests(
  bench: BuildBench,
  shelf: ProgramShelf,
  pkg: ProblemPackage,
  tests: readonly MadeTest[],
): Promise<PackageFinding[]> {
  const pairs = pkg.validators.flatMap((validator) => tests.map((made) => ({ validator, made })));
  const complaints = await bench.forEach(
    'validating',
    pairs,
    ({ made }) => made.test.name,
    async ({ validator, made }, slot) => {
      const complaint = await complaintOf(shelf, validator, made, slot);
      return complaint === null
        ? null
        : `${validator.program.inPackage} says that test ${made.test.name} is invalid: ${complaint}`;
    },
  );
  return fewOf(complaints.flatMap((text) => (text === null ? [] : { level: 'error' as const, text })));
}

async function complaintOf(
  shelf: ProgramShelf,
  validator: PackageValidator,
  { test, input }: MadeTest,
  slot: JudgingSlot,
): Promise<string | null> {
  const { program } = await shelf.get('validator', validator.program, slot);
  const extraMs = readingMs(input.bytes);
  const run = await runTool(
    slot,
    program,
    argumentsFor(validator, test),
    { stdin: input.path },
    {
      ...TOOL_LIMITS,
      cpuMs: TOOL_LIMITS.cpuMs + extraMs,
      wallMs: TOOL_LIMITS.wallMs + 2 * extraMs,
    },
  );
  return complaintAbout(run, VALID[validator.protocol]);
}

function argumentsFor(validator: PackageValidator, test: MadeTest['test']): readonly string[] {
  if (validator.protocol === 'kattis') return test.validatorFlags ?? validator.flags;
  return test.group === null ? validator.flags : [...validator.flags, '--group', test.group];
}
