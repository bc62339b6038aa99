import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildHelper } from '#sandbox/build-helper.ts';
import type { RunningSandbox } from '#sandbox/running-sandbox.ts';
import type { RunLimits, RunRequest, RunResult, SandboxSlot } from '#sandbox/sandbox.ts';
import { type SandboxOptions, startSandbox } from '#sandbox/start-sandbox.ts';

/** Factor by which this machine is slower than usual: an emulated one needs more time for the same work. */
export const SLOWNESS = Number(process.env.TEST_SLOWNESS ?? 1);

/**
 * Limits wide enough for every well-behaved program of the tests, and small enough to reach quickly, except that of CPU:
 * beside busy neighbours an interpreter alone may take 300 ms, and filling 64 MB of memory more than 400.
 */
export const SMALL: RunLimits = {
  cpuMs: 5000 * SLOWNESS,
  wallMs: 10_000 * SLOWNESS,
  memoryKb: 65_536,
  outputKb: 1024,
  processes: 32,
  scratchKb: 16_384,
};

/** Limits of a program that is to meet its CPU limit. */
export const BRIEF: RunLimits = { ...SMALL, cpuMs: 300 * SLOWNESS };

/** Limits of a compiler. */
export const COMPILING: RunLimits = {
  cpuMs: 30_000 * SLOWNESS,
  wallMs: 60_000 * SLOWNESS,
  memoryKb: 1_048_576,
  outputKb: 1024,
  processes: 64,
  scratchKb: 262_144,
};

/** Unprivileged user that exists on no system, for the modes without root. */
export const STRANGER = { uid: 23_456, gid: 23_456 };

export const isRoot = process.getuid?.() === 0;

/**
 * Copies the helper beside the work directory's files: another user may not enter the folder of this repository, such
 * as root's home.
 *
 * @returns the folder, for `SandboxOptions.buildDir`
 */
export async function copyHelper(workDir: string): Promise<string> {
  const helper = await buildHelper();
  const folder = join(workDir, 'helper');
  await mkdir(folder, { recursive: true });
  await copyFile(helper, join(folder, basename(helper)));
  await chmod(folder, 0o755);
  return folder;
}

/** Sandbox of a test: a work directory, a slot, and files by their name in that directory. */
export interface TestSandbox {
  workDir: string;
  sandbox: RunningSandbox;
  helperPid: number | undefined;
  slot: SandboxSlot;
  path(name: string): string;
  /** Makes a directory of the helper's user that no other user may enter. */
  makeDirectory(name: string): Promise<void>;
  /** Reads a file that a run has written, or `undefined` when there is none. */
  read(name: string): Promise<string | undefined>;
  /** Runs a shell command with /box and the streams `out` and `err`. */
  shell(command: string, more?: Partial<RunRequest>): Promise<RunResult>;
  /** Compiles a C program in the sandbox; returns its path inside. */
  compile(source: string, name?: string): Promise<string>;
  /** Runs a compiled or system program with /box and the streams `out` and `err`. */
  run(argv: readonly string[], more?: Partial<RunRequest>): Promise<RunResult>;
  close(): Promise<void>;
}

/** Starts a sandbox in a fresh work directory in a folder, as `options.user` if given. */
export async function openTestSandbox(
  options: Partial<SandboxOptions> = {},
  place = tmpdir(),
): Promise<TestSandbox> {
  const workDir = await mkdtemp(join(place, 'balloon-sandbox-'));
  const path = (name: string) => join(workDir, name);
  const makeDirectory = async (name: string) => {
    await mkdir(path(name), { mode: 0o700, recursive: true });
    if (options.user !== undefined) await chown(path(name), options.user.uid, options.user.gid);
  };
  await makeDirectory('');
  await makeDirectory('box');
  const reachable = options.user === undefined ? {} : { buildDir: await copyHelper(workDir) };
  const sandbox = await startSandbox({ workDir, ...reachable, ...options });
  const slot = await sandbox.openSlot(0);
  const run = (argv: readonly string[], more: Partial<RunRequest> = {}) =>
    slot.run({ argv, box: path('box'), stdout: path('out'), stderr: path('err'), limits: SMALL, ...more });
  const read = (name: string) => readFile(path(name), 'utf8').catch(() => undefined);
  return {
    workDir,
    sandbox,
    helperPid: sandbox.helperPid,
    slot,
    path,
    makeDirectory,
    read,
    run,
    shell: (command, more) => run(['/bin/sh', '-c', command], more),
    async compile(source, name = 'program') {
      await writeFile(path('box/source.c'), source);
      await chmod(path('box/source.c'), 0o644);
      await compileFile(run, path, '/box/source.c', name, read);
      return `/box/${name}`;
    },
    async close() {
      await sandbox.close();
      await rm(workDir, { recursive: true, force: true });
    },
  };
}

/** Compiles `/box/<file>` (C or C++ by its ending) in the sandbox to `/box/<name>`. */
export async function compileFile(
  run: TestSandbox['run'],
  path: TestSandbox['path'],
  source: string,
  name: string,
  read: TestSandbox['read'],
): Promise<void> {
  const compiler = source.endsWith('.cpp') ? '/usr/bin/g++' : '/usr/bin/gcc';
  const result = await run([compiler, '-w', '-O1', '-pthread', '-o', name, source], {
    limits: COMPILING,
    filesOut: [{ name, to: path(`box/${name}`), maxKb: 65_536, executable: true }],
  });
  if (!result.fetched.includes(name)) throw new Error(`${source} does not compile: ${await read('err')}`);
}
