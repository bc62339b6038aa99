import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JudgingRules } from '@balloon/contracts/judging/testset.ts';
import { PackageError } from '@balloon/packages/package-error.ts';
import type { PackageProgram, PackageSolution, ProblemPackage } from '@balloon/packages/problem-package.ts';
import {
  type Compilation,
  type CompileBench,
  type CompilerTools,
  compile,
  compileFiles,
} from '#compile/compile.ts';
import { readCleanText } from '#compile/compiler-text.ts';
import type { InstalledLanguage } from '#languages/installed.ts';
import type { BuildBench } from '#packages/build-bench.ts';
import type { Stored } from '#packages/contents.ts';
import { askedModule } from '#packages/graders.ts';
import type { MadeTest } from '#packages/make-tests.ts';
import { hasTwoModes, languagesToTry } from '#packages/other-standards.ts';
import { complaintAbout } from '#packages/tool.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { readingMs } from '#run/limits.ts';
import { namedInput } from '#run/named-input.ts';
import type { Program } from '#run/program.ts';
import { BASE_ENV } from '#run/run-environment.ts';
import type { RunRequest } from '#sandbox/sandbox.ts';

export type AnsweredTest = MadeTest & { answer: Stored };

/** Limits of the author's own solution when it makes answers, wider than in a contest. */
const ANSWER_LIMITS = {
  cpuMs: 60_000,
  wallMs: 120_000,
  outputKb: 1024 * 1024,
  processes: 64,
  scratchKb: 2 * 1024 * 1024,
} as const;
const SAID_KB = 16;

/**
 * Makes the answers that the package has not stored, by running its main solution. Interactive problems need none:
 * their answer is empty then.
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
    const made = await answersBy(main);
    for (const [index, test] of missing.entries()) answers.set(test, made[index] as Stored);
  }
  return tests.map((test) => ({ ...test, answer: test.answer ?? (answers.get(test) as Stored) }));

  async function answersBy(main: PackageSolution): Promise<Stored[]> {
    const { program } = main;
    if (!hasTwoModes(program)) return await answersIn(main);
    const [first = main, second = main] = program.languages.map((language) => ({
      ...main,
      program: { ...program, languages: [language] },
    }));
    return await answersIn(first).catch((error: unknown) => {
      if (error instanceof PackageError) return answersIn(second);
      throw error;
    });
  }

  async function answersIn(main: PackageSolution): Promise<Stored[]> {
    using program = await bench.onSlot((slot) => compileMain(bench, pkg, main, slot));
    return await bench.forEach(
      'answers',
      missing,
      ({ test }) => test.name,
      (test, slot) => answer(bench, program, main, rules, test, slot),
    );
  }
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
    const graders = pkg.graders.filter((grader) => grader.languages.includes(language.key));
    const place = { container: slot.program, folder: slot.folder };
    const compiled =
      graders.length === 0
        ? await compileFiles(workshop, place, language, program)
        : await compileGraded(workshop, place, language, pkg, program, graders);
    if (compiled.kind === 'program') return compiled.program;
    if (compiled.kind === 'failed') throw new Error(`compiling ${program.inPackage}: ${compiled.detail}`);
    complaints.push(compiled.text);
  }
  throw new PackageError(`The main solution ${program.inPackage} does not compile:\n${complaints[0] ?? ''}`);
}

/** Compiles a solution as a submission: the grader may be the program. */
async function compileGraded(
  tools: CompilerTools,
  place: CompileBench,
  language: InstalledLanguage,
  { shortName }: ProblemPackage,
  { files, sources }: PackageProgram,
  graders: ProblemPackage['graders'],
): Promise<Compilation> {
  const main = files.find(({ name }) => name === sources[0]);
  if (!main) throw new Error('The main solution has no main source');
  const text = (await readFile(main.path, 'utf8')).replace(/^\uFEFF/, '');
  const ofGraders = graders.flatMap((grader) => grader.files);
  const asked = await askedModule(ofGraders, [language.key], shortName);
  const companions = [...files.filter((file) => file !== main), ...ofGraders];
  return await compile(tools, place, language, text, companions, asked ?? undefined);
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
  const named = inputFile === null ? null : namedInput(program, input.path, inputFile, slot.folder);
  const extraMs = readingMs(input.bytes);
  const outputKb = Math.max(ANSWER_LIMITS.outputKb, Math.ceil((2 * input.bytes) / 1024));
  const request: RunRequest = {
    argv: program.argv(memoryLimitKb),
    env: { ...BASE_ENV, ...runEnv },
    box: program.folder,
    stderr: files.stderr,
    stderrKb: SAID_KB,
    limits: {
      ...ANSWER_LIMITS,
      cpuMs: ANSWER_LIMITS.cpuMs + extraMs,
      wallMs: ANSWER_LIMITS.wallMs + 2 * extraMs,
      outputKb: outputFile === null ? outputKb : ANSWER_LIMITS.outputKb,
      // Files in the working directory count towards the program's memory.
      memoryKb: memoryLimitKb + runtimeMemoryKb + 2 * (named?.copiedKb ?? 0),
    },
    ...(named?.request ?? { stdin: input.path }),
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
