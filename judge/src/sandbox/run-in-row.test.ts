import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROW_MAX, type RowStep } from '#sandbox/sandbox.ts';
import {
  BRIEF,
  isRoot,
  openTestSandbox,
  SLOWNESS,
  SMALL,
  STRANGER,
  type TestSandbox,
} from '#sandbox/testing.ts';

const MODES = isRoot
  ? [
      { name: 'as root', options: {} },
      { name: 'without root', options: { user: STRANGER } },
    ]
  : [{ name: 'without root', options: {} }];

/** Limits that leave time for every program that does not loop. */
const LIMITS = { ...SMALL, cpuMs: 10_000 * SLOWNESS };

describe.each(MODES)('runs in a row $name', ({ options }) => {
  let box: TestSandbox;
  beforeAll(async () => {
    box = await openTestSandbox(options);
  }, 360_000 * SLOWNESS);
  afterAll(() => box.close());

  /** Writes the files of a row: inputs with the outputs that are expected. */
  function stepsOf(...contents: readonly (readonly [stdin: string, expected: string])[]): Promise<RowStep[]> {
    return Promise.all(
      contents.map(async ([input, output], index) => {
        const [stdin, expected] = [box.path(`${index}.in`), box.path(`${index}.answer`)];
        await writeFile(stdin, input);
        await writeFile(expected, output);
        return { stdin, expected };
      }),
    );
  }

  const runInRow = (command: string, steps: readonly RowStep[], limits = LIMITS, beginWithinMs = 600_000) => {
    const argv = ['/bin/sh', '-c', command];
    return box.slot.runInRow({ argv, stdout: box.path('out'), limits, beginWithinMs }, steps);
  };

  test('go on while each output is the expected one', async () => {
    const steps = await stepsOf(['a long one\n', 'a long one\n'], ['', ''], ['b\n', 'b\n'], ['c\n', 'd\n']);

    const { passed, last } = await runInRow('cat', steps);

    expect(passed).toHaveLength(3);
    for (const { cpuUs, peakKb } of passed) {
      expect(cpuUs).toBeGreaterThan(0);
      expect(peakKb).toBeGreaterThan(0);
    }
    expect(last).toMatchObject({ cause: 'exit', exitCode: 0, outputBytes: 2 });
    expect(await box.read('out')).toBe('c\n');
  });

  test.each([
    ['differs in a byte', 'abc', 'abd'],
    ['goes on', 'abc', 'ab'],
    ['is shorter', 'abc', 'abcd'],
    ['is missing', 'abc', ''],
  ])('end where an output %s', async (_what, output, expected) => {
    const { passed, last } = await runInRow('cat', await stepsOf(['1', '1'], [output, expected], ['2', '2']));

    expect(passed).toHaveLength(1);
    expect(last).toMatchObject({ cause: 'exit', exitCode: 0 });
    expect(await box.read('out')).toBe(output);
  });

  test.each([
    ['exit code', 'exit 3', LIMITS, { cause: 'exit', exitCode: 3 }],
    ['signal', 'kill -SEGV $$', LIMITS, { cause: 'signal', signal: 11 }],
    ['limit', 'while :; do :; done', BRIEF, { cause: 'cpu' }],
  ])('end with a %s although the output is right', async (_what, end, limits, expected) => {
    const steps = await stepsOf(['1', '1'], ['2', '2'], ['3', '3']);

    const { passed, last } = await runInRow(`x=$(cat); printf $x; test $x = 1 || ${end}`, steps, limits);

    expect(passed).toHaveLength(1);
    expect(last).toMatchObject(expected);
    expect(await box.read('out')).toBe('2');
  });

  test('say how many passed while one takes long', async () => {
    const steps = await stepsOf(['1', '1'], ['2', '2'], ['3', '3'], ['4', '4']);
    const said: number[] = [];
    const running = box.slot.runInRow(
      {
        argv: ['/bin/sh', '-c', 'x=$(cat); test $x = 3 && sleep 1000; printf $x'],
        stdout: box.path('out'),
        limits: { ...LIMITS, wallMs: 1_000_000 },
        beginWithinMs: 600_000,
        onPassed: (number) => said.push(number),
      },
      steps,
    );
    await expect.poll(() => said.at(-1)).toBe(2);
    await box.slot.stop();
    expect((await running).passed).toHaveLength(2);
  });

  test('find nothing of each other', async () => {
    const steps = await stepsOf(['1', '1'], ['2', '2'], ['3', '3']);

    const { passed, last } = await runInRow('ls /w /tmp | grep left; touch /w/left /tmp/left; cat', steps);

    expect([passed.length, last.exitCode]).toEqual([2, 0]);
    expect(await box.read('out')).toBe('3');
  });

  test('end when they are stopped', async () => {
    const steps = await stepsOf(['1\n', '1'], ['2\n', '2'], ['3\n', '3']);
    const command = 'read x; printf "$x"; test "$x" != 2 || sleep 1000';
    const ended = runInRow(command, steps, { ...LIMITS, wallMs: 100_000 * SLOWNESS });

    await expect.poll(() => box.read('out')).toBe('2');
    await box.slot.stop();
    const { passed, last } = await ended;

    expect(passed).toHaveLength(1);
    expect(last.cause).toBe('stopped');
  });

  test('do not begin long after the first', async () => {
    const steps = await stepsOf(['1', '1'], ['2', '2']);

    const { passed, last } = await runInRow('cat; sleep 0.1', steps, LIMITS, 50);

    expect([passed.length, last.exitCode]).toEqual([0, 0]);
    expect(await box.read('out')).toBe('1');
  });

  test('end with the first that cannot begin, and the slot goes on', async () => {
    const steps = await stepsOf(['1', '1'], ['2', '2']);
    const missing = { stdin: box.path('missing'), expected: box.path('missing') };

    const broken = await runInRow('cat', [...steps.slice(0, 1), missing]);
    const unread = await runInRow('cat', [{ ...missing, stdin: box.path('0.in') }, ...steps.slice(1)]);

    expect(broken.passed).toHaveLength(1);
    expect(broken.last).toMatchObject({ cause: 'internal', message: expect.stringContaining('missing') });
    expect([unread.passed.length, unread.last.exitCode]).toEqual([0, 0]);
    expect((await runInRow('cat', steps)).passed).toHaveLength(1);
  });

  test('are as many as agreed', async () => {
    const steps = await stepsOf(...Array.from({ length: ROW_MAX + 1 }, () => ['', ''] as const));

    const { passed, last } = await runInRow('exec /bin/true', steps.slice(1));
    const tooMany = await runInRow('exec /bin/true', steps);

    expect([passed.length, last.exitCode]).toEqual([ROW_MAX - 1, 0]);
    expect(tooMany.last).toMatchObject({ cause: 'internal', message: 'bad request: too many followers' });
  });

  test('are lost with a helper that dies', async () => {
    const steps = await stepsOf(['1', '1'], ['2', '2']);
    const ended = runInRow('sleep 1000', steps, { ...LIMITS, wallMs: 100_000 * SLOWNESS });

    await sleep(50);
    process.kill(box.helperPid as number, 'SIGKILL');

    expect(await ended).toMatchObject({ passed: [], last: { cause: 'internal' } });
    expect((await runInRow('cat', steps)).passed).toHaveLength(1);
  });
});
