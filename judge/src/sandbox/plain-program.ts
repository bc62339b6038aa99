import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_ENVIRONMENT, DEFAULT_STDERR_KB } from '#sandbox/encode-run.ts';
import type { PairedRequest, PairedResult, RunCause, RunRequest } from '#sandbox/sandbox.ts';

const POLL_MS = 10;
const TICK_US = 10_000;
/** Time in ms that a program may live on after it closed its output, before its peer learns that. */
const CLOSING_MS = 20;

type PlainResult = Omit<PairedResult, 'fetched'>;

/** Program of the plain sandbox while it runs. */
export interface PlainProgram {
  result: Promise<PlainResult>;
  stop(cause: RunCause): void;
  /** Connects the input of the peer; set only in a pair, see `wire`. */
  connect: ((input: Writable) => void) | null;
  input: Writable | null;
}

/** Connects the output of one program of a pair to the input of the other. */
export function wire(from: PlainProgram, to: PlainProgram): void {
  if (to.input === null) throw new Error('A program outside of a pair has no input from a peer');
  from.connect?.(to.input);
}

/**
 * Starts a program without isolation.
 *
 * @param streams `files`: as the request says; `wires`: to be connected with `wire`
 */
export async function startPlainProgram(
  scratch: string,
  request: RunRequest & Partial<PairedRequest>,
  streams: 'files' | 'wires',
): Promise<PlainProgram> {
  const { limits, lingerMs = 0 } = request;
  const input = streams === 'files' ? await open(request.stdin ?? '/dev/null') : null;
  const startedUs = nowUs();
  const child = startGroup(scratch, request, input?.fd ?? 'pipe');
  const ended = whenEnded(child);
  let stopped: RunCause | null = null;
  const stop = (cause: RunCause) => {
    stopped ??= cause;
    killGroup(child);
  };
  const parting = ended.then(async ({ cause, exitCode }) => {
    const endedBadly = stopped === null && (cause === 'signal' || exitCode !== 0);
    if (endedBadly && lingerMs > 0) await sleep(lingerMs);
    return nowUs();
  });
  let connect: PlainProgram['connect'] = null;
  const wired = new Promise<Writable>((resolve) => {
    connect = resolve;
  });
  const onFull = () => stop('output');
  const output =
    input === null
      ? relay(child, wired, parting, limits.outputKb * 1024, onFull)
      : keep(child.stdout, request.stdout, limits.outputKb * 1024, onFull);
  const errors = keep(child.stderr, request.stderr, (request.stderrKb ?? DEFAULT_STDERR_KB) * 1024);
  // Not earlier: a short program may end during the first await, and unread output is lost by then.
  await input?.close();

  async function supervise(): Promise<PlainResult> {
    const use = { cpuUs: 0, peakKb: 0 };
    const wall = setTimeout(() => stop('wall'), limits.wallMs);
    const poll = setInterval(async () => {
      await measure(child.pid, use);
      if (use.cpuUs >= limits.cpuMs * 1000) stop('cpu');
      if (use.peakKb > limits.memoryKb) stop('memory');
    }, POLL_MS);
    const end = await ended;
    const wallUs = nowUs() - startedUs;
    clearTimeout(wall);
    clearInterval(poll);
    killGroup(child);
    const outputBytes = await output;
    await errors;
    return {
      ...end,
      cause: stopped ?? end.cause,
      wallUs,
      endedUs: await parting,
      outputBytes,
      ...use,
      leftProcesses: 0,
      // This sandbox cannot inspect pipes.
      unreadOutput: 0,
      unreadInput: 0,
    };
  }

  return { result: supervise(), stop, connect, input: child.stdin };
}

function startGroup(scratch: string, { argv, env, box, limits }: RunRequest, input: number | 'pipe') {
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
    // The type declarations lack a descriptor as an input.
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
}

function nowUs(): number {
  return Math.round(performance.now() * 1000);
}

type Ended = Pick<PairedResult, 'cause' | 'exitCode' | 'signal' | 'message'>;

function whenEnded(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ cause: 'internal', exitCode: null, signal: null, message }));
    child.on('exit', (exitCode, name) => {
      const signal = name === null ? null : constants.signals[name];
      const cause = signal === null ? 'exit' : 'signal';
      resolve({ cause, exitCode, signal, message: null });
    });
  });
}

/** Writes the beginning of a stream to a file; returns the total number of bytes. */
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

/** Passes the output of a program on to the peer; discards data that the peer does not read any more. */
async function relay(
  child: ChildProcessByStdio<Writable | null, Readable, Readable>,
  wired: Promise<Writable>,
  parting: Promise<unknown>,
  max: number,
  onFull: () => void,
): Promise<number> {
  const peer = await wired;
  peer.on('error', () => undefined); // the peer has ended
  let bytes = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > max) onFull();
    if (peer.writable) await new Promise((resolve) => peer.write(chunk, resolve));
  }
  // A program that lives on after it closed its output did so deliberately; on a busy machine it may only take long to end.
  const hasParted = parting.then(() => true);
  while (!(await Promise.race([hasParted, sleep(CLOSING_MS, false)])) && (await isEnding(child)));
  peer.end();
  return bytes;
}

/** Flag of the kernel for a process that has called exit, or was killed, and gives back what it had. */
const PF_EXITING = 4;

/** Whether a program has ended, or is about to, though this process has not been told. */
async function isEnding({ pid }: ChildProcess): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state = 'Z', , , , , , flags] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  return stat === '' || state === 'Z' || (Number(flags) & PF_EXITING) !== 0;
}

/** Measures only the first process and the children it has reaped: a reason why this sandbox is not for contests. */
async function measure(pid: number | undefined, use: { cpuUs: number; peakKb: number }): Promise<void> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const fields = (await read('stat')).split(') ')[1]?.split(' ').slice(11, 15) ?? [];
  const ticks = fields.reduce((sum, field) => sum + Number(field), 0);
  use.cpuUs = Math.max(use.cpuUs, ticks * TICK_US);
  use.peakKb = Math.max(use.peakKb, Number(/VmHWM:\s+(\d+)/.exec(await read('status'))?.[1] ?? 0));
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has ended already.
  }
}
