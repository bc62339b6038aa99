import type {
  ImportAccepted,
  ImportList,
  ImportView,
  ListedImport,
  RetryImport,
} from '@balloon/contracts/judging/package-import.ts';
import type { ProblemSearch } from '@balloon/contracts/problems/problem-admin.ts';
import { IN_PIECES_FROM_BYTES } from '@balloon/contracts/problems/upload-pieces.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { archiveOf } from '#features/packages/archive-of.ts';
import { requireRoom } from '#features/packages/require-room.ts';
import { pieceCalls, sendInPieces } from '#features/packages/send-in-pieces.ts';
import type { SendPackage } from '#features/packages/upload-queue.ts';
import { createUploads } from '#features/packages/use-uploads.ts';
import { del, get, post } from '#shared/api/calls/api.ts';
import { upload } from '#shared/api/calls/upload.ts';

export const IMPORTS_PAGE_SIZE = 20;
/** Address of packages that arrive in pieces. */
export const UPLOADS = '/api/admin/problems/uploads';

type Accepted = z.infer<typeof ImportAccepted>;

/** Pause in ms between looks at imports that are under way, and at a list where nothing is. */
const LOOK_EVERY_MS = 1_500;
const LOOK_RARELY_MS = 20_000;

export const isUnderWay = ({ state }: Pick<ListedImport, 'state'>): boolean =>
  state === 'queued' || state === 'running';

/** A page of imports, newest first, followed while some are under way. */
export function importListQuery(page: number) {
  return queryOptions({
    queryKey: ['imports', { page }],
    queryFn: ({ signal }) =>
      get<z.infer<typeof ImportList>>('/api/admin/problems/imports', {
        signal,
        query: { count: IMPORTS_PAGE_SIZE, offset: (page - 1) * IMPORTS_PAGE_SIZE },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.imports.some(isUnderWay) ? LOOK_EVERY_MS : LOOK_RARELY_MS),
    meta: { ownError: true, quiet: true },
  });
}

/** An import with its report, as of its end. */
export function importQuery({
  id,
  state,
  finishedAtMs,
}: Pick<ListedImport, 'id' | 'state' | 'finishedAtMs'>) {
  return queryOptions({
    queryKey: ['imports', id, state, finishedAtMs],
    queryFn: ({ signal }) => get<ImportView>(`/api/admin/problems/imports/${id}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { ownError: true },
  });
}

const FOUND_PROBLEMS = 20;

/** Problems by a part of their title, to choose the one that a package renews. */
export function problemChoicesQuery(query: string) {
  return queryOptions({
    queryKey: ['problem choices', query],
    queryFn: ({ signal }) =>
      get<z.infer<typeof ProblemSearch>>('/api/admin/problems', {
        signal,
        query: { q: query, brief: 1, count: FOUND_PROBLEMS },
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

function useImportChange<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports'] }),
  });
}

export const useCancelImport = () =>
  useImportChange((id: number) => del(`/api/admin/problems/imports/${id}`));

export const useRetryImport = () =>
  useImportChange(({ id, ...options }: z.input<typeof RetryImport> & { id: number }) =>
    post(`/api/admin/problems/imports/${id}/retry`, options),
  );

/**
 * Sends one package. What the server would refuse is not sent at all.
 *
 * @throws {ApiError} also PACKAGE_TOO_LARGE, STORAGE_FULL, NOT_A_ZIP, and FOLDER_UNREADABLE when a folder changed meanwhile
 */
const sendPackage: SendPackage<Accepted> = async (chosen, target, hooks) => {
  const file = await archiveOf(chosen);
  const { size } = file.content;
  const options = target === null ? {} : { problemId: target };
  if (size >= IN_PIECES_FROM_BYTES) {
    hooks.onPacked(size);
    return (await sendInPieces(file, options, hooks, pieceCalls<Accepted>(UPLOADS))).end;
  }
  await requireRoom(size, hooks.signal);
  hooks.onPacked(size);
  const form = new FormData();
  if (target !== null) form.append('problemId', `${target}`);
  form.append('file', file.content, chosen.name);
  return upload<Accepted>('/api/admin/problems/import', form, hooks);
};

/** Uploads of this page. */
export const uploads = createUploads(sendPackage);
