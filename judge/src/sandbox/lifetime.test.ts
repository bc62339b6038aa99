import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { descendants, helperCgroups, mountsNaming } from '#sandbox/host-state.ts';
import { isRoot, openTestSandbox, SLOWNESS, STRANGER } from '#sandbox/testing.ts';

const JUDGE = fileURLToPath(new URL('./lifetime-judge.ts', import.meta.url));

const MODES = isRoot
  ? [
      { name: 'as root', user: undefined },
      { name: 'without root', user: STRANGER },
    ]
  : [{ name: 'without root', user: undefined }];

describe.each(MODES)('when something is killed at once, $name,', ({ user }) => {
  let workDir: string;
  let judge: ChildProcess;
  let helper: number;
  /** The helper, the inits and the programs. */
  let family: number[];

  beforeEach(async () => {
    workDir = await mkdtemp(join(tmpdir(), 'balloon-lifetime-'));
    if (user !== undefined) await chown(workDir, user.uid, user.gid);
    judge = spawn(process.execPath, [JUDGE, workDir, ...(user === undefined ? [] : [String(user.uid)])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    helper = Number(await new Promise((resolve) => judge.stdout?.once('data', resolve)));
    // Two inits, and four processes of each program.
    await vi.waitUntil(() => descendants(helper).length >= 10, { timeout: 20_000 * SLOWNESS });
    family = [helper, ...descendants(helper)];
  }, 60_000 * SLOWNESS);

  afterEach(async () => {
    judge.kill('SIGKILL');
    await rm(workDir, { recursive: true, force: true });
  });

  const groups = () => helperCgroups().filter((path) => path.endsWith(`balloon-${helper}`));
  const alive = async () => {
    const states = await Promise.all(family.map(isAlive));
    return family.filter((_, i) => states[i]);
  };

  test(
    'the judge leaves no process, mount or cgroup',
    async () => {
      judge.kill('SIGKILL');

      await vi.waitUntil(async () => (await alive()).length === 0, { timeout: 20_000 * SLOWNESS });
      expect(groups()).toEqual([]);
      expect(mountsNaming(workDir)).toEqual([]);
    },
    60_000 * SLOWNESS,
  );

  test(
    'the helper leaves no process, and the next start sweeps its cgroups',
    async () => {
      process.kill(helper, 'SIGKILL');

      await vi.waitUntil(async () => (await alive()).length === 0, { timeout: 20_000 * SLOWNESS });
      expect(mountsNaming(workDir)).toEqual([]);
      const next = await openTestSandbox(user === undefined ? {} : { user });
      expect(groups()).toEqual([]);
      await next.close();
    },
    60_000 * SLOWNESS,
  );
});

test('a container whose init is killed is rebuilt for the next run', async () => {
  const box = await openTestSandbox();
  const interrupted = box.shell('sleep 20');
  await vi.waitUntil(() => descendants(box.helperPid ?? 0).length >= 2);
  const [init] = descendants(box.helperPid ?? 0);

  process.kill(init ?? 0, 'SIGKILL');

  expect(await interrupted).toMatchObject({
    cause: 'internal',
    message: 'the container broke and is rebuilt',
  });
  expect(await box.shell('true')).toMatchObject({ cause: 'exit', exitCode: 0 });
  await box.close();
});

test('a run fails when the helper dies, rather than never to end', async () => {
  const box = await openTestSandbox();
  const interrupted = box.shell('sleep 20');

  process.kill(box.helperPid ?? 0, 'SIGKILL');

  await expect(interrupted).rejects.toThrow('The sandbox helper ended');
  await expect(box.shell('true')).rejects.toThrow('The sandbox helper ended');
  await box.close();
  const next = await openTestSandbox();
  expect(helperCgroups().filter((path) => path.endsWith(`balloon-${box.helperPid}`))).toEqual([]);
  await next.close();
});

/** A zombie that nobody has reaped yet is as dead as one that has been. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !stat.includes(') Z');
}
