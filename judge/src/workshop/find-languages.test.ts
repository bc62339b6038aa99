import { chmod, mkdtemp, readFile, rm, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { python3 } from '#languages/python.ts';
import type { Toolchain } from '#languages/toolchain.ts';
import { startTestJudge } from '#testing/test-workshop.ts';
import { findLanguages } from '#workshop/find-languages.ts';

/*
 * What a judge remembers of its compilers between starts. A compiler of our own stands beside Python's: a script that
 * notes each time that it is asked for its version.
 */

const judge = await startTestJudge(1);
const folder = await mkdtemp(join(tmpdir(), 'balloon-compilers-'));
afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const compiler = join(folder, 'compiler');
const asked = join(folder, 'asked');
const memory = join(folder, 'languages.json');
const MADE_AT = new Date('2026-01-01T00:00:00Z');

beforeEach(async () => {
  await rm(memory, { force: true });
  await install('1.0');
});

/** Installs a version of the compiler, always of the same size. */
async function install(version: string, madeAt = MADE_AT): Promise<void> {
  await writeFile(compiler, `#!/bin/sh\necho >> '${asked}'\necho 'Compiler ${version}'\n`);
  await chmod(compiler, 0o755);
  await utimes(compiler, madeAt, madeAt);
  await writeFile(asked, '');
}

/** Starts anew: the version that is found, and how often the compiler was asked for it. */
async function start(differing: Partial<Toolchain> = {}) {
  const tools = [...python3.tools, compiler];
  const toolchain: Toolchain = { ...python3, tools, versionArgv: [compiler], ...differing };
  const { workshop, slots } = judge.open;
  const { languages, missing } = await findLanguages({
    ...{ memory, mode: workshop.mode, tools: workshop, slots, toolchains: { python3: toolchain } },
  });
  const version = languages.get('python3')?.version ?? null;
  return { version, missing, asked: (await readFile(asked, 'utf8')).length };
}

const FIRST = { version: 'Compiler 1.0', missing: [], asked: 1 };

test('a compiler that is the same need not prove itself again', async () => {
  expect(await start()).toEqual(FIRST);
  expect(await start()).toEqual(FIRST);
});

test('an upgraded compiler is examined again, also one of the same size', async () => {
  await start();
  await install('2.0', new Date(MADE_AT.getTime() + 1_000));
  expect(await start()).toEqual({ version: 'Compiler 2.0', missing: [], asked: 1 });
  expect((await start()).asked).toBe(1);
});

test('a compiler that was replaced by an older file of another size is examined again', async () => {
  await start();
  await install('1.0.1', new Date(MADE_AT.getTime() - 1_000));
  expect((await start()).version).toBe('Compiler 1.0.1');
});

test('a compiler that we call differently proves itself again', async () => {
  await start();
  expect((await start({ processes: python3.processes + 1 })).asked).toBe(2);
});

test('an upgrade that does not work any more takes the language away, and a repair brings it back', async () => {
  await start();
  await install('2.0', new Date(MADE_AT.getTime() + 1_000));
  const broken = { hello: 'print("good bye")\n' };
  expect(await start(broken)).toMatchObject({ version: null, missing: [{ key: 'python3' }] });
  expect((await start()).version).toBe('Compiler 2.0');
});

test('an uninstalled compiler is missing, even if its version is stored', async () => {
  await start();
  await unlink(compiler);
  expect(await start()).toEqual({
    version: null,
    missing: [{ key: 'python3', trouble: null }],
    asked: 1,
  });
});
