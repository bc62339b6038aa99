import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { COMPILING, isRoot, openTestSandbox, type TestSandbox } from '#sandbox/testing.ts';

/** Tests that init.sh runs, only in the emulated machine that it prepares. */
const CRASH_HANDLED = '/crashes/handled';
const SERVICE = '/sys/fs/cgroup/system.slice/judge.service';

let box: TestSandbox;
beforeAll(async () => {
  box = await openTestSandbox();
});
afterAll(() => box.close());

test('the judge uses cgroup v2 to the full', () => {
  expect(box.sandbox.abilities).toMatchObject({ mode: isRoot ? 'full' : 'delegated', cgroup: 'v2' });
});

test('a crash does not start the host’s handler of crashes', async () => {
  await expect(promisify(execFile)('/bin/sh', ['-c', 'kill -SEGV $$'])).rejects.toThrow();
  await vi.waitUntil(() => existsSync(CRASH_HANDLED), { timeout: 60_000 });
  rmSync(CRASH_HANDLED);
  const program = await box.compile(
    '#include <stdlib.h>\n#include <sys/resource.h>\nint main() { struct rlimit none = { 0, 0 }; setrlimit(RLIMIT_CORE, &none); abort(); }',
  );

  expect(await box.run([program])).toMatchObject({ cause: 'signal', signal: 6 });

  await setTimeout(1000);
  expect(existsSync(CRASH_HANDLED)).toBe(false);
});

/**
 * Returns how many bytes of the service's memory the kernel cannot take back. Files in memory, which earlier tests may have
 * left, belong to it: a limit below it would end the largest process of the service, Vitest.
 */
function heldByService(): number {
  const stat = readFileSync(`${SERVICE}/memory.stat`, 'utf8');
  const kinds = stat.matchAll(/^(?:anon|shmem|kernel) (\d+)$/gm);
  return [...kinds].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}

// A user may not set the limit of the cgroup delegated to it.
test.runIf(isRoot)(
  'a program killed because the judge’s service has no more memory is not to blame',
  async () => {
    writeFileSync(`${SERVICE}/memory.max`, String(heldByService() + (150 << 20)));

    const result = await box.run(['/usr/bin/python3', '-c', 'x = bytearray(500 << 20)'], {
      limits: COMPILING,
    });

    writeFileSync(`${SERVICE}/memory.max`, 'max');
    expect(result).toMatchObject({ cause: 'internal', message: 'this machine ran out of memory' });
  },
);
