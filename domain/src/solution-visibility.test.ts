import { expect, test } from 'vitest';
import {
  canOpenCell,
  canSeeCompilationError,
  canSeeSolution,
  canSeeSourceCode,
  solutionListAuthor,
} from '#solution-visibility.ts';

const author = { userId: 1, accessMask: 256 };
const other = { userId: 2, accessMask: 256 };
const moderator = { userId: 3, accessMask: 1024 };
const admin = { userId: 4, accessMask: 4096 };
const everybody = [author, other, moderator, admin];

test.each([canSeeSolution, canSeeSourceCode, canSeeCompilationError])(
  '%o admits the author and supervisors',
  (rule) => {
    expect(everybody.map((viewer) => rule(viewer, { userId: 1 }))).toEqual([true, false, true, true]);
  },
);

test('a cell opens for its owner and supervisors, unless it is empty', () => {
  const opens = (result: string) => everybody.map((viewer) => canOpenCell(viewer, { userId: 1 }, { result }));
  expect(opens('-1')).toEqual([true, false, true, true]);
  expect(opens('—')).toEqual([false, false, false, false]);
});

test('participants list their own solutions, whatever they select', () => {
  expect(everybody.map((viewer) => solutionListAuthor(viewer, 'all'))).toEqual([1, 2, null, null]);
  expect(everybody.map((viewer) => solutionListAuthor(viewer, 'my'))).toEqual([1, 2, 3, 4]);
});
