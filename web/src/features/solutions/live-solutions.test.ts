import type { VerdictUpdated } from '@balloon/contracts/socket/events.ts';
import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { describe, expect, test } from 'vitest';
import {
  prependSolution,
  renewLanguagesOf,
  replaceSolution,
  resetInList,
  type SolutionScope,
  solutionFromUpdate,
} from '#features/solutions/live-solutions.ts';

const author = (id: number, isSupervisor = false) => ({
  id,
  username: `u${id}`,
  firstName: '',
  lastName: '',
  fullName: `U ${id}`,
  accessGroup: { mask: isSupervisor ? 4096 : 256, name: '' },
  isAdmin: isSupervisor,
  isModerator: false,
  isSupervisor,
});

function solution(id: number, over: Partial<Solution> = {}): Solution {
  return {
    id,
    userId: 5,
    problemId: 1,
    contestId: 9,
    languageId: 3,
    verdictId: null,
    sentAtMs: id,
    verdictGotAtMs: null,
    testNumber: 0,
    executionTime: 0,
    memory: 0,
    compilationError: null,
    duplicatedFromId: null,
    internalSymbolIndex: 'A',
    color: null,
    author: author(over.userId ?? 5),
    verdict: null,
    language: {
      id: 3,
      name: 'C++20',
      systemType: 'balloon',
      languageFamily: 'c_cpp',
      foreignLanguageId: 'cpp20',
      nonactive: false,
      hasJudge: true,
    },
    problem: { id: 1, title: 'Sum', systemType: 'balloon', foreignProblemIdentifier: '' },
    contest: { id: 9, startTimeMs: 0, durationTimeMs: 1, removedIntervals: [], name: 'C' },
    sourceSha256: '',
    progress: null,
    ...over,
  };
}

const scope: SolutionScope = {
  contestId: 9,
  select: 'all',
  page: 1,
  pageSize: 3,
  userIds: [],
  problemIds: [],
  verdictIds: [],
  languageIds: [],
  groupIds: [],
  judgeIds: [],
};
const supervisor = { id: 1, isSupervisor: true };
const participant = { id: 5, isSupervisor: false };
const full = { solutions: [solution(3), solution(2), solution(1)], solutionsNumber: 7 };

describe('a new solution', () => {
  test('comes on top of page 1, and the page keeps its size', () => {
    const list = prependSolution(full, solution(4), scope, supervisor);
    expect(list.solutions.map(({ id }) => id)).toEqual([4, 3, 2]);
    expect(list.solutionsNumber).toBe(8);
  });

  test('leaves other pages as they are, which may count it already', () => {
    expect(prependSolution(full, solution(4), { ...scope, page: 2 }, supervisor)).toBe(full);
  });

  test('of any contest belongs into a list of all contests', () => {
    const list = prependSolution(
      full,
      solution(4, { contestId: 8 }),
      { ...scope, contestId: null },
      supervisor,
    );
    expect(list.solutions.map(({ id }) => id)).toEqual([4, 3, 2]);
  });

  test('keeps the title that the list has in the language of the reader', () => {
    const inEnglish = {
      ...full,
      solutions: [{ ...solution(3), problem: { ...solution(3).problem, title: 'Total' } }],
    };
    const list = prependSolution(inEnglish, solution(4), scope, supervisor);
    expect(list.solutions.map(({ problem }) => problem.title)).toEqual(['Total', 'Total']);
    const elsewhere = prependSolution(
      inEnglish,
      solution(5, { contestId: 8 }),
      { ...scope, contestId: null },
      supervisor,
    );
    expect(elsewhere.solutions[0]?.problem.title).toBe('Sum'); // there it may be pinned to another version
    const judged = replaceSolution(list, solution(4, { verdictId: 1 }));
    expect(judged.solutions[0]).toMatchObject({ verdictId: 1, problem: { title: 'Total' } });
  });

  test('is not listed twice', () => {
    expect(prependSolution(full, solution(3), scope, supervisor)).toBe(full);
  });

  test.each([
    ['of another contest', solution(4, { contestId: 8 }), scope, supervisor],
    [
      'of somebody else in "my"',
      solution(4, { userId: 6 }),
      { ...scope, select: 'my' as const },
      participant,
    ],
    ['of a supervisor for a participant', solution(4, { author: author(5, true) }), scope, participant],
    ['outside the participant filter', solution(4), { ...scope, userIds: [6] }, supervisor],
    ['outside the problem filter', solution(4), { ...scope, problemIds: [2] }, supervisor],
    ['in another language', solution(4), { ...scope, languageIds: [999] }, supervisor],
    ['under a filter by groups', solution(4), { ...scope, groupIds: [1] }, supervisor],
    ['under a filter by judges', solution(4), { ...scope, judgeIds: [1] }, supervisor],
    ['without a verdict under a verdict filter', solution(4), { ...scope, verdictIds: [1] }, supervisor],
  ])('%s stays out', (_case, newcomer, where, viewer) => {
    expect(prependSolution(full, newcomer, where, viewer)).toBe(full);
  });
});

describe('a verdict', () => {
  const update = (verdict: VerdictUpdated['verdict']): VerdictUpdated => {
    const { verdict: _none, ...standing } = solution(2, { testNumber: 4 });
    return { ...standing, verdict };
  };
  const reported = { name: 'Wrong answer', testNumber: 4, executionTime: 0.1, memory: 100 };

  test('replaces the standing in its row', () => {
    const judged = solutionFromUpdate(update({ id: 2, isTerminal: true, ...reported }));
    const list = replaceSolution(full, judged);
    expect(list.solutions[1]).toMatchObject({
      verdictId: 2,
      verdict: { id: 2, scored: true },
      testNumber: 4,
    });
  });

  test('that is not final yet shows as none', () => {
    const testing = solutionFromUpdate(update({ id: null, isTerminal: false, ...reported }));
    expect(testing).toMatchObject({ verdictId: null, verdict: null });
  });

  test('of an unlisted solution changes nothing', () => {
    expect(replaceSolution(full, solution(99))).toBe(full);
  });

  test('goes with everything that hung on it when the solution is reset', () => {
    const judged = replaceSolution(full, solution(2, { verdictId: 3, compilationError: 'x', testNumber: 2 }));
    expect(resetInList(judged, 2).solutions[1]).toMatchObject({
      verdictId: null,
      compilationError: null,
      testNumber: 0,
      progress: { state: 'queued' },
    });
  });
});

test('a waiting solution learns that a judge for its language came or went', () => {
  const list = { solutions: [solution(1)], solutionsNumber: 1 };
  const gone = renewLanguagesOf(list, [{ id: 3, nonactive: false, hasJudge: false }]);
  expect(gone.solutions[0]?.language).toMatchObject({ name: 'C++20', hasJudge: false });
  expect(renewLanguagesOf(list, [{ id: 4, nonactive: false, hasJudge: false }])).toBe(list);
});
