import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { OUTSIDE_API } from '#features/outside-systems/data/outside.data.ts';
import { get, post } from '#shared/api/calls/api.ts';

/** Pause in ms between looks at jobs that are under way. */
export const LOOK_EVERY_MS = 1_500;

export const isUnderWay = ({ state }: Pick<JobView, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** A job, followed while it is under way. */
export function jobQuery(jobId: number) {
  return queryOptions({
    queryKey: ['outside jobs', 'job', jobId],
    queryFn: ({ signal }) => get<JobView>(`${OUTSIDE_API}/jobs/${jobId}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_EVERY_MS : false),
    meta: { ownError: true, quiet: true },
  });
}

/** Changes a job, and reads the lists of jobs anew. */
export function useJobChange<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  onDone: (result: Result) => void = () => {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['outside jobs'] }),
  });
}

export const useCancelJob = () =>
  useJobChange((jobId: number) => post(`${OUTSIDE_API}/jobs/${jobId}/cancel`));
