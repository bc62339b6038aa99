import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CANARIES, type Canary } from '#canaries/canary-programs.ts';
import { trustCompilers } from '#canaries/compiler-trust.ts';
import { openCanaries } from '#canaries/fly-canaries.ts';
import { examine, type Watch } from '#canaries/keep-watch.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { startTestJudge, type TestJudge } from '#testing/test-workshop.ts';
import { createIdleGate } from '#workshop/idle-gate.ts';

let judge: TestJudge;
let slot: JudgingSlot;
beforeAll(async () => {
  judge = await startTestJudge(1);
  const [first] = judge.open.slots;
  if (!first) throw new Error('The test judge has no slot');
  slot = first;
});
afterAll(() => judge[Symbol.asyncDispose]());

const { signal } = new AbortController();
const flying = async (canaries: readonly Canary[], workshop = judge.open.workshop) =>
  (await openCanaries(workshop, join(judge.open.workDir, 'canaries'), canaries))(slot, signal);

test('all canaries get their verdicts on a judge that works', async () => {
  expect(await flying(CANARIES)).toBeNull();
});

test('a canary that gets another verdict is named with both', async () => {
  const [first] = CANARIES;
  if (!first) throw new Error('There are no canaries');
  const complaint = await flying([{ ...first, expected: 'wrongAnswer' }]);
  expect(complaint).toContain('got accepted instead of wrongAnswer');
});

test('canaries of languages that the judge lacks do not fly', async () => {
  expect(
    await flying([{ name: 'x', language: 'cobol' as 'c', source: '', expected: 'accepted' }]),
  ).toBeNull();
});

test('a compiler that fails with its own hello world is not believed, and one that works is, for a while', async () => {
  const { workshop } = judge.open;
  const c = workshop.languages.get('c');
  if (!c) throw new Error('The tests need a C compiler');
  let nowMs = 0;
  const broken = { ...c, toolchain: { ...c.toolchain, hello: 'no C at all' } };
  const trust = trustCompilers({ ...workshop, languages: new Map([['c', broken]]) }, () => nowMs);
  expect(await trust.complaintAbout('c', slot)).toContain('fails with its own hello world');

  const languages = new Map([['c' as const, c]]);
  const good = trustCompilers({ ...workshop, languages }, () => nowMs);
  expect(await good.complaintAbout('c', slot)).toBeNull();
  languages.set('c', broken);
  expect(await good.complaintAbout('c', slot)).toBeNull(); // proven a moment ago
  nowMs = 61_000;
  expect(await good.complaintAbout('c', slot)).not.toBeNull();
});

test('a judge is unfit when a canary fails or cannot fly, and warns or is unfit when its speed drifts', async () => {
  const { workshop } = judge.open;
  const slow = { runsMs: [0.001], medianMs: 0.001, spread: 0, wallOverCpu: 1 };
  const watch = (over: Partial<Watch>): Watch => ({
    ...{
      workshop,
      fly: async () => null,
      openSlot: async () => slot,
      firstSpeed: null,
      drainsOnDrift: false,
    },
    ...{ gate: createIdleGate(1), onChange: () => {}, log: console, closing: AbortSignal.abort() },
    ...over,
  });
  expect(await examine(watch({}), slot)).toEqual({ unfit: null, warning: null });
  expect(await examine(watch({ fly: async () => 'wrong' }), slot)).toEqual({ unfit: 'wrong', warning: null });
  const throws = async () => Promise.reject(new Error('disk full'));
  expect((await examine(watch({ fly: throws }), slot)).unfit).toContain('disk full');
  const drifted = await examine(watch({ firstSpeed: slow }), slot);
  expect([drifted.unfit, drifted.warning]).toEqual([null, expect.stringContaining('slower')]);
  const drained = await examine(watch({ firstSpeed: slow, drainsOnDrift: true }), slot);
  expect([drained.unfit, drained.warning]).toEqual([expect.stringContaining('slower'), null]);
});
