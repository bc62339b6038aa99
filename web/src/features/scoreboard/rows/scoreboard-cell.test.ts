import { expect, test } from 'vitest';
import { isCellEmpty } from '#features/scoreboard/rows/scoreboard-cell.tsx';

const NOTHING = { problemSymbol: 'A', result: '', wrongTries: 0, pendingTries: 0 };

test.each([
  [{}, true],
  [{ freeTries: 2 }, true], // they did not compile
  [{ wrongTries: 1 }, false],
  [{ freeTries: 1, pendingTries: 1 }, false],
  [{ acceptedAfterMs: 0 }, false],
])('a cell with %j reads as nothing, and no dialog opens for it: %s', (cell, isEmpty) => {
  expect(isCellEmpty({ ...NOTHING, ...cell })).toBe(isEmpty);
});
