import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, readFile, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DEFAULT_ENVIRONMENT, DEFAULT_STDERR_KB } from '#sandbox/encode-run.ts';
import type { RunningSandbox } from '#sandbox/running-sandbox.ts';
import type { RunCause, RunRequest, RunResult, SandboxSlot } from '#sandbox/sandbox.ts';
import { warningsFor } from '#sandbox/sandbox-warnings.ts';

/*
 * No isolation: for developing on a machine where not even user namespaces can be had, and never for a contest. A
 * program is a process group with resource limits; /box and /w are replaced in its arguments by real directories.
 */

const POLL_MS = 10;
const TICK_US = 10_000;

/** The sandbox that protects nobody; the caller must have asked for it by name. */
export function openPlainSandbox(workDir: string): RunningSandbox {
  return {
    abilities: { mode: 'plain', cgroup: 'none', warnings: warningsFor('plain', '') },
    helperPid: undefined,
    died: new AbortController().signal,
    async openSlot(number) {
      return openPlainSlot(number, join(workDir, `plain-${number}`));
    },
    async close() {},
  };
}

function openPlainSlot(number: number, scratch: string): SandboxSlot {
  return {
    number,
    async run(request) {
      await rm(scratch, { recursive: true, force: true });
      await mkdir(scratch, { recursive: true });
      for (const { from, name } of request.filesIn ?? []) await copyFile(from, join(scratch, name));
      const result = await runProgram(scratch, request);
      return { ...result, fetched: await fetchFiles(scratch, request) };
    },
    close: () => rm(scratch, { recursive: true, force: true }),
  };
}

async function runProgram(scratch: string, request: RunRequest): Promise<Omit<RunResult, 'fetched'>> {
  const { limits } = request;
  const input = await open(request.stdin ?? '/dev/null');
  const started = performance.now();
  const child = startGroup(scratch, request, input.fd);
  const ending = whenEnded(child);
  const use = { cpuUs: 0, peakKb: 0 };
  let stopped: RunCause | null = null;
  const stop = (cause: RunCause) => {
    stopped ??= cause;
    killGroup(child);
  };
  const output = keep(child.stdout, request.stdout, limits.outputKb * 1024, () => stop('output'));
  const errors = keep(child.stderr, request.stderr, (request.stderrKb ?? DEFAULT_STDERR_KB) * 1024);
  // Only now: a short program may end during the first await, and what nobody reads by then is lost.
  await input.close();
  const wall = setTimeout(() => stop('wall'), limits.wallMs);
  const poll = setInterval(async () => {
    await measure(child.pid, use);
    if (use.cpuUs >= limits.cpuMs * 1000) stop('cpu');
    if (use.peakKb > limits.memoryKb) stop('memory');
  }, POLL_MS);
  const ended = await ending;
  clearTimeout(wall);
  clearInterval(poll);
  killGroup(child);
  const outputBytes = await output;
  await errors;
  return {
    ...ended,
    cause: stopped ?? ended.cause,
    wallUs: elapsedUs(started),
    outputBytes,
    ...use,
    leftProcesses: 0,
  };
}

function startGroup(scratch: string, { argv, env, box, limits }: RunRequest, input: number) {
  const real = (text: string) =>
    text.replace(
      /(^|[^\w./-])\/(box|w)(?=\/|$)/g,
      (_, before, name) => before + (name === 'w' ? scratch : box),
    );
  const seconds = Math.ceil(limits.cpuMs / 1000) + 1;
  const script = `ulimit -t ${seconds}; ulimit -c 0; ulimit -f ${limits.scratchKb * 2}; exec "$@"`;
  return spawn('/bin/sh', ['-c', script, 'sh', ...argv.map(real)], {
    cwd: scratch,
    env: { ...DEFAULT_ENVIRONMENT, HOME: scratch, TMPDIR: scratch, ...env },
    detached: true,
    stdio: [input, 'pipe', 'pipe'],
    // The types know no descriptor as an input.
  }) as ChildProcessByStdio<null, Readable, Readable>;
}

type Ended = Pick<RunResult, 'cause' | 'exitCode' | 'signal' | 'message'>;

function whenEnded(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.on('error', (error) =>
      resolve({ cause: 'internal', exitCode: null, signal: null, message: error.message }),
    );
    child.on('exit', (exitCode, name) => {
      const signal = name === null ? null : constants.signals[name];
      resolve({ cause: signal === null ? 'exit' : 'signal', exitCode, signal, message: null });
    });
  });
}

/** Writes the beginning of a stream to a file; gives the number of bytes that came altogether. */
async function keep(
  stream: Readable,
  path: string | undefined,
  max: number,
  onFull?: () => void,
): Promise<number> {
  const file = createWriteStream(path ?? '/dev/null');
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (bytes < max) file.write(chunk.subarray(0, max - bytes));
    bytes += chunk.length;
    if (bytes > max) onFull?.();
  }
  await new Promise<void>((resolve) => file.end(resolve));
  return bytes;
}

/** Only the first process and the children it has reaped: one of the reasons why this is not for contests. */
async function measure(pid: number | undefined, use: { cpuUs: number; peakKb: number }): Promise<void> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const fields = (await read('stat')).split(') ')[1]?.split(' ').slice(11, 15) ?? [];
  const ticks = fields.reduce((sum, field) => sum + Number(field), 0);
  use.cpuUs = Math.max(use.cpuUs, ticks * TICK_US);
  use.peakKb = Math.max(use.peakKb, Number(/VmHWM:\s+(\d+)/.exec(await read('status'))?.[1] ?? 0));
}

async function fetchFiles(scratch: string, { filesOut = [] }: RunRequest): Promise<string[]> {
  const fetched: string[] = [];
  for (const { name, to, maxKb, executable } of filesOut) {
    const status = await lstat(join(scratch, name)).catch(() => null);
    if (status === null || !status.isFile() || status.size > maxKb * 1024) continue;
    await rm(to, { force: true });
    await copyFile(join(scratch, name), to);
    await chmod(to, executable === true ? 0o755 : 0o644);
    fetched.push(name);
  }
  return fetched;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has ended already.
  }
}

function elapsedUs(started: number): number {
  return Math.round((performance.now() - started) * 1000);
}
