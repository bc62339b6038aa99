import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { TOOLCHAINS } from '@balloon/judge/languages/table.ts';
import { BASE_ENV } from '@balloon/judge/run/run-environment.ts';
import { aPlusB } from '#judging/bench-problem.ts';

const run = promisify(execFile);

/** Source for problem A of the sample contest: two numbers are added and divided by a third. */
const CPP = `#include <bits/stdc++.h>
int main() {
  long long a, b, k;
  std::cin >> a >> b >> k;
  std::cout << (a + b) / k << ' ' << (a + b) % k << '\\n';
}
`;
const PYTHON = `a, b = map(int, input().split())
print(*divmod(a + b, int(input())))
`;

/** Work per test: only starting, or about 60 ms as for a problem with larger tests. */
export type Weight = 'light' | 'heavy';

const LOOP = {
  cpp: 'struct Work { Work() { for (volatile int i = 0; i < 40000000; ++i) {} } } work;\n',
  python: 'for _ in range(2000000): pass\n',
};

/** Source code that no cache contains yet. */
export const cppSource = (number: number, weight: Weight = 'light') =>
  `${CPP}${weight === 'heavy' ? LOOP.cpp : ''}// ${number}\n`;
export const pythonSource = (number: number, weight: Weight = 'light') =>
  `${PYTHON}${weight === 'heavy' ? LOOP.python : ''}# ${number}\n`;

/**
 * Runs the same commands as a judge, in the same environment, without a sandbox and without comparing the answers.
 * Several solutions may run at once, each in its own folder.
 */
export interface BareWork extends AsyncDisposable {
  /** Number of tests that each solution runs on. */
  tests: number;
  cpp(source: string, withPrecompiledHeader: boolean): Promise<void>;
  python(source: string): Promise<void>;
}

export async function prepareBareWork(): Promise<BareWork> {
  const folder = await mkdtemp(path.join(tmpdir(), 'balloon-bare-'));
  const inputs = await writeInputs(folder);
  await precompileHeader(folder);

  async function judge(language: 'cpp20' | 'python3', source: string, box: string): Promise<void> {
    const { compile, run: runs, fileName, runEnv, options } = TOOLCHAINS[language];
    // That of a judge: the time of a loop in Python depends on the hashes of its names, a tenth of it by the seed alone.
    const env = { ...BASE_ENV, HOME: folder, TMPDIR: tmpdir(), ...runEnv };
    const file = { text: source, fileName: fileName(source) };
    const place = await mkdtemp(path.join(folder, 'work-'));
    await writeFile(path.join(place, file.fileName), source);
    // Replaces the judge's path /box by the real folder.
    const shown = (argv: readonly string[], instead: string) =>
      argv.map((word) => word.replace('/box', instead));
    await runCommand(place, shown(compile(file, options.compile), box), env);
    // A single shell for all tests: only fork, exec and the program.
    const command = shown(runs(file, MEMORY_LIMIT_KB, options.run), place).join(' ');
    const lines = inputs.map((input) => `${command} < ${input} > output`);
    await runCommand(place, ['/bin/sh', '-ec', lines.join('\n')], env);
  }

  return {
    tests: inputs.length,
    cpp: (source, withPrecompiledHeader) =>
      judge('cpp20', source, withPrecompiledHeader ? folder : path.join(folder, 'nothing')),
    python: (source) => judge('python3', source, folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const MEMORY_LIMIT_KB = 262_144;

async function runCommand(
  cwd: string,
  [command = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  await run(command, args, { cwd, env });
}

async function writeInputs(folder: string): Promise<string[]> {
  const { tests } = await aPlusB();
  const files = tests.map((_, index) => path.join(folder, `${index + 1}.in`));
  for (const [index, { input }] of tests.entries()) await writeFile(files[index] ?? '', input);
  return files;
}

async function precompileHeader(folder: string): Promise<void> {
  const { argv } = TOOLCHAINS.cpp20.precompiledHeader ?? { argv: [] };
  await writeFile(path.join(folder, 'all.h'), '#include <bits/stdc++.h>\n');
  await mkdir(path.join(folder, 'bits'));
  await runCommand(folder, [...argv, '-x', 'c++-header', '-o', 'bits/stdc++.h.gch', 'all.h']);
}
