import { join } from 'node:path';
import type { WantedOptions } from '@balloon/contracts/judging/compiler-options.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trustCompilers } from '#canaries/compiler-trust.ts';
import { openCanaries } from '#canaries/fly-canaries.ts';
import { type OptionTrials, openOptionTrials } from '#service/option-trials.ts';
import { startTestJudge, type TestJudge } from '#testing/test-workshop.ts';
import { createIdleGate } from '#workshop/idle-gate.ts';

let judge: TestJudge;
let trials: OptionTrials;
const complaints: string[] = [];
let told = 0;
beforeAll(async () => {
  judge = await startTestJudge(1);
  const { workshop, openExtraSlot: openSlot, workDir } = judge.open;
  trials = openOptionTrials({
    ...{ workshop, openSlot, closing: new AbortController().signal, gate: createIdleGate(1) },
    fly: await openCanaries(workshop, join(workDir, 'canaries')),
    onTried: () => {
      told += 1;
    },
    log: { info: () => {}, warn: (line) => complaints.push(line), error: console.error },
  });
});
afterAll(() => judge[Symbol.asyncDispose]());

test('options are tried again while they are wanted, since what failed may have been the machine', async () => {
  const { workshop, openExtraSlot: openSlot } = judge.open;
  const found = ['Sandbox: the disk is full', 'Sandbox: the disk is full', null];
  const heard: (string | null | undefined)[] = [];
  const passed = Promise.withResolvers<void>();
  const lines: string[] = [];
  const closing = new AbortController();
  const again = openOptionTrials({
    ...{ workshop, openSlot, closing: closing.signal, againAfterMs: 1, gate: createIdleGate(1) },
    fly: async () => found.shift() ?? null,
    onTried() {
      heard.push(again.results()[0]?.trouble);
      if (heard.at(-1) === null) passed.resolve();
    },
    log: { info: (line) => lines.push(line), warn: (line) => lines.push(line), error: console.error },
  });
  again.want([wanting('c', ['-O1'])]);
  await passed.promise;
  expect(heard).toEqual(['Sandbox: the disk is full', null]);
  expect(lines).toEqual([
    'c does not work with the options -O1: Sandbox: the disk is full',
    'c works with the options -O1 now',
  ]);
  closing.abort();
  await again.settled();
});

const wanting = (key: 'c' | 'python3', compile: string[], run: string[] = []): WantedOptions => ({
  ...{ key, isInForce: false, options: { compile, run } },
  sha256: Buffer.from(JSON.stringify([compile, run]))
    .toString('hex')
    .padEnd(64, '0')
    .slice(-64),
});
async function troubleOf(wanted: WantedOptions): Promise<string | null | undefined> {
  trials.want([wanted]);
  await trials.settled();
  return trials.results()[0]?.trouble;
}

test('options with which programs compile and run are found good, and tried once', async () => {
  const wanted = wanting('c', ['-std=gnu11', '-O1']);
  expect(await troubleOf(wanted)).toBeNull();
  const before = told;
  expect(await troubleOf(wanted)).toBeNull();
  expect(told).toBe(before);
});

test.each([
  { what: 'an unknown option', compile: ['--no-such-option'], says: 'no-such-option' },
  { what: 'options that leave no program', compile: ['-c'], says: '' },
  { what: 'another name of the program', compile: ['-oother', '-save-temps', '-E'], says: '' },
  { what: 'what breaks a canary', compile: ['-Dabort()=exit(0)'], says: '“right sum”' },
])('$what fails the trial, with what the compiler or the canary says', async ({ compile, says }) => {
  const trouble = await troubleOf(wanting('c', compile));
  expect(trouble).toEqual(expect.any(String));
  expect(trouble).toContain(says);
  expect(complaints.at(-1)).toContain(compile[0]);
});

test('options of an interpreter are tried as well', async () => {
  expect(await troubleOf(wanting('python3', ['-s'], ['-B', '-O']))).toBeNull();
  expect(await troubleOf(wanting('python3', ['-s'], ['--nonsense']))).toContain('usage: ');
});

const ECHO = { timeLimitMs: 1000, memoryLimitKb: 65_536, checker: { kind: 'tokens' } } as const;
const IS_FAST = '#include <stdio.h>\nint main() { printf("%d", FAST); }';

test('a solution is judged with the options of its task, not with a program that was compiled otherwise', async () => {
  const problem = { ...ECHO, tests: [{ input: '', answer: '1' }] };
  const withFast = (value: number) => ({ options: { compile: [`-DFAST=${value}`], run: [] } });
  const judged = await judge.judge(problem, 'c', IS_FAST, withFast(1));
  expect(judged).toMatchObject({ verdict: 'accepted', judgedBy: withFast(1) });
  expect((await judge.judge(problem, 'c', IS_FAST, withFast(2))).verdict).toBe('wrongAnswer');
  const usual = await judge.judge(problem, 'c', IS_FAST);
  expect(usual.verdict).toBe('compilationError');
  expect(usual.judgedBy).not.toHaveProperty('options');
});

test('no option reaches a shell', async () => {
  const text = '$(id) `id` ;echo';
  const problem = { ...ECHO, tests: [{ input: '', answer: text }] };
  const options = { compile: [`-DTEXT="${text}"`], run: [] };
  const source = '#include <stdio.h>\nint main() { puts(TEXT); }';
  expect((await judge.judge(problem, 'c', source, { options })).verdict).toBe('accepted');
});

test('a compiler that fails with the options is no reason for a compilation error', async () => {
  const [slot] = judge.open.slots;
  if (!slot) throw new Error('The test judge has no slot');
  const trust = trustCompilers(judge.open.workshop);
  expect(await trust.complaintAbout('c', slot)).toBeNull();
  const complaint = await trust.complaintAbout('c', slot, { compile: ['--no-such-option'], run: [] });
  expect(complaint).toContain('with the options --no-such-option');
});
