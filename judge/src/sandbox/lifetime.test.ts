import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runPatiently } from '#run/run-patiently.ts';
import { descendants, helperCgroups, mountsNaming } from '#sandbox/host-state.ts';
import { isRoot, openTestSandbox, SLOWNESS, SMALL, STRANGER, type TestSandbox } from '#sandbox/testing.ts';

const JUDGE = fileURLToPath(new URL('../testing/lifetime-judge.ts', import.meta.url));

/** Programs may start late, beside whatever else the machine does. */
const STARTED = { timeout: 100_000 * SLOWNESS };

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
  /** Process ids of the helper, the init processes and the programs. */
  let family: number[];

  beforeEach(async () => {
    workDir = await mkdtemp(join(tmpdir(), 'balloon-lifetime-'));
    if (user !== undefined) await chown(workDir, user.uid, user.gid);
    judge = spawn(process.execPath, [JUDGE, workDir, ...(user === undefined ? [] : [String(user.uid)])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    helper = Number(await new Promise((resolve) => judge.stdout?.once('data', resolve)));
    // Two init processes, and four processes of each program.
    await vi.waitUntil(() => descendants(helper).length >= 10, STARTED);
    family = [helper, ...descendants(helper)];
  }, 360_000 * SLOWNESS);

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

      await vi.waitUntil(async () => (await alive()).length === 0, { timeout: 100_000 * SLOWNESS });
      expect(groups()).toEqual([]);
      expect(mountsNaming(workDir)).toEqual([]);
    },
    360_000 * SLOWNESS,
  );

  test(
    'the helper leaves no process, and the next start sweeps its cgroups',
    async () => {
      process.kill(helper, 'SIGKILL');

      await vi.waitUntil(async () => (await alive()).length === 0, { timeout: 100_000 * SLOWNESS });
      expect(mountsNaming(workDir)).toEqual([]);
      const next = await openTestSandbox(user === undefined ? {} : { user });
      expect(groups()).toEqual([]);
      await next.close();
    },
    360_000 * SLOWNESS,
  );
});

test('a container whose init is killed is rebuilt for the next run', async () => {
  const box = await openTestSandbox();
  const interrupted = box.shell('sleep 20');
  await vi.waitUntil(() => descendants(box.helperPid ?? 0).length >= 2, STARTED);
  const [init] = descendants(box.helperPid ?? 0);

  process.kill(init ?? 0, 'SIGKILL');

  expect(await interrupted).toMatchObject({
    cause: 'internal',
    message: 'the container broke and is rebuilt: signal 9 (Killed) ended its init',
  });
  expect(await box.shell('true')).toMatchObject({ cause: 'exit', exitCode: 0 });
  await box.close();
});

describe('a helper that dies', () => {
  let box: TestSandbox;
  let lines: string[];
  beforeEach(async () => {
    lines = [];
    box = await openTestSandbox({ log: (line) => lines.push(line) });
  });
  afterEach(() => box.close());

  const helperNow = () => box.sandbox.helperPid ?? 0;
  const kill = (signal: NodeJS.Signals) => process.kill(helperNow(), signal);

  test.each([
    ['SIGKILL', /killed by SIGKILL, by an operator or by the kernel.*wrote nothing/],
    ['SIGSEGV', new RegExp(`killed by SIGSEGV.*was ended by SIGSEGV, sent by process ${process.pid}`)],
    ['SIGABRT', /killed by SIGABRT.*was ended by SIGABRT/],
  ] as const)('of %s says why, and another one takes its place', async (signal, reason) => {
    const before = helperNow();
    const interrupted = box.shell('sleep 20');

    kill(signal);

    expect(await interrupted).toMatchObject({ cause: 'internal', message: expect.stringMatching(reason) });
    expect(await box.shell('echo again')).toMatchObject({ cause: 'exit', exitCode: 0 });
    expect(await box.read('out')).toBe('again\n');
    expect(helperNow()).not.toBe(before);
    expect(helperCgroups().filter((path) => path.endsWith(`balloon-${before}`))).toEqual([]);
    expect(box.sandbox.died.aborted).toBe(false);
  });

  test('in the middle of a test costs no verdict', async () => {
    const limits = { ...SMALL, cpuMs: 60_000, wallMs: 600_000 };
    // Goes on until it may end, so that it is killed before that however late the test looks.
    const command = 'until test -e /box/end; do sleep 0.1; done; echo judged';
    const request = {
      argv: ['/bin/sh', '-c', command],
      box: box.path('box'),
      stdout: box.path('out'),
      limits,
    };
    const judged = runPatiently(box.slot, request);
    await vi.waitUntil(() => descendants(helperNow()).length >= 2, STARTED);
    kill('SIGKILL');
    await writeFile(box.path('box/end'), '', { mode: 0o644 });

    expect(await judged).toMatchObject({ cause: 'exit', exitCode: 0 });
    expect(await box.read('out')).toBe('judged\n');
  });

  test('again and again ends the sandbox, with the reason', async () => {
    for (let i = 0; i < 4; i += 1) {
      const interrupted = box.shell('sleep 20');
      await vi.waitUntil(() => descendants(helperNow()).length >= 2, STARTED);
      kill('SIGKILL');
      expect(await interrupted).toMatchObject({ cause: 'internal' });
    }

    expect(await box.shell('true')).toMatchObject({ cause: 'internal' });
    expect(box.sandbox.died.reason).toMatchObject({ message: expect.stringContaining('killed by SIGKILL') });
  });

  test('does not die of a signal to the judge’s whole process group', async () => {
    const run = box.shell('sleep 0.3');
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) kill(signal);

    expect(await run).toMatchObject({ cause: 'exit', exitCode: 0 });
    expect(await box.shell('kill -TERM $$')).toMatchObject({ cause: 'signal', signal: 15 });
    expect(lines).toEqual([]);
  });
});

/** Whether a process lives. A zombie that was not reaped yet counts as dead. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !stat.includes(') Z');
}
