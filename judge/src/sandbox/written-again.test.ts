import { chmodSync, linkSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { descendants } from '#sandbox/host-state.ts';
import { isRoot, openTestSandbox, SLOWNESS, SMALL, STRANGER, type TestSandbox } from '#sandbox/testing.ts';

const MODES = isRoot
  ? [
      { name: 'as root', options: {} },
      { name: 'without root', options: { user: STRANGER } },
    ]
  : [{ name: 'without root', options: {} }];

describe.each(MODES)('the output file of the run before, $name,', ({ options }) => {
  let box: TestSandbox;
  beforeAll(async () => {
    box = await openTestSandbox(options);
  }, 360_000 * SLOWNESS);
  afterAll(() => box.close());

  const inodes = () => ['out', 'err'].map((name) => statSync(box.path(name)).ino);

  test('is written again, without what was in it', async () => {
    await box.shell('seq 10000; seq 5000 >&2');
    const before = inodes();

    await box.shell('echo short; echo brief >&2');
    expect([await box.read('out'), await box.read('err')]).toEqual(['short\n', 'brief\n']);
    await box.shell('true');
    expect([await box.read('out'), await box.read('err')]).toEqual(['', '']);
    await box.shell('seq 3');
    expect(await box.read('out')).toBe('1\n2\n3\n');

    expect(inodes()).toEqual(before);
  });

  test('ends at the limit of the output, as a new one does', async () => {
    await box.shell('head -c 20000 /dev/zero');
    const limits = { ...SMALL, outputKb: 4 };

    expect(await box.shell('head -c 10000 /dev/zero; sleep 60', { limits })).toMatchObject({
      cause: 'output',
    });

    expect(statSync(box.path('out')).size).toBe(4096);
  });

  test('stays as it is where it has another name, too', async () => {
    await box.shell('echo kept');
    linkSync(box.path('out'), box.path('other'));

    await box.shell('echo new');

    expect([await box.read('out'), await box.read('other')]).toEqual(['new\n', 'kept\n']);
  });

  test('is replaced where programs of others may not read it', async () => {
    await box.shell('echo first');
    chmodSync(box.path('out'), 0o600);

    await box.shell('echo second');

    expect(statSync(box.path('out')).mode & 0o777).toBe(0o644);
  });

  test('is empty after a run that cannot start, or does not come to its end', async () => {
    await box.shell('echo of the run before');
    expect(await box.run(['/box/nothing'])).toMatchObject({ cause: 'internal' });
    expect(await box.read('out')).toBe('');

    await box.shell('echo of the run before');
    expect(await box.shell('true', { box: box.path('nowhere') })).toMatchObject({ cause: 'internal' });
    expect(await box.read('out')).toBe('');

    await box.shell('echo of the run before');
    const running = box.shell('sleep 60');
    // A container that breaks before the run begins is made anew for it.
    await expect.poll(() => descendants(box.helperPid ?? 0).some((pid) => isAsleep(Number(pid)))).toBe(true);
    const init = descendants(box.helperPid ?? 0).find((pid) => isInit(Number(pid)));
    process.kill(Number(init), 'SIGKILL');
    expect(await running).toMatchObject({ cause: 'internal' });
    expect(await box.read('out')).toBe('');
  });
});

/** Whether a process runs the command of the test. */
const isAsleep = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sleep 60');

/** Whether a process is the first of its container. */
const isInit = (pid: number) => /\nNSpid:\t.*\t1\n/.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
