import type { Channels } from '@balloon/contracts/people/account.ts';
import { queryOptions } from '@tanstack/react-query';
import { get } from '#shared/api/calls/api.ts';

/** Mail and messenger that this site offers. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => get<Channels>('/api/user/channels', { signal }),
  staleTime: 10 * 60_000,
  meta: { ownError: true, quiet: true },
});
