import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlainSandbox } from '#sandbox/plain-sandbox.ts';
import { type PairOptions, runPair } from '#sandbox/run-pair.ts';
import type { PairedRequest, SandboxSlot } from '#sandbox/sandbox.ts';
import { isRoot, openTestSandbox, SLOWNESS, SMALL, STRANGER, type TestSandbox } from '#sandbox/testing.ts';

const MODES = [
  ...(isRoot
    ? [
        { name: 'as root', plain: false, options: {} },
        { name: 'as root with the CPU meter of cgroup v2', plain: false, options: { cgroup: 'v2' as const } },
      ]
    : []),
  { name: 'without root', plain: false, options: isRoot ? { user: STRANGER } : {} },
  { name: 'without any isolation', plain: true, options: {} },
];

describe.each(MODES)('a pair $name', ({ plain, options }) => {
  let box: TestSandbox;
  let left: SandboxSlot;
  let right: SandboxSlot;

  beforeAll(async () => {
    box = await openTestSandbox(options);
    const sandbox = plain ? openPlainSandbox(box.workDir) : box.sandbox;
    left = await sandbox.openSlot(1);
    right = await sandbox.openSlot(2);
  }, 360_000 * SLOWNESS);
  afterAll(() => box.close());

  /** Runs two shell commands, or Python programs. */
  function pair(
    leftCommand: string,
    rightCommand: string,
    options: PairOptions & { left?: Partial<PairedRequest>; right?: Partial<PairedRequest> } = {},
  ) {
    const request = (name: string, command: string): PairedRequest => ({
      argv: [...(command.includes('import ') ? ['/usr/bin/python3'] : ['/bin/sh']), '-c', command],
      stderr: box.path(`${name}-err`),
      limits: SMALL,
    });
    return runPair(
      { slot: left, request: { ...request('left', leftCommand), ...options.left } },
      { slot: right, request: { ...request('right', rightCommand), ...options.right } },
      options,
    );
  }

  test('talks both ways, and either side reads the end when the other has ended', async () => {
    const result = await pair(
      'echo question; read answer; echo "$answer" >&2',
      'read question; echo "answer to $question"; cat; echo ended >&2',
    );

    expect(result.left).toMatchObject({ cause: 'exit', exitCode: 0 });
    expect(result.right).toMatchObject({ cause: 'exit', exitCode: 0 });
    expect(await box.read('left-err')).toBe('answer to question\n');
    expect(await box.read('right-err')).toBe('ended\n');
  });

  test('reports which side ended first', async () => {
    const crashed = await pair('exit 3', 'cat; exit 0');
    expect(crashed.left.endedUs).toBeLessThan(crashed.right.endedUs);

    const left = await pair('cat; exit 3', 'exit 0');
    expect(left.right.endedUs).toBeLessThan(left.left.endedUs);
  });

  test('gives a peer that is ending anyway the time to be the first', async () => {
    const result = await pair('read word; exit 3', 'echo stop; sleep 0.02', { left: { lingerMs: 6000 } });

    expect(result.right.endedUs).toBeLessThan(result.left.endedUs);
  });

  test('lets no side die of a closed pipe', async () => {
    const result = await pair('exit 0', 'sleep 0.2; head -c 3000000 /dev/zero', {
      right: { limits: { ...SMALL, outputKb: 4096 } },
    });

    expect(result.right).toMatchObject({ cause: 'exit', exitCode: 0 });
  });

  test('lets the peer read the end of an output whose program lives on', async () => {
    const result = await pair('exec >&-; cat >&2', 'cat; echo done');

    expect(result.left).toMatchObject({ cause: 'exit', exitCode: 0 });
    expect(await box.read('left-err')).toBe('done\n');
  });

  test('is stopped on demand, when the other side has decided', async () => {
    const result = await pair('sleep 20', 'exit 1', { patienceMs: () => 0 });

    expect(result.left.cause).toBe('stopped');
    expect(await pair('exit 0', 'exit 0')).toMatchObject({
      left: { cause: 'exit' },
      right: { cause: 'exit' },
    });
  });

  test('that waits for each other ends at the wall limit', async () => {
    const result = await pair('read word', 'read word', {
      left: { limits: { ...SMALL, wallMs: 300 * SLOWNESS } },
    });

    expect(result.left.cause).toBe('wall');
    expect(result.right.endedUs).toBeGreaterThan(result.left.endedUs);
  });

  test('in which one side floods the other is stopped by the output limit', async () => {
    const limits = { ...SMALL, outputKb: 64 };
    // What the reader writes, even to /dev/null, would count against its own limit.
    const result = await pair('exec yes', 'wc -c', { left: { limits } });

    expect(result.left.cause).toBe('output');
    expect(result.right).toMatchObject({ cause: 'exit', exitCode: 0 });
  });

  test('of which one side cannot start ends at once', async () => {
    for (const side of ['left', 'right'] as const) {
      const result = await pair('cat', 'cat', { [side]: { argv: ['/nowhere'] } });
      expect(result[side].cause === 'internal' || result[side].exitCode === 127).toBe(true);
    }
    await writeFile(box.path('given'), '');
    expect(await pair('exit 0', 'exit 0')).toMatchObject({
      left: { cause: 'exit' },
      right: { cause: 'exit' },
    });
  });

  test('carries a directory from one run to the next', async () => {
    const state = box.path('state');
    const directory = { directories: ['notes'], box: box.path('box') };
    await pair('exit 0', 'cd notes; echo one > a; echo two > b; ln -s a link; mkdir sub; echo apart > c', {
      right: {
        ...directory,
        filesOut: [
          { name: 'notes/c', to: box.path('c'), maxKb: 1 },
          { name: 'notes/', to: state, maxKb: 64 },
        ],
      },
    });
    expect(await box.read('c')).toBe('apart\n');

    const { right } = await pair('exit 0', 'cd notes; cat a b >&2; cat c >&2 || exit 5', {
      right: { ...directory, filesIn: [{ from: state, name: 'notes/' }] },
    });
    expect(right).toMatchObject({ cause: 'exit', exitCode: 5 });
    expect(await readFile(join(box.workDir, 'right-err'), 'utf8')).toMatch(/^one\ntwo\n/);
  });
});

test('reports the bytes that are unread when a side ends', async () => {
  const box = await openTestSandbox();
  const run = (argv: string, limits = SMALL): PairedRequest => ({ argv: ['/bin/sh', '-c', argv], limits });
  const [left, right] = [await box.sandbox.openSlot(1), await box.sandbox.openSlot(2)];

  const result = await runPair(
    { slot: left, request: run('echo word; read answer', { ...SMALL, wallMs: 3000 * SLOWNESS }) },
    { slot: right, request: run('sleep 20') },
    { patienceMs: () => 0 },
  );

  expect(result.left).toMatchObject({ cause: 'wall', unreadOutput: 5, unreadInput: 0 });
  await box.close();
});
