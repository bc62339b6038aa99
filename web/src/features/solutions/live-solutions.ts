import type { LanguagesChanged, VerdictUpdated } from '@balloon/contracts/socket/events.ts';
import type { Solution, SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { verdictById } from '@balloon/domain/judging/verdicts.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import type { z } from 'zod';
import { renewLanguages } from '#features/problems/live-languages.ts';

/** Scope of a list of solutions; determines which new ones are added to it. */
export interface SolutionScope {
  /** Id of the contest, or null for all contests. */
  contestId: number | null;
  select: 'my' | 'all';
  page: number;
  pageSize: number;
  userIds: readonly number[];
  problemIds: readonly number[];
  verdictIds: readonly number[];
  languageIds: readonly number[];
  /** Groups of authors; which they are in is known to the server only. */
  groupIds: readonly number[];
  /** Judges of the verdicts; which they are is known to the server only. */
  judgeIds: readonly number[];
  /** Language of the titles; absent when the contest's problems provide them. */
  locale?: Locale;
}

export interface ListViewer {
  id: number;
  isSupervisor: boolean;
}

/** Converts a live event to the solution's present state: a final verdict, or progress without one. */
export function solutionFromUpdate({ verdict, _currentAttempt, ...standing }: VerdictUpdated): Solution {
  if (!verdict?.isTerminal || verdict.id === null) return { ...standing, verdictId: null, verdict: null };
  const { id, name, testNumber, executionTime, memory } = verdict;
  return {
    ...standing,
    verdictId: id,
    verdict: { id, name, scored: verdictById(id)?.scored ?? false, testNumber, executionTime, memory },
    progress: null,
  };
}

/** Replaces a listed solution by its newer state; returns the same object if it is not in the list. */
export function replaceSolution(list: SolutionList, solution: Solution): SolutionList {
  if (!list.solutions.some(({ id }) => id === solution.id)) return list;
  return {
    ...list,
    solutions: list.solutions.map((known) => {
      if (known.id !== solution.id) return known;
      const { foreignVerdict: _, shownVerdict: _shown, ...kept } = known; // belong to an earlier verdict
      // Events contain titles in the problem's first language; the list was requested in the reader's.
      return { ...kept, ...solution, problem: known.problem };
    }),
  };
}

/**
 * Adds a new solution on top: only on page 1, if it passes scope and filters; the list keeps its page size. Other pages
 * are to be read again.
 * Supervisors' solutions are not shown to others.
 */
export function prependSolution(
  list: SolutionList,
  solution: Solution,
  scope: SolutionScope,
  viewer: ListViewer,
): SolutionList {
  // Whether the number of another page counts it already is unknown.
  if (scope.page !== 1 || !belongs(solution, scope, viewer)) return list;
  if (list.solutions.some(({ id }) => id === solution.id)) return list;
  const { problem = solution.problem } =
    list.solutions.find((known) => isOfSameProblem(known, solution)) ?? {};
  return {
    solutions: [{ ...solution, problem }, ...list.solutions].slice(0, scope.pageSize),
    solutionsNumber: list.solutionsNumber + 1,
  };
}

/**
 * Whether two solutions are of one problem in one contest: another contest may be pinned to another title.
 */
const isOfSameProblem = (one: Solution, other: Solution) =>
  one.problemId === other.problemId && one.contestId === other.contestId;

function belongs(solution: Solution, scope: SolutionScope, viewer: ListViewer): boolean {
  if (scope.contestId !== null && solution.contestId !== scope.contestId) return false;
  if (scope.select === 'my' && solution.userId !== viewer.id) return false;
  if (solution.author.isSupervisor && !viewer.isSupervisor) return false;
  const passes = (ids: readonly number[], id: number) => ids.length === 0 || ids.includes(id);
  if (scope.groupIds.length > 0 || scope.judgeIds.length > 0) return false;
  if (!passes(scope.languageIds, solution.languageId)) return false;
  if (!passes(scope.userIds, solution.userId) || !passes(scope.problemIds, solution.problemId)) return false;
  return scope.verdictIds.length === 0 || scope.verdictIds.includes(solution.verdictId ?? 0);
}

/** Returns a solution to the queue: removes verdict, test, time, memory and compiler text. */
export function resetInList(list: SolutionList, solutionId: number): SolutionList {
  const found = list.solutions.find(({ id }) => id === solutionId);
  if (!found) return list;
  const { foreignVerdict: _, shownVerdict: _shown, ...known } = found;
  return replaceSolution(list, {
    ...known,
    verdictId: null,
    verdict: null,
    verdictGotAtMs: null,
    testNumber: 0,
    executionTime: 0,
    memory: 0,
    compilationError: null,
    progress: { state: 'queued', testNumber: 0, testsNumber: null },
  });
}

/** Updates waiting solutions after judges connect or disconnect: whether a judge can take them. */
export function renewLanguagesOf(
  list: SolutionList,
  changed: z.infer<typeof LanguagesChanged>['languages'],
): SolutionList {
  if (!list.solutions.some(({ language }) => changed.some(({ id }) => id === language.id))) return list;
  return {
    ...list,
    solutions: list.solutions.map((solution) => {
      const [language = solution.language] = renewLanguages([solution.language], changed);
      return { ...solution, language };
    }),
  };
}
