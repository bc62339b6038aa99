import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Call, type FakeWeb, startFakeWeb, TEST_TOKEN } from '@balloon/judge/testing/fake-web.ts';
import { rememberTried } from '@balloon/judge/testing/tried-languages.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DATA_LAYOUT } from '#files/data-dir.ts';
import { type Ending, startChild } from '#processes/child-process.ts';
import { startJudgeChild } from '#processes/judge-child.ts';
import { createSupervisor, type Supervisor } from '#processes/supervisor.ts';

let folder: string;
let web: FakeWeb;
let supervisor: Supervisor;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'balloon-life-'));
  web = await startFakeWeb();
  supervisor = createSupervisor();
});
afterEach(async () => {
  await supervisor.stop();
  await web[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const LIFE_SIGNS = path.join(import.meta.dirname, 'life-signs.ts');
/** Blocks the event loop as an endless computation does, without using the processor. */
const BLOCKS = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

async function program(body: string): Promise<string> {
  const file = path.join(folder, 'program.mjs');
  const lines = [`import { sendLifeSigns } from ${JSON.stringify(LIFE_SIGNS)};`, 'process.send({});', body];
  await writeFile(file, lines.join('\n'));
  return file;
}

const start = (file: string, silentMs: number) =>
  startChild({ args: [file], env: process.env, stopWithinMs: 1000, silentMs });

test('a child whose event loop is blocked is killed, and its end says so', async () => {
  const child = start(await program(`sendLifeSigns(); setImmediate(() => { ${BLOCKS} });`), 2000);
  expect(await child.exited).toMatchObject({ isStalled: true, how: expect.stringContaining('no answer') });
});

test('a child that sends no signs of life at all is left alone, and one that does lives on', async () => {
  const silent = start(await program('setTimeout(() => process.exit(7), 2000);'), 500);
  expect(await silent.exited).toEqual({ how: 'exit code 7' });
  const lively = start(await program('sendLifeSigns(); setTimeout(() => process.exit(8), 6000);'), 30_000);
  expect(await lively.exited).toEqual({ how: 'exit code 8' });
});

const SLEEPER = {
  timeLimitMs: 60_000,
  memoryLimitKb: 65_536,
  checker: { kind: 'tokens' },
  tests: [{ input: '1\n', answer: '1\n' }],
} as const;

test('a judge whose event loop is blocked is started again, and what it worked on is named', async () => {
  rememberTried(path.join(folder, DATA_LAYOUT.judge, 'blocked'));
  const block = `process.on('SIGUSR2', () => { ${BLOCKS} });`;
  const env = {
    ...process.env,
    DATA_DIR: folder,
    JUDGE_SLOTS: '1',
    JUDGE_TOKEN: TEST_TOKEN,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(block)}`,
  };
  const endings: (Ending | null)[] = [];
  const pids: number[] = [];
  const startJudge = (after: Ending | null) => {
    endings.push(after);
    const child = startJudgeChild(['--server', web.url, '--name', 'blocked'], env, after, {
      silentMs: 15_000, // a busy machine may keep a judge that works from its signs for seconds
    });
    pids.push(child.pid);
    return child;
  };
  await supervisor.keep({ name: 'judge', start: startJudge });
  const solutionId = web.enqueue(SLEEPER, 'python3', 'import time\ntime.sleep(100)');
  const { body } = await web.arrival(({ name }: Call) => name === 'progress');

  process.kill(pids[0] ?? 0, 'SIGUSR2');

  const release = await web.arrival(({ name }: Call) => name === 'release');
  expect(release.body).toMatchObject({ solutionId, fence: body.fence, stall: { suspects: 1, rank: 0 } });
  await vi.waitUntil(() => endings.length === 2, { timeout: 150_000 });
  expect(endings[1]).toMatchObject({ isStalled: true });
});
