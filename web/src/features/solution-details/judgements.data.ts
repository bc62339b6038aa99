import type { JudgementList, JudgementTests } from '@balloon/contracts/solutions/judgements.ts';
import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { queryOptions } from '@tanstack/react-query';
import { get } from '#shared/api/calls/api.ts';

/** Reads the history anew whenever the verdict is another one. */
export function judgementsQuery({
  contestId,
  id,
  verdictId,
  verdictGotAtMs,
}: Pick<Solution, 'contestId' | 'id' | 'verdictId' | 'verdictGotAtMs'>) {
  return queryOptions({
    queryKey: ['contest', contestId, 'solution', id, 'judgements', verdictId, verdictGotAtMs],
    queryFn: ({ signal }) => get<JudgementList>(`/api/admin/solutions/${id}/judgements`, { signal }),
    staleTime: 0,
    meta: { ownError: true, quiet: true },
  });
}

/** Two judgings of a solution, or one. */
export interface ComparedJudgings {
  solutionId: number;
  judgementId: number;
  /** The one to compare with; null: none. */
  before: number | null;
}

/** Results of the tests; a judging that ended never changes. */
export function judgementTestsQuery({ solutionId, judgementId, before }: ComparedJudgings) {
  return queryOptions({
    queryKey: ['solution', solutionId, 'judgement tests', judgementId, before],
    queryFn: ({ signal }) =>
      get<JudgementTests>(`/api/admin/solutions/${solutionId}/judgements/${judgementId}/tests`, {
        signal,
        query: { before },
      }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { ownError: true, quiet: true },
  });
}
