import type { VerdictUpdated } from '@balloon/contracts/events.ts';
import type { Solution, SolutionList } from '@balloon/contracts/solutions.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { verdictById } from '@balloon/domain/verdicts.ts';

/** What a list of solutions shows; decides which newcomers belong into it. */
export interface SolutionScope {
  /** Null: of all contests. */
  contestId: number | null;
  select: 'my' | 'all';
  page: number;
  pageSize: number;
  userIds: readonly number[];
  problemIds: readonly number[];
  verdictIds: readonly number[];
  /** Of the titles; absent where the contest's problems bring them. */
  locale?: Locale;
}

export interface ListViewer {
  id: number;
  isSupervisor: boolean;
}

/** The solution as it stands after a live event: a final verdict, or progress without one. */
export function solutionFromUpdate({ verdict, _currentAttempt, ...standing }: VerdictUpdated): Solution {
  if (!verdict?.isTerminal || verdict.id === null) return { ...standing, verdictId: null, verdict: null };
  const { id, name } = verdict;
  return {
    ...standing,
    verdictId: id,
    verdict: { id, name, scored: verdictById(id)?.scored ?? false },
    progress: null,
  };
}

/** Puts a newer standing in place of the listed one; a list without that solution stays the same object. */
export function replaceSolution(list: SolutionList, solution: Solution): SolutionList {
  if (!list.solutions.some(({ id }) => id === solution.id)) return list;
  return {
    ...list,
    solutions: list.solutions.map((known) =>
      // Events tell titles in the problem's first language; the list was asked for in the reader's.
      known.id === solution.id ? { ...known, ...solution, problem: known.problem } : known,
    ),
  };
}

/**
 * Puts a new solution on top: on page 1 only, when it passes scope and filters; the list keeps its page size.
 * Supervisors' solutions are not shown to others.
 */
export function prependSolution(
  list: SolutionList,
  solution: Solution,
  scope: SolutionScope,
  viewer: ListViewer,
): SolutionList {
  if (!belongs(solution, scope, viewer)) return list;
  if (list.solutions.some(({ id }) => id === solution.id)) return list;
  const solutionsNumber = list.solutionsNumber + 1;
  if (scope.page !== 1) return { ...list, solutionsNumber };
  const { problem = solution.problem } =
    list.solutions.find((known) => isOfSameProblem(known, solution)) ?? {};
  return {
    solutions: [{ ...solution, problem }, ...list.solutions].slice(0, scope.pageSize),
    solutionsNumber,
  };
}

/** In the same contest: another one may be pinned to a version with another title. */
const isOfSameProblem = (one: Solution, other: Solution) =>
  one.problemId === other.problemId && one.contestId === other.contestId;

function belongs(solution: Solution, scope: SolutionScope, viewer: ListViewer): boolean {
  if (scope.contestId !== null && solution.contestId !== scope.contestId) return false;
  if (scope.select === 'my' && solution.userId !== viewer.id) return false;
  if (solution.author.isSupervisor && !viewer.isSupervisor) return false;
  const passes = (ids: readonly number[], id: number) => ids.length === 0 || ids.includes(id);
  if (!passes(scope.userIds, solution.userId) || !passes(scope.problemIds, solution.problemId)) return false;
  return scope.verdictIds.length === 0 || scope.verdictIds.includes(solution.verdictId ?? 0);
}

/** Back to the queue: verdict, test, time, memory and compiler text are gone. */
export function resetInList(list: SolutionList, solutionId: number): SolutionList {
  const known = list.solutions.find(({ id }) => id === solutionId);
  if (!known) return list;
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

export function removeFromList(list: SolutionList, solutionId: number): SolutionList {
  if (!list.solutions.some(({ id }) => id === solutionId)) return list;
  return {
    solutions: list.solutions.filter(({ id }) => id !== solutionId),
    solutionsNumber: Math.max(0, list.solutionsNumber - 1),
  };
}
