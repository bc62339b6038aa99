import { copyFileSync, existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesBetween, type HostState, helperCgroups, hostState, mountsOf } from '#sandbox/host-state.ts';
import type { RunLimits, RunResult } from '#sandbox/sandbox.ts';
import type { SandboxOptions } from '#sandbox/start-sandbox.ts';
import {
  COMPILING,
  compileFile,
  isRoot,
  openTestSandbox,
  SLOWNESS,
  SMALL,
  STRANGER,
  type TestSandbox,
} from '#sandbox/testing.ts';

const PACK = fileURLToPath(new URL('../../testsuite/hostile/', import.meta.url));

/** First line of a hostile program; see `judge/testsuite/hostile/README.md`. */
interface Hostile {
  file: string;
  meaning: string;
  causes: string[];
  exitCode: number | undefined;
  fetched: string | undefined;
}

const PROGRAMS = readdirSync(PACK)
  .filter((file) => !file.endsWith('.md'))
  .sort()
  .map(readHeader);

const MODES = [
  ...(isRoot ? [{ name: 'as root', options: {} }] : []),
  { name: 'without root', options: isRoot ? { user: STRANGER } : {} },
];

/** Folder of the programs that the first mode has compiled: the other one attacks with the same. */
let compiled: string;
beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'balloon-hostile-'));
});
afterAll(() => rm(compiled, { recursive: true, force: true }));

describe.each(MODES)('a hostile program $name', ({ options }) => {
  let box: TestSandbox;
  let listeners: Server[];
  let atFirst: HostState;
  let targets: string[];

  beforeAll(async () => {
    box = await openTestSandbox(options);
    const abstractName = `balloon-${process.pid}-${Date.now()}`;
    listeners = [createServer(), createServer()];
    const [tcp, abstract] = listeners as [Server, Server];
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => abstract.listen(`\0${abstractName}`, resolve));
    const address = tcp.address();
    await writeFile(box.path('answer'), 'the answer of the test');
    // A judge's files belong to one user as well.
    const { user }: Partial<SandboxOptions> = options;
    if (user) await chown(box.path('answer'), user.uid, user.gid);
    targets = [box.path('answer'), String(typeof address === 'object' ? address?.port : 0), abstractName];
    for (const { file } of PROGRAMS) copyFileSync(join(PACK, file), box.path(`box/${file}`));
    for (const { file } of PROGRAMS.filter(isCompiled)) {
      const name = programName(file);
      const [kept, here] = [join(compiled, name), box.path(`box/${name}`)];
      if (existsSync(kept)) {
        copyFileSync(kept, here);
        continue;
      }
      await compileFile(box.run, box.path, `/box/${file}`, name, box.read);
      copyFileSync(here, kept);
    }
    await writeFile(box.path('out'), '');
    await writeFile(box.path('err'), '');
    atFirst = stateNow();
  }, 360_000 * SLOWNESS);

  afterAll(async () => {
    for (const listener of listeners) listener.close();
    await box.close();
    expect(helperCgroups().filter((path) => path.includes(`balloon-${box.helperPid}`))).toEqual([]);
  });

  /** State of the host without the file that only some runs write. */
  const stateNow = () => {
    const { files, ...state } = hostState(box.helperPid, [box.workDir]);
    return { ...state, files: files.filter((name) => name !== 'fetched') };
  };

  test('finds no mounts of others beside it, nor others its own', () => {
    const helper = box.helperPid ?? 0;
    expect(readlinkSync(`/proc/${helper}/ns/mnt`)).not.toBe(readlinkSync('/proc/self/ns/mnt'));
    expect(mountsOf(helper).filter((line) => /\b(?:shared|master):/.test(line))).toEqual([]);
  });

  test.each(PROGRAMS)(
    '$file is held: $meaning',
    async ({ file, ...expected }) => {
      const before = stateNow();
      for (const round of ['first', 'second']) {
        const result = await box.run(commandFor(file, targets), {
          limits: attacksCompiler(file) ? compilerLimits(expected.causes) : limitsFor(expected.causes),
          stdin: box.path('answer'),
          filesOut: [{ name: 'out.txt', to: box.path('fetched'), maxKb: 64 }],
        });
        expectHeld(
          result,
          expected,
          `${file}, ${round} run: ${JSON.stringify(result)} ${await box.read('out')} ${(await box.read('err'))?.slice(0, 500)}`,
        );
      }

      if (expected.fetched === 'out.txt') expect((await stat(box.path('fetched'))).mode & 0o7000).toBe(0);
      expect(changesBetween(before, stateNow())).toEqual({});
      expect(await box.read('answer')).toBe('the answer of the test');
      expect((await stat(box.path('err'))).size).toBeLessThanOrEqual(64 * 1024);
    },
    360_000 * SLOWNESS,
  );

  test('leaves a slot that still works', async () => {
    expect(await box.shell('echo alive')).toMatchObject({ cause: 'exit', exitCode: 0 });
    expect(await box.read('out')).toBe('alive\n');
    expect(changesBetween(atFirst, stateNow())).toEqual({});
  });
});

/** Limits of a compiler: one that an attack makes compute for ever uses up its CPU time in every run. */
function compilerLimits(causes: readonly string[]): RunLimits {
  const cpuMs = causes.includes('cpu') ? 100 * SLOWNESS : COMPILING.cpuMs;
  return { ...COMPILING, cpuMs, memoryKb: 262_144, scratchKb: 16_384 };
}

/**
 * Limits of a program: those expected to sleep or to compute for ever have short ones, all others may be as slow as a busy
 * machine makes them, or a virtual one on which each new page costs 15 µs.
 */
function limitsFor(causes: readonly string[]): RunLimits {
  const isEndless = causes.every((cause) => cause === 'cpu' || cause === 'memory');
  const cpuMs = !causes.includes('cpu') ? SMALL.cpuMs : (isEndless ? 100 : 200) * SLOWNESS;
  return {
    ...SMALL,
    cpuMs,
    ...(causes.includes('wall') ? { wallMs: 500 * SLOWNESS } : {}),
  };
}

function expectHeld(result: RunResult, expected: Omit<Hostile, 'file'>, about: string): void {
  expect(expected.causes, about).toContain(result.cause);
  if (expected.exitCode !== undefined && result.cause === 'exit') {
    expect(result.exitCode, about).toBe(expected.exitCode);
  }
  if (expected.fetched !== undefined) {
    expect(result.fetched, about).toEqual(expected.fetched === 'none' ? [] : [expected.fetched]);
  }
}

function readHeader(file: string): Hostile {
  const [line = ''] = readFileSync(join(PACK, file), 'utf8').split('\n');
  const match =
    /hostile: (?<meaning>.+); expect: cause=(?<causes>\S+)(?: exitCode=(?<code>\d+))?(?: fetched=(?<fetched>\S+))?$/.exec(
      line,
    );
  if (match?.groups === undefined) throw new Error(`${file}: the first line is not as the README says`);
  const { meaning = '', causes = '', code, fetched } = match.groups;
  return {
    file,
    meaning,
    causes: causes.split('|'),
    exitCode: code === undefined ? undefined : Number(code),
    fetched,
  };
}

function commandFor(file: string, targets: readonly string[]): string[] {
  if (attacksCompiler(file)) {
    return [file.endsWith('.cpp') ? '/usr/bin/g++' : '/usr/bin/gcc', '-o', 'program', `/box/${file}`];
  }
  const command = isCompiled({ file }) ? [`/box/${programName(file)}`] : ['/usr/bin/python3', `/box/${file}`];
  return [...command, ...targets];
}

/** Whether the attack is on the compiler, which then runs and must be contained. */
function attacksCompiler(file: string): boolean {
  return file.startsWith('compile-');
}

function isCompiled({ file }: { file: string }): boolean {
  return !file.endsWith('.py') && !attacksCompiler(file);
}

function programName(file: string): string {
  return `${file.replace(/\.\w+$/, '')}.exe`;
}
