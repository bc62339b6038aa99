import { join } from 'node:path';
import type { JudgingRules } from '@balloon/contracts/testset.ts';
import { PackageError } from '@balloon/packages/package-error.ts';
import type { PackageSolution, ProblemPackage } from '@balloon/packages/problem-package.ts';
import { compileFiles, type Program } from '#compile.ts';
import { readCleanText } from '#compiler-text.ts';
import type { JudgingSlot } from '#judging-slot.ts';
import type { BuildBench } from '#packages/build-bench.ts';
import type { Stored } from '#packages/contents.ts';
import type { MadeTest } from '#packages/make-tests.ts';
import { languagesToTry } from '#packages/other-standards.ts';
import { complaintAbout } from '#packages/tool.ts';
import { BASE_ENV } from '#run-environment.ts';
import type { RunRequest } from '#sandbox/sandbox.ts';

export type AnsweredTest = MadeTest & { answer: Stored };

/** The author's own solution may take its time where it makes answers. */
const ANSWER_LIMITS = {
  cpuMs: 60_000,
  wallMs: 120_000,
  outputKb: 1024 * 1024,
  processes: 64,
  scratchKb: 2 * 1024 * 1024,
} as const;
const SAID_KB = 16;

/**
 * Fills in the answers that the package has not stored, by running its main solution. Interactive problems need
 * none: their answer is empty then.
 *
 * @throws {PackageError} there is no main solution, it does not compile or it fails
 */
export async function makeAnswers(
  bench: BuildBench,
  pkg: ProblemPackage,
  rules: JudgingRules,
  tests: readonly MadeTest[],
): Promise<AnsweredTest[]> {
  const missing = tests.filter(({ answer }) => answer === null);
  const answers = new Map<MadeTest, Stored>();
  if (missing.length > 0 && pkg.interactor !== null) {
    const empty = await bench.contents.addText('');
    for (const test of missing) answers.set(test, empty);
  } else if (missing.length > 0) {
    const main = mainSolutionOf(pkg, missing.length);
    using program = await bench.onSlot((slot) => compileMain(bench, pkg, main, slot));
    const made = await bench.forEach(
      'answers',
      missing,
      ({ test }) => test.name,
      (test, slot) => answer(bench, program, main, rules, test, slot),
    );
    for (const [index, test] of missing.entries()) answers.set(test, made[index] as Stored);
  }
  return tests.map((test) => ({ ...test, answer: test.answer ?? (answers.get(test) as Stored) }));
}

function mainSolutionOf({ solutions }: ProblemPackage, missing: number): PackageSolution {
  const main = solutions.find(({ isMain }) => isMain);
  if (main) return main;
  throw new PackageError(`${missing} tests have no answer, and there is no main solution to make them`);
}

async function compileMain(
  bench: BuildBench,
  pkg: ProblemPackage,
  { program }: PackageSolution,
  slot: JudgingSlot,
): Promise<Program> {
  const { workshop } = bench;
  const languages = languagesToTry(program).flatMap((key) =>
    key === 'script' ? [] : (workshop.languages.get(key) ?? []),
  );
  if (languages.length === 0) {
    throw new PackageError(
      `The main solution ${program.inPackage} is needed for the answers, and ${program.languageName} is not installed here`,
    );
  }
  const complaints: string[] = [];
  for (const language of languages) {
    const companions = pkg.graders.filter((grader) => grader.languages.includes(language.key));
    const files = [...program.files, ...companions.flatMap((grader) => grader.files)];
    const compiled = await compileFiles(
      workshop,
      { container: slot.program, folder: slot.folder },
      language,
      {
        files,
        sources: [...program.sources, ...files.slice(program.files.length).map(({ name }) => name)],
      },
    );
    if (compiled.kind === 'program') return compiled.program;
    if (compiled.kind === 'failed') throw new Error(`compiling ${program.inPackage}: ${compiled.detail}`);
    complaints.push(compiled.text);
  }
  throw new PackageError(`The main solution ${program.inPackage} does not compile:\n${complaints[0] ?? ''}`);
}

async function answer(
  bench: BuildBench,
  program: Program,
  { program: { inPackage } }: PackageSolution,
  { memoryLimitKb, inputFile, outputFile }: JudgingRules,
  { test, input }: MadeTest,
  slot: JudgingSlot,
): Promise<Stored> {
  const { runEnv, runtimeMemoryKb } = program.language.toolchain;
  const files = { stdout: join(slot.folder, 'answer'), stderr: join(slot.folder, 'answer-stderr') };
  const request: RunRequest = {
    argv: program.argv(memoryLimitKb),
    env: { ...BASE_ENV, ...runEnv },
    box: program.folder,
    stderr: files.stderr,
    stderrKb: SAID_KB,
    // What lies in the working directory is charged to the program's memory.
    limits: { ...ANSWER_LIMITS, memoryKb: memoryLimitKb + runtimeMemoryKb + roomFor(input, inputFile) },
    ...(inputFile === null ? { stdin: input.path } : { filesIn: [{ from: input.path, name: inputFile }] }),
    ...(outputFile === null
      ? { stdout: files.stdout }
      : { filesOut: [{ name: outputFile, to: files.stdout, maxKb: ANSWER_LIMITS.outputKb }] }),
  };
  const run = await slot.program.run(request);
  const complaint = complaintAbout({ run, said: readCleanText([files.stderr], SAID_KB) });
  if (complaint !== null) {
    throw new PackageError(`The main solution ${inPackage} fails on test ${test.name}: ${complaint}`);
  }
  if (outputFile !== null && !run.fetched.includes(outputFile)) {
    throw new PackageError(`The main solution ${inPackage} wrote no ${outputFile} on test ${test.name}`);
  }
  return await bench.contents.take(files.stdout);
}

function roomFor(input: Stored, inputFile: string | null): number {
  return inputFile === null ? 0 : 2 * Math.ceil(input.bytes / 1024);
}
