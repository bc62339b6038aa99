import { expect, test } from 'vitest';
import { compareWithProven, lineOf, writeProven } from '#patterns/proven-patterns.ts';

const PROVER = 'checker 1';
const line = (source: string, flags = '') => lineOf({ source, flags });
const compare = (listed: string[], found: string[], prover = PROVER) =>
  compareWithProven(writeProven(PROVER, listed), prover, new Set(found));

test('a pattern that is not listed is missing, with other flags too', () => {
  const { missing, stale } = compare([line('a+')], [line('a+'), line('a+', 'i'), line('b+')]);

  expect([...missing]).toEqual([line('a+', 'i'), line('b+')]);
  expect(stale).toEqual([]);
});

test('a listed pattern that is gone is stale', () => {
  expect(compare([line('a+'), line('b+')], [line('b+')]).stale).toEqual([line('a+')]);
});

test('a list of another checker proves nothing', () => {
  const { missing, sample } = compare([line('a+')], [line('a+')], 'checker 2');

  expect([...missing]).toEqual([line('a+')]);
  expect(sample.size).toBe(0);
});

test('a part of the listed patterns is proved anew, another part after each change', () => {
  const lines = Array.from({ length: 640 }, (_, number) => line(`a{${number}}`));
  const sampleOf = (listed: string[]) => [...compare(listed, listed).sample];

  const before = sampleOf(lines);
  const after = sampleOf(lines.slice(1));

  expect(before.length).toBeGreaterThan(5);
  expect(before.length).toBeLessThan(60);
  expect(after).not.toEqual(before);
  expect(sampleOf(lines)).toEqual(before);
});

test('a pattern with a line break stays one line of the list', () => {
  expect(compare([line('a\nb')], [line('a\nb')])).toMatchObject({ missing: new Set(), stale: [] });
});
