import type { OutsideAttention } from '@balloon/contracts/outside/outside-systems.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '#shared/api/calls/api.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';

/** Interval in ms: every open page of the admin area asks. */
const POLL_MS = 60_000;

/** What outside systems need a human for. */
export const attentionQuery = queryOptions({
  queryKey: ['outside', 'attention'],
  queryFn: ({ signal }) => get<OutsideAttention>('/api/admin/outside-systems/attention', { signal }),
  refetchInterval: POLL_MS,
  retry: false,
  meta: { ownError: true, quiet: true },
});

/** Number of things in outside systems that need a human; 0 for those who cannot help. */
export function useAttention(): number {
  const { data } = useQuery({ ...attentionQuery, enabled: isAdminUser(useMe()) });
  return data === undefined ? 0 : data.unsettled + data.drifted + data.disabled;
}
