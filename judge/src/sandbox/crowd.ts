import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Crowds every core of this machine with processes that compute, until disposed of.
 *
 * @param perCore processes for each core; a program beside them gets about one part in `perCore + 1`
 */
export function crowdMachine(perCore: number): Disposable {
  const crowd: ChildProcess[] = Array.from({ length: perCore * availableParallelism() }, () =>
    spawn('/bin/sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }),
  );
  return {
    [Symbol.dispose]() {
      for (const neighbour of crowd) neighbour.kill('SIGKILL');
    },
  };
}
