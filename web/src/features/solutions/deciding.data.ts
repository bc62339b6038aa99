import type { RejudgeReply, Solution } from '@balloon/contracts/solutions.ts';
import { del, post } from '#shared/api.ts';

/*
 * What supervisors decide over solutions. The lists hear of it by the events that everybody gets.
 */

/** Judges it again. */
export function recheckSolution(solutionId: number): Promise<unknown> {
  return post(`/api/admin/solutions/${solutionId}/refresh`);
}

/** Which of a contest's solutions are judged again: all, or those on a problem, of a participant or both. */
export interface RejudgeScope {
  contestId: number;
  problemIndex?: string;
  userId?: number;
}

/** Puts them into the queue, behind what participants send; tells how many. */
export function rejudgeMany({ contestId, problemIndex, userId }: RejudgeScope) {
  const what = [problemIndex ?? (userId === undefined ? undefined : 'all'), userId].filter(
    (part) => part !== undefined,
  );
  return post<RejudgeReply>(['/api/admin/contests', contestId, 'solutions/refresh', ...what].join('/'));
}

export function changeVerdict(solutionId: number, verdictId: number): Promise<Solution> {
  return post(`/api/admin/solutions/${solutionId}/verdict`, { verdictId });
}

/** Sends the source once more, as the author's or the jury's. */
export function duplicateSolution(solutionId: number, asAdmin: boolean): Promise<Solution> {
  return post(`/api/admin/solutions/${solutionId}/duplicate`, { asAdmin });
}

export function deleteSolution(solutionId: number): Promise<unknown> {
  return del(`/api/admin/solutions/${solutionId}`);
}
