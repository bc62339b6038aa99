import { chmod, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildHelper } from '#sandbox/build-helper.ts';

/*
 * Where builds are kept. The compiler is a stand-in: that ours compiles the helper, every test of the sandbox shows.
 */

let buildDir: string;
let toolDir: string;
beforeEach(async () => {
  buildDir = await mkdtemp(join(tmpdir(), 'balloon-build-'));
  toolDir = await mkdtemp(join(tmpdir(), 'balloon-compiler-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const folder of [buildDir, toolDir]) await rm(folder, { recursive: true, force: true });
});

/** Puts a compiler first in PATH: the shell commands run for anything but the question for its version. */
async function installCompiler(commands: string): Promise<void> {
  const compiler = join(toolDir, 'cc');
  await writeFile(compiler, `#!/bin/sh\n[ "$1" = --version ] && exit 0\n${commands}\n`);
  await chmod(compiler, 0o755);
  vi.stubEnv('PATH', `${toolDir}:${process.env.PATH}`);
}

/** Writes a part, waits and writes the rest, so that a build that is used too early is seen. */
const SLOW_COMPILER =
  'while [ "$1" != -o ]; do shift; done; printf half >> "$2"; sleep 0.3; printf whole >> "$2"';

test('judges that start at the same moment build the same helper', async () => {
  await installCompiler(SLOW_COMPILER);

  const [first, second] = await Promise.all([buildHelper(buildDir), buildHelper(buildDir)]);

  expect(first).toBe(second);
  expect(await readdir(buildDir)).toHaveLength(1);
  expect(await readFile(first, 'utf8')).toBe('halfwhole');
});

test('builds of older sources are removed by and by', async () => {
  await installCompiler(SLOW_COMPILER);
  const old = join(buildDir, 'sandbox-helper-0123456789abcdef');
  await writeFile(old, '');
  await utimes(old, 0, 0);

  const helper = await buildHelper(buildDir);

  expect((await readdir(buildDir)).map((name) => join(buildDir, name))).toEqual([helper]);
});

test('without a compiler the error names the command that installs one', async () => {
  vi.stubEnv('PATH', buildDir);

  await expect(buildHelper(buildDir)).rejects.toThrow(/^No C compiler .+apt-get install -y gcc/);
});

test('a compiler that fails is quoted in one line', async () => {
  await installCompiler('echo "main.c:1: error: broken" >&2; exit 1');

  await expect(buildHelper(buildDir)).rejects.toThrow(
    'The sandbox helper does not compile: main.c:1: error: broken',
  );
});
