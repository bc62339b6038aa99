import { expect, test } from 'vitest';
import { canSeeSharedSolution, canSeeSolution, solutionListAuthor } from '#contests/solution-visibility.ts';

const author = { userId: 1, accessMask: 256, groupIds: [7] };
const other = { userId: 2, accessMask: 256, groupIds: [7] };
const moderator = { userId: 3, accessMask: 1024, groupIds: [7] };
const foreignModerator = { userId: 4, accessMask: 1024, groupIds: [8] };
const admin = { userId: 5, accessMask: 4096, groupIds: [] };
const everybody = [author, other, moderator, foreignModerator, admin];
const contest = { allowedGroupIds: [7], isSuspended: false };

test('a solution exists for its author and for supervisors of its contest', () => {
  const sees = everybody.map((viewer) => canSeeSolution(viewer, { userId: 1 }, contest));
  expect(sees).toEqual([true, false, true, false, true]);
});

test('participants list their own solutions, whatever they select', () => {
  const authors = (select: 'my' | 'all') =>
    everybody.map((viewer) => solutionListAuthor(viewer, select, contest));
  expect(authors('all')).toEqual([1, 2, null, 4, null]);
  expect(authors('my')).toEqual([1, 2, 3, 4, 5]);
});

test('over all contests moderators list those of others too', () => {
  expect(everybody.map((viewer) => solutionListAuthor(viewer, 'all'))).toEqual([1, 2, null, null, null]);
});

test('a contest that opens its sources shows them to its participants when the practice is over', () => {
  const open = {
    ...contest,
    afterEnd: 'participants',
    status: 'FINISHED',
    isJoined: true,
    isEverybodyDone: true,
  } as const;
  const sees = (change: object, isOfSupervisor = false) =>
    canSeeSharedSolution(other, { userId: 1, isOfSupervisor }, { ...open, ...change });
  expect(sees({})).toBe(true);
  expect(sees({ afterEnd: 'supervisors' })).toBe(false);
  expect(sees({ isJoined: false })).toBe(false);
  expect(['RUNNING', 'FROZEN', 'PRACTICE'].map((status) => sees({ status }))).toEqual([false, false, false]);
  expect(sees({}, true)).toBe(false);
});
