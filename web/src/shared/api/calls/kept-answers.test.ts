import { expect, test } from 'vitest';
import { KEPT_AT_HEADER } from '#service-worker/kept-paths.ts';
import { keptAtMs, noteAnswer } from '#shared/api/calls/kept-answers.ts';

const fromMemory = (atMs: number) => new Headers({ [KEPT_AT_HEADER]: String(atMs) });

test('an answer of the server ends the notes of what lies beneath it', () => {
  noteAnswer('/api/contest/1', fromMemory(5_000));
  noteAnswer('/api/contest/1/problems/A', fromMemory(3_000));
  noteAnswer('/api/contest/12/problems/A', fromMemory(1_000));
  expect(keptAtMs('/api/contest/1')).toBe(3_000);
  // The statement was left: its screen does not ask again.
  noteAnswer('/api/contest/1', new Headers());
  expect(keptAtMs('/api/contest/1')).toBeNull();
  expect(keptAtMs('/api/contest/12')).toBe(1_000);
});

test('an answer of the server for a part leaves the other parts noted', () => {
  noteAnswer('/api/contest/2', fromMemory(5_000));
  noteAnswer('/api/contest/2/problems/A', new Headers());
  expect(keptAtMs('/api/contest/2')).toBe(5_000);
});
