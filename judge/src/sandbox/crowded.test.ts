import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crowdCore } from '#sandbox/crowd.ts';
import { isRoot, openTestSandbox, SLOWNESS, SMALL, STRANGER, type TestSandbox } from '#sandbox/testing.ts';

const MODES = isRoot
  ? [
      { name: 'as root', options: {} },
      { name: 'as root with cgroup v2', options: { cgroup: 'v2' as const } },
      { name: 'without root', options: { user: STRANGER } },
    ]
  : [{ name: 'without root', options: {} }];

/** Core of the programs and of their neighbours: the first one that this process may use. */
const CORE = Number(/^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0);

/** Length in µs by the clock of the shortest run whose waits for the processor are looked up. */
const WAITS_LOOKED_UP_US = 100_000;

/** Time in µs that only a stolen core explains when a program neither computed nor waited in it. */
const STOLEN_US = 100_000;

/** Program that computes for the given CPU time in ms, or sleeps for ever. */
const PROGRAM = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
int main(int count, char **arguments) {
  struct timespec used;
  struct rlimit limit;
  if (strcmp(arguments[1], "sleep") == 0) for (;;) pause();
  if (strcmp(arguments[1], "limit") == 0) {
    getrlimit(RLIMIT_CPU, &limit);
    printf("%ld %ld", (long) limit.rlim_cur, (long) limit.rlim_max);
    return 0;
  }
  do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  while (used.tv_sec * 1000 + used.tv_nsec / 1000000 < atol(arguments[1]));
  puts("done");
  return 0;
}`;

describe.each(MODES)('beside busy neighbours, $name,', ({ options }) => {
  let box: TestSandbox;
  let program: string;
  let crowd: Disposable;
  beforeAll(async () => {
    box = await openTestSandbox({ ...options, cores: [CORE] });
    program = await box.compile(PROGRAM);
    crowd = crowdCore(CORE, 5);
  }, 360_000 * SLOWNESS);
  afterAll(async () => {
    crowd[Symbol.dispose]();
    await box.close();
  });

  // Beside five others a program gets a sixth of its core: its 60 ms take longer than the wall limit allows. Alone it would have
  // that time even where it does a third of its work, since a stolen core is neither computing nor waiting.
  const limits = { ...SMALL, cpuMs: 2000 * SLOWNESS, wallMs: 240 * SLOWNESS };

  test(
    'a program that computes within its limit ends by itself, whatever the clock says',
    async () => {
      const compute = () => box.run([program, `${60 * SLOWNESS}`], { limits });
      let run = await compute();
      // The scheduler may owe a program the core for as long as this takes: then it did not wait.
      const isWithoutWaits = () => run.wallUs < WAITS_LOOKED_UP_US;
      const isStolen = () =>
        run.cause === 'wall' && run.wallUs - (run.starvedUs ?? 0) - run.cpuUs > STOLEN_US;
      for (let tries = 1; tries < 10 && (isWithoutWaits() || isStolen()); tries += 1) run = await compute();

      expect(run).toMatchObject({ cause: 'exit', exitCode: 0 });
      expect(run.starvedUs).toBeGreaterThan(0);
      expect(run.starvedUs).toBeLessThanOrEqual(run.wallUs);
    },
    360_000 * SLOWNESS,
  );

  test(
    'one that computes too long is stopped for that, at the limit of the true CPU time',
    async () => {
      const cpuMs = 60 * SLOWNESS;
      const run = await box.run([program, '60000'], { limits: { ...limits, cpuMs, wallMs: 200 * cpuMs } });

      expect(run.cause, JSON.stringify(run)).toBe('cpu');
      expect(run.cpuUs).toBeGreaterThanOrEqual(cpuMs * 1000);
    },
    360_000 * SLOWNESS,
  );

  test(
    'one that may go on beyond its limit for a while has exceeded it, whether it ends in that time or is stopped',
    async () => {
      const cpuMs = 60 * SLOWNESS;
      // A wall limit near that time would be reached first where something is neither computing nor waiting, as a stolen core,
      // and thirty times that limit where other tests leave next to nothing of the core.
      const withTime = { ...limits, cpuMs, crowdedCpuMs: 2 * cpuMs, wallMs: 200 * cpuMs };
      const runLate = () => box.run([program, `${1.2 * cpuMs}`], { limits: withTime });
      let late = await runLate();
      // The scheduler may owe a program most of the core for as long as this takes: then it was not crowded.
      for (let tries = 1; tries < 10 && late.wallUs < 2 * late.cpuUs; tries += 1) late = await runLate();
      const lateOutput = await box.read('out');
      const endless = await box.run([program, '60000'], { limits: withTime });

      expect(late.cause).toBe('cpu');
      expect(lateOutput, JSON.stringify(late)).toBe('done\n');
      expect(endless).toMatchObject({ cause: 'cpu', message: null });
      expect(endless.cpuUs).toBeGreaterThanOrEqual(2 * cpuMs * 1000);
    },
    360_000 * SLOWNESS,
  );

  test(
    'one that sleeps is stopped at the wall limit',
    async () => {
      const run = await box.run([program, 'sleep'], { limits });

      expect(run.cause).toBe('wall');
      expect(run.wallUs - (run.starvedUs ?? 0)).toBeGreaterThanOrEqual(limits.wallMs * 1000);
      expect(run.cpuUs).toBeLessThan(limits.cpuMs * 500);
    },
    360_000 * SLOWNESS,
  );

  test('the limit that the kernel counts in ticks lies beyond twice the CPU limit', async () => {
    await box.run([program, 'limit'], { limits });

    const [soft = 0, hard = 0] = (await box.read('out'))?.split(' ').map(Number) ?? [];
    expect(soft).toBeGreaterThanOrEqual((2 * limits.cpuMs) / 1000 + 3);
    expect(hard).toBe(soft);
  });
});
