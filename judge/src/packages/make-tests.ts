import { join } from 'node:path';
import { PackageError } from '@balloon/packages/package-error.ts';
import type { GeneratedTest, PackageTest, ProblemPackage } from '@balloon/packages/problem-package.ts';
import type { JudgingSlot } from '#judging-slot.ts';
import type { ProgramShelf } from '#packages/author-programs.ts';
import type { BuildBench } from '#packages/build-bench.ts';
import type { Stored } from '#packages/contents.ts';
import { complaintAbout, runTool, TOOL_LIMITS } from '#packages/tool.ts';

/** A test with its input; the answer may still have to be made. */
export interface MadeTest {
  test: PackageTest;
  input: Stored;
  answer: Stored | null;
}

/** A sandbox fetches at most this many files from one run. */
const FILES_AT_ONCE = 32;
/** A second run tells whether a generator always makes the same; slower ones are trusted. */
const REPEATED_UP_TO_US = 1_000_000;

/**
 * Brings the tests' files together, and makes those that the package has only as commands.
 *
 * @throws {PackageError} a generator is missing, fails, or makes something else each time
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

/** One run of a generator and the tests that come out of it. */
interface Command {
  argv: readonly string[];
  /** Test and the file that becomes its input; null: the standard output does. */
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

/** Tests of the same command share a run where it writes files. */
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
  const named = command.tests.flatMap(({ file }) => file ?? []);
  const filesOut = named.map((file) => ({
    name: file,
    to: join(slot.folder, `generated-${file}`),
    maxKb: TOOL_LIMITS.outputKb,
  }));

  async function once() {
    const tool = await runTool(slot, program, args, { stdout, filesOut });
    const complaint = complaintAbout(tool);
    if (complaint !== null) throw new PackageError(`${who}, which failed: ${complaint}`);
    const inputs: [number, Stored][] = [];
    for (const { test, file } of command.tests) {
      if (file !== null && !tool.run.fetched.includes(file))
        throw new PackageError(`${who}, which wrote no file "${file}"`);
      const path = file === null ? stdout : join(slot.folder, `generated-${file}`);
      inputs.push([test.number, await bench.contents.take(path)]);
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
