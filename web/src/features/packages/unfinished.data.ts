import type { PackageUpload, PackageUploads } from '@balloon/contracts/problems/package-upload.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { del, get } from '#shared/api/calls/api.ts';

/** Pause in ms between looks at uploads that other pages may send. */
const LOOK_EVERY_MS = 20_000;
/** Beginning of the query keys of uploads. */
export const UNFINISHED = 'unfinished uploads';

/**
 * Large uploads of one's own that have not come to their end.
 *
 * @param address where they are listed
 * @param sending what this page sends now, with which they change
 */
export function unfinishedUploadsQuery(address: string, sending: string) {
  return queryOptions({
    queryKey: [UNFINISHED, address, sending],
    queryFn: ({ signal }) => get<z.infer<typeof PackageUploads>>(address, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0, // the same may be sent again when others are unfinished
    refetchInterval: LOOK_EVERY_MS,
    meta: { ownError: true, quiet: true },
  });
}

/**
 * Query for one upload by its number. One that has arrived does not change any more, and is gone once its import is done: a
 * connection that comes back in that moment must not ask for it again.
 */
export function uploadQuery(address: string, id: number) {
  return queryOptions({
    queryKey: [UNFINISHED, address, id],
    queryFn: ({ signal }) => get<PackageUpload>(`${address}/${id}`, { signal }),
    staleTime: ({ state }) => (state.data?.storedSha256 ? 'static' : 0),
    gcTime: 0, // the next visit asks whether it is still there
    meta: { ownError: true },
  });
}

export function useDiscardUpload(address: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => del(`${address}/${id}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [UNFINISHED] }),
  });
}
