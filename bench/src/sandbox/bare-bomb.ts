import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '@balloon/e2e/chaos/leftovers.ts';

/** Time in ms in which all of the processes come to rest. */
const REST_MS = 1_000;

/**
 * Measures in which time the kernel ends a number of processes by itself, in ms: they are in a pid namespace of their
 * own, which dies with its first process, as it does for `kill -9` and for any container.
 *
 * @param core on which all of them run; null for any
 */
export async function bareBombGone(size: number, core: number | null): Promise<number> {
  const bomb = [
    'import os, time',
    `for _ in range(${size - 1}):`,
    '  if os.fork() == 0: break',
    'else: print("up", flush=True)',
    'time.sleep(60)',
  ].join('\n');
  const words = [
    ...(core === null ? [] : ['taskset', '--cpu-list', String(core)]),
    ...['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--pid', '--fork'],
    ...['/usr/bin/python3', '-c', bomb],
  ];
  const [command = '', ...args] = words;
  const outside = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(outside, 'exit');
  const up = once(createInterface(outside.stdout), 'line').then(() => true);
  if (!(await Promise.race([up, ended.then(() => false)]))) throw new Error('The bare fork bomb ended early');
  await sleep(REST_MS);
  const [first] = childrenOf(outside.pid ?? 0);
  if (!first) throw new Error('The bare fork bomb has no first process');
  const startedAt = performance.now();
  process.kill(first.pid, 'SIGKILL');
  await ended;
  return performance.now() - startedAt;
}
