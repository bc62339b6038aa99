import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Runs a program at minimal cost, for comparison: vfork, exec and wait, in C, without a sandbox. */
export interface BareRunner {
  /** Runs the program once; returns wall clock time and processor time. */
  once(): Promise<{ wallMs: number; cpuMs: number }>;
  stop(): void;
}

/** @param argv the program, by its whole path, and its arguments */
export async function startBareRunner(argv: readonly string[]): Promise<BareRunner> {
  const source = fileURLToPath(new URL('../../native/bare-run.c', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'balloon-bare-'));
  const program = join(folder, 'bare-run');
  await promisify(execFile)('cc', ['-O2', '-o', program, source]);
  const child = spawn(program, argv, { stdio: 'pipe' });
  await once(child, 'spawn');
  await rm(folder, { recursive: true });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async once() {
      child.stdin.write('x');
      const [wallUs, cpuUs] = String((await lines.next()).value)
        .split(' ')
        .map(Number);
      return { wallMs: (wallUs ?? Number.NaN) / 1000, cpuMs: (cpuUs ?? Number.NaN) / 1000 };
    },
    stop: () => child.stdin.end(),
  };
}
