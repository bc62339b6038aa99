import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { expect, test } from 'vitest';
import { tilesInNeed } from '#features/contest-control/attention.ts';

const NOW_MS = 10_000_000;
const calm = {
  queue: { waiting: 3, testing: 1, paused: 0, oldestSentAtMs: NOW_MS - 5_000 },
  judges: { available: 1, slots: 2, busy: 1 },
  questions: { open: 1, oldestPostedAtMs: NOW_MS - 60_000 },
  urgent: [],
  problems: [],
} as unknown as ContestControl;
const needs = (state: Partial<ContestControl>, status: Parameters<typeof tilesInNeed>[1] = 'RUNNING') => [
  ...tilesInNeed({ ...calm, ...state }, status, NOW_MS),
];

test('a contest in good order needs nobody', () => {
  expect(needs({})).toEqual([]);
});

test('old work, absent judges, old questions and unread urgent messages do', () => {
  expect(needs({ queue: { ...calm.queue, oldestSentAtMs: NOW_MS - 121_000 } })).toEqual(['queue']);
  expect(needs({ judges: { available: 0, slots: 0, busy: 0 } })).toEqual(['judges']);
  expect(needs({ questions: { open: 1, oldestPostedAtMs: NOW_MS - 301_000 } })).toEqual(['questions']);
  expect(needs({ urgent: [{ messageId: 1, text: '', postedAtMs: 0, read: 0, all: 2 }] })).toEqual(['urgent']);
});

test('after the end absent judges matter only while something waits', () => {
  const judges = { available: 0, slots: 0, busy: 0 };
  expect(
    needs({ judges, queue: { waiting: 0, testing: 0, paused: 0, oldestSentAtMs: null } }, 'FINISHED'),
  ).toEqual([]);
  expect(needs({ judges }, 'FINISHED')).toEqual(['judges']);
});
