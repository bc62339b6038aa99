import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const ENDLESS = ['/bin/sh', '-c', 'while :; do :; done'];

/**
 * Crowds every core of this machine with processes that compute, until disposed of.
 *
 * @param perCore processes for each core; a program beside them gets about one part in `perCore + 1`
 */
export function crowdMachine(perCore: number): Disposable {
  return crowdOf(perCore * availableParallelism(), ENDLESS);
}

/**
 * Crowds one core with processes that compute, until disposed of; the others stay to those who work.
 *
 * @param count number of processes; a program on that core gets about one part in `count + 1`
 */
export function crowdCore(core: number, count: number): Disposable {
  return crowdOf(count, ['taskset', '--cpu-list', `${core}`, ...ENDLESS]);
}

function crowdOf(count: number, [command = '', ...args]: readonly string[]): Disposable {
  const crowd = Array.from({ length: count }, () => spawn(command, args, { stdio: 'ignore' }));
  return {
    [Symbol.dispose]() {
      for (const neighbour of crowd) neighbour.kill('SIGKILL');
    },
  };
}
