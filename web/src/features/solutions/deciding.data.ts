import type { ChangeVerdict, RejudgeReply, Solution } from '@balloon/contracts/solutions/solutions.ts';
import { del, post } from '#shared/api/calls/api.ts';

/*
 * Supervisors' decisions on solutions. Lists are updated by the events that everybody receives.
 */

/** Judges a solution again. */
export function recheckSolution(solutionId: number): Promise<unknown> {
  return post(`/api/admin/solutions/${solutionId}/refresh`);
}

/** Solutions of a contest to judge again: all, or those on a problem, of a participant or both. */
export interface RejudgeScope {
  contestId: number;
  problemIndex?: string;
  userId?: number;
}

/** Puts solutions into the queue, behind those of participants. Answered before the end where they are many. */
export function rejudgeMany({ contestId, problemIndex, userId }: RejudgeScope) {
  const what = [problemIndex ?? (userId === undefined ? undefined : 'all'), userId].filter(
    (part) => part !== undefined,
  );
  const path = ['/api/admin/contests', contestId, 'solutions/refresh', ...what].join('/');
  return post<RejudgeReply>(`${path}?wait=false`);
}

export function changeVerdict(solutionId: number, change: Required<ChangeVerdict>): Promise<Solution> {
  return post(`/api/admin/solutions/${solutionId}/verdict`, change);
}

/** Sends the source once more, as the author's or the jury's. */
export function duplicateSolution(solutionId: number, asAdmin: boolean): Promise<Solution> {
  return post(`/api/admin/solutions/${solutionId}/duplicate`, { asAdmin });
}

export function deleteSolution(solutionId: number): Promise<unknown> {
  return del(`/api/admin/solutions/${solutionId}`);
}
