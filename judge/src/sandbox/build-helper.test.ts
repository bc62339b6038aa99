import { chmod, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildHelper } from '#sandbox/build-helper.ts';
import { SLOWNESS } from '#sandbox/testing.ts';

let buildDir: string;
beforeEach(async () => {
  buildDir = await mkdtemp(join(tmpdir(), 'balloon-build-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(buildDir, { recursive: true, force: true });
});

test(
  'judges that start at the same moment build the same helper',
  async () => {
    const [first, second] = await Promise.all([buildHelper(buildDir), buildHelper(buildDir)]);

    expect(first).toBe(second);
    expect(await readdir(buildDir)).toHaveLength(1);
  },
  60_000 * SLOWNESS,
);

test(
  'builds of older sources are removed by and by',
  async () => {
    const old = join(buildDir, 'sandbox-helper-0123456789abcdef');
    await writeFile(old, '');
    await utimes(old, 0, 0);

    const helper = await buildHelper(buildDir);

    expect((await readdir(buildDir)).map((name) => join(buildDir, name))).toEqual([helper]);
  },
  60_000 * SLOWNESS,
);

test('without a compiler the error names the command that installs one', async () => {
  vi.stubEnv('PATH', buildDir);

  await expect(buildHelper(buildDir)).rejects.toThrow(/^No C compiler .+apt-get install -y gcc/);
});

test('a compiler that fails is quoted in one line', async () => {
  await writeFile(
    join(buildDir, 'cc'),
    '#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "main.c:1: error: broken" >&2\nexit 1\n',
  );
  await chmod(join(buildDir, 'cc'), 0o755);
  vi.stubEnv('PATH', `${buildDir}:${process.env.PATH}`);

  await expect(buildHelper(buildDir)).rejects.toThrow(
    'The sandbox helper does not compile: main.c:1: error: broken',
  );
});
