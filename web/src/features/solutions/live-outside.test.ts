import type { OutsideProgress } from '@balloon/contracts/solutions/solutions.ts';
import { expect, test } from 'vitest';
import { renewPlace, renewServer } from '#features/solutions/live-outside.ts';

const waiting = (over: Partial<OutsideProgress> = {}) => ({
  id: 7,
  progress: {
    ...{ state: 'queued' as const, testNumber: 0, testsNumber: null },
    outside: {
      ...{ serverId: 3, server: 'open' as const, state: 'queued' as const, place: 4, words: null },
      ...over,
    },
  },
});

test('a solution learns what became of its server, and of no other', () => {
  const known = waiting();
  expect(renewServer(known, { serverId: 3, server: 'paused' }).progress.outside).toMatchObject({
    server: 'paused',
    place: 4,
  });
  expect(renewServer(known, { serverId: 4, server: 'paused' })).toBe(known);
  expect(renewServer(known, { serverId: 3, server: 'open' })).toBe(known);
  const judged = { id: 7, progress: null };
  expect(renewServer(judged, { serverId: 3, server: 'paused' })).toBe(judged);
});

test('a place is for who still stands in the queue', () => {
  const places = [
    { solutionId: 6, place: 1 },
    { solutionId: 7, place: 2 },
  ];
  expect(renewPlace(waiting(), { places }).progress.outside.place).toBe(2);
  const sent = waiting({ state: 'sending', place: null });
  expect(renewPlace(sent, { places })).toBe(sent);
  const other = { ...waiting(), id: 8 };
  expect(renewPlace(other, { places })).toBe(other);
});
