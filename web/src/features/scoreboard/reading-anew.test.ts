import { expect, test } from 'vitest';
import { ReadingAnew } from '#features/scoreboard/reading-anew.ts';

test('a reason that has passed does not hide one that came while it waited', () => {
  const reading = new ReadingAnew();
  reading.ask(() => false);
  reading.ask(() => true);
  expect(reading.take()).toBe(true);
  expect(reading.take()).toBe(false);
});

test('readings in vain get rarer, up to about a minute, until one brings what was told', () => {
  const reading = new ReadingAnew();
  const pauses = Array.from({ length: 12 }, () => {
    reading.noteRead(true);
    return reading.pauseMs(1);
  });
  expect(pauses.slice(0, 3)).toEqual([1_500, 3_000, 6_000]);
  expect(pauses.at(-1)).toBe(48_000);
  reading.noteRead(false);
  expect(reading.pauseMs(0)).toBe(300);
});
