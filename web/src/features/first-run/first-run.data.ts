import type { FirstRun } from '@balloon/contracts/site/first-run.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { get, post } from '#shared/api/calls/api.ts';

/** Address of the first steps. */
const FIRST_STEPS_PATH = '/admin/start';

/** How far a new site is. The menu asks once, the screen of the steps follows. */
export const firstRunQuery = queryOptions({
  queryKey: ['firstRun'],
  queryFn: ({ signal }) => get<FirstRun>('/api/admin/first-run', { signal }),
  staleTime: 60_000,
  meta: { ownError: true },
});

export function hideFirstSteps(): Promise<unknown> {
  return post('/api/admin/first-run/hide');
}

/** Whether a supervisor is still led to the steps. */
export const isPending = ({ isDone, isHidden }: FirstRun) => !isDone && !isHidden;

/** Where a supervisor begins: at the first steps of a new site, otherwise at the usual screen. */
export async function supervisorStart(queryClient: QueryClient, usual: string): Promise<string> {
  const firstRun = await queryClient.fetchQuery({ ...firstRunQuery, staleTime: 0 }).catch(() => null);
  return firstRun !== null && isPending(firstRun) ? FIRST_STEPS_PATH : usual;
}
