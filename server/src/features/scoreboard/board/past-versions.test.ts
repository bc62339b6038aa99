import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PastVersions } from '#features/scoreboard/board/past-versions.ts';

const instants = fc.integer({ min: 0, max: 30 });

/** The last change that reaches back to an instant, counted from 1. */
const lastReaching = (changes: readonly number[], atMs: number) =>
  changes.findLastIndex((fromMs) => fromMs <= atMs) + 1;

test('the past as of an instant has the version of the last change that reaches back to it', () => {
  fc.assert(
    fc.property(fc.array(instants), instants, (changes, atMs) => {
      const versions = new PastVersions();
      for (const [index, fromMs] of changes.entries()) versions.note(index + 1, fromMs);
      expect(versions.of(atMs)).toBe(lastReaching(changes, atMs));
    }),
  );
});

test('of very many changes none is missed, and the past changes seldom', () => {
  const versions = new PastVersions();
  const seen = new Set<number>();
  for (let version = 1; version <= 20_000; version += 1) {
    versions.note(version, version);
    seen.add(versions.of(500));
  }
  expect(versions.of(500)).toBeGreaterThanOrEqual(500);
  expect(seen.size).toBeLessThan(600); // 500 as it happened, and few for the joining
  expect(versions.of(20_000)).toBe(20_000);
});
