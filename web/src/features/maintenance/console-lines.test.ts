import type { ConsoleLine } from '@balloon/contracts/site/console.ts';
import { expect, test } from 'vitest';
import { isShown, mergeLines } from '#features/maintenance/console-lines.ts';

const line = (atMs: number, part: Partial<ConsoleLine> = {}): ConsoleLine => ({
  ...{ id: `a:${atMs}`, atMs, level: 'info', part: 'web', origin: 'a', text: `line ${atMs}` },
  ...part,
});

test('lines come once and in the order of time', () => {
  const merged = mergeLines([line(1), line(4)], [line(4), line(2), line(5)]);
  expect(merged.map(({ atMs }) => atMs)).toEqual([1, 2, 4, 5]);
});

test('the page keeps the newest thousand', () => {
  const merged = mergeLines(
    [],
    [...Array(1200).keys()].map((atMs) => line(atMs)),
  );
  expect([merged.length, merged[0]?.atMs]).toEqual([1000, 200]);
});

test('filters hide other levels, parts and words', () => {
  const all = { level: 'debug', part: null, text: '' } as const;
  const judge = line(1, { level: 'warn', part: 'judge', text: 'Lease LOST' });
  expect(isShown(judge, all)).toBe(true);
  expect(isShown(judge, { ...all, level: 'error' })).toBe(false);
  expect(isShown(judge, { ...all, part: 'web' })).toBe(false);
  expect(isShown(judge, { ...all, text: ' lost ' })).toBe(true);
  expect(isShown(judge, { ...all, text: 'found' })).toBe(false);
});

test('of lines of one row the newest stays', () => {
  const merged = mergeLines(
    [line(1, { row: 'job-1' }), line(2)],
    [line(3, { row: 'job-1' }), line(4, { row: 'job-2' })],
  );
  expect(merged.map(({ atMs }) => atMs)).toEqual([2, 3, 4]);
});
