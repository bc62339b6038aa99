import { join } from 'node:path';
import { PackageError } from '@balloon/packages/package-error.ts';
import type { GeneratedTest, PackageTest, ProblemPackage } from '@balloon/packages/problem-package.ts';
import type { ProgramShelf } from '#packages/author-programs.ts';
import type { BuildBench } from '#packages/build-bench.ts';
import type { Stored } from '#packages/contents.ts';
import { complaintAbout, runTool, TOOL_LIMITS } from '#packages/tool.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';

/** Test with its input; its answer may still be missing. */
export interface MadeTest {
  test: PackageTest;
  input: Stored;
  answer: Stored | null;
}

/** Number of files that the sandbox fetches from one run. */
const FETCHED_MAX = 32;
/** Number of names that a generator may give to the file of one test, see `namesOf`. */
const NAMES_PER_FILE = 3;
/** Limits of a generator whose standard output is the test: 8 GB of it, written at 40 MB a second. */
const WRITING_LIMITS = { ...TOOL_LIMITS, cpuMs: 200_000, wallMs: 600_000, outputKb: 10 * 1024 * 1024 };
const FILES_AT_ONCE = Math.floor(FETCHED_MAX / NAMES_PER_FILE);
/** Longest run in µs that is repeated to check that a generator always makes the same; slower ones are trusted. */
const REPEATED_UP_TO_US = 1_000_000;

/**
 * Collects the tests' files, and makes those that the package has only as commands.
 *
 * @throws {PackageError} a generator is missing, fails, or makes different tests each time
 */
export async function makeTests(
  bench: BuildBench,
  shelf: ProgramShelf,
  pkg: ProblemPackage,
): Promise<MadeTest[]> {
  const asText = pkg.format === 'polygon';
  const generated = await generateInputs(bench, shelf, pkg);
  const made: MadeTest[] = [];
  for (const test of pkg.tests) {
    bench.signal.throwIfAborted();
    const input =
      generated.get(test.number) ??
      (await bench.contents.add((test.input as Exclude<PackageTest['input'], GeneratedTest>).path, asText));
    const answer = test.answer === null ? null : await bench.contents.add(test.answer.path, asText);
    made.push({ test, input, answer });
  }
  return made;
}

/** Run of a generator, with the tests that it makes. */
interface Command {
  argv: readonly string[];
  /** Tests, each with the file that becomes its input; null stands for the standard output. */
  tests: { test: PackageTest; file: string | null }[];
}

async function generateInputs(
  bench: BuildBench,
  shelf: ProgramShelf,
  pkg: ProblemPackage,
): Promise<ReadonlyMap<number, Stored>> {
  const inputs = new Map<number, Stored>();
  await bench.forEach(
    'generating',
    commandsOf(pkg.tests),
    ({ argv }) => argv.join(' '),
    async (command, slot) => {
      for (const [number, input] of await generate(bench, shelf, pkg, command, slot))
        inputs.set(number, input);
    },
  );
  return inputs;
}

/** Groups tests of the same command, which share a run where it writes files. */
function commandsOf(tests: readonly PackageTest[]): Command[] {
  const commands: Command[] = [];
  const open = new Map<string, Command>();
  for (const test of tests) {
    if (!('command' in test.input)) continue;
    const { command: argv, fromFile: file } = test.input;
    const key = JSON.stringify(argv);
    const shared = file === null ? undefined : open.get(key);
    const command = shared && shared.tests.length < FILES_AT_ONCE ? shared : { argv, tests: [] };
    command.tests.push({ test, file });
    if (command === shared) continue;
    commands.push(command);
    if (file !== null) open.set(key, command);
  }
  return commands;
}

async function generate(
  bench: BuildBench,
  shelf: ProgramShelf,
  pkg: ProblemPackage,
  command: Command,
  slot: JudgingSlot,
): Promise<[number, Stored][]> {
  const [name = '', ...args] = command.argv;
  const [first] = command.tests;
  const who = `Test ${first?.test.name} is made by "${command.argv.join(' ')}"`;
  const generator = pkg.generators.get(name);
  if (!generator) throw new PackageError(`${who}, but the package has no generator ${name}`);
  const { program } = await shelf.get('generator', generator, slot);
  const stdout = join(slot.folder, 'generated');
  const names = [...new Set(command.tests.flatMap(({ file }) => (file === null ? [] : namesOf(file))))];
  // Names given by the author are not used on this machine.
  const pathOf = (fileName: string) => join(slot.folder, `generated-${names.indexOf(fileName)}`);
  const filesOut = names.map((fileName) => ({
    name: fileName,
    to: pathOf(fileName),
    maxKb: TOOL_LIMITS.outputKb,
  }));

  async function once() {
    const tool = await runTool(slot, program, args, { stdout, filesOut }, WRITING_LIMITS);
    const complaint = complaintAbout(tool);
    if (complaint !== null) throw new PackageError(`${who}, which failed: ${complaint}`);
    const inputs: [number, Stored][] = [];
    for (const { test, file } of command.tests) {
      const written = file === null ? null : namesOf(file).find((each) => tool.run.fetched.includes(each));
      if (written === undefined) throw new PackageError(`${who}, which wrote no file "${file}"`);
      inputs.push([test.number, await bench.contents.take(written === null ? stdout : pathOf(written))]);
    }
    return { inputs, cpuUs: tool.run.cpuUs };
  }

  const { inputs, cpuUs } = await once();
  if (cpuUs > REPEATED_UP_TO_US) return inputs;
  const again = await once();
  if (inputs.some(([, { sha256 }], index) => again.inputs[index]?.[1].sha256 !== sha256)) {
    throw new PackageError(
      `${who}, which makes something else each time: seed its random numbers with its arguments only`,
    );
  }
  return inputs;
}

const NUMBER = /^0*(\d{1,9})$/;

/**
 * Names that a generator may use for the file that the manifest calls `file`, the likeliest first. Scripts name tests
 * by number (`gen > {1-20}`), and generators write `1`, `01` or `001` for the first.
 */
function namesOf(file: string): readonly string[] {
  const digits = NUMBER.exec(file)?.[1];
  if (digits === undefined) return [file];
  const names = new Set([file, digits, digits.padStart(2, '0'), digits.padStart(3, '0')]);
  return [...names].slice(0, NAMES_PER_FILE);
}
