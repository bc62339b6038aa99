import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildHelper } from '#sandbox/build-helper.ts';
import { COMPILING, isRoot, openTestSandbox, type TestSandbox } from '#sandbox/testing.ts';

/** Tests that init.sh runs, only in the emulated machine that it prepares. */
const CRASH_HANDLED = '/crashes/handled';
const SERVICE = '/sys/fs/cgroup/system.slice/judge.service';
/** Cgroup in which the tests may make others. */
const OWN = isRoot ? '/sys/fs/cgroup/system.slice' : '/sys/fs/cgroup/user.slice/judge.scope';
const MODE = isRoot ? 'full' : 'delegated';

let box: TestSandbox;
beforeAll(async () => {
  box = await openTestSandbox();
});
afterAll(() => box.close());

test('the judge uses cgroup v2 to the full', () => {
  expect(box.sandbox.abilities).toMatchObject({ mode: MODE, cgroup: 'v2' });
});

/**
 * Starts a helper by a shell command in a new cgroup, and ends all other processes there after it.
 *
 * @param command `$1` is the helper, `$2` its work directory, `$3` the cgroup, which the command has to enter
 * @returns the helper's first line
 */
async function firstLine(name: string, command: string): Promise<unknown> {
  await box.makeDirectory(name);
  const cgroup = `${OWN}/${name}`;
  mkdirSync(cgroup);
  const given = ['-c', command, 'sh', await buildHelper(), box.path(name), cgroup];
  const { stdout } = await promisify(execFile)('/bin/sh', given);
  writeFileSync(`${cgroup}/cgroup.kill`, '1');
  return JSON.parse(stdout);
}

test('a judge that starts while others in its cgroup start processes uses it to the full, too', async () => {
  // Processes leave a cgroup in the order in which they came: the one that starts others is among the last.
  const hello = await firstLine(
    'births',
    `echo 0 > "$3/cgroup.procs"
    exec 3>&1 > /dev/null 2>&1
    for i in $(seq 300); do sleep 300 3>&- & done
    while [ -e /proc/$$ ]; do sleep 300 & done 3>&- &
    sleep 1
    "$1" --work-dir "$2" < /dev/null >&3`,
  );

  expect(hello).toEqual({ mode: MODE, cgroup: 'v2', lost: '' });
});

test.runIf(isRoot)(
  'a judge in a container that sees only its own part of it uses that to the full',
  async () => {
    // No process outside of the container is a member of its cgroup.
    const hello = await firstLine(
      'container',
      `exec unshare --mount --pid --fork --mount-proc sh -c '
      echo 0 > "$3/cgroup.procs"
      exec unshare --cgroup --mount sh -c "umount /sys/fs/cgroup && mount -t cgroup2 cgroup2 /sys/fs/cgroup
        \\"\\$1\\" --work-dir \\"\\$2\\" < /dev/null" sh "$1" "$2"' sh "$1" "$2" "$3"`,
    );

    expect(hello).toEqual({ mode: 'full', cgroup: 'v2', lost: '' });
  },
);

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
