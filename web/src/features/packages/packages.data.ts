import type {
  ImportAccepted,
  ImportList,
  ImportView,
  ListedImport,
  RetryImport,
} from '@balloon/contracts/package-import.ts';
import type { PackageUploads } from '@balloon/contracts/package-upload.ts';
import type { ProblemSearch } from '@balloon/contracts/problem-admin.ts';
import { IN_PIECES_FROM_BYTES } from '@balloon/contracts/upload-pieces.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ChosenPackage } from '#features/packages/chosen-packages.ts';
import { requireRoom } from '#features/packages/require-room.ts';
import { sendInPieces, UPLOADS } from '#features/packages/send-in-pieces.ts';
import { type SendPackage, UploadQueue } from '#features/packages/upload-queue.ts';
import { zipFolder } from '#features/packages/zip-folder.ts';
import { del, get, post } from '#shared/api/api.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { upload } from '#shared/api/upload.ts';

export const IMPORTS_PAGE_SIZE = 20;
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

const UNFINISHED = ['unfinished uploads'];

/**
 * Large uploads of one's own that have not come to their end.
 *
 * @param sending what this page sends now, with which they change
 */
export function unfinishedUploadsQuery(sending: string) {
  return queryOptions({
    queryKey: [...UNFINISHED, sending],
    queryFn: ({ signal }) => get<z.infer<typeof PackageUploads>>(UPLOADS, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0, // the same may be sent again when others are unfinished
    refetchInterval: LOOK_RARELY_MS,
    meta: { ownError: true, quiet: true },
  });
}

export function useDiscardUpload() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => del(`${UPLOADS}/${id}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: UNFINISHED }),
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

const ZIP_START = 'PK\u0003\u0004';

/**
 * Sends one package. What the server would refuse is not sent at all.
 *
 * @throws {ApiError} also PACKAGE_TOO_LARGE, STORAGE_FULL, NOT_A_ZIP, and FOLDER_UNREADABLE when a folder changed meanwhile
 */
const sendPackage: SendPackage = async (chosen, target, { signal, onPacked, onProgress, onInterrupted }) => {
  const archive = await archiveOf(chosen);
  const options = target === null ? {} : { problemId: target };
  await requireRoom(archive.size, signal);
  if ((await firstBytes(archive)) !== ZIP_START) throw refusal('NOT_A_ZIP');
  onPacked(archive.size);
  if (archive.size >= IN_PIECES_FROM_BYTES) {
    const file = { content: archive, fileName: chosen.name, modifiedAtMs: modifiedAtMs(chosen) };
    return sendInPieces(file, options, { signal, onProgress, onInterrupted });
  }
  const form = new FormData();
  if (target !== null) form.append('problemId', `${target}`);
  form.append('file', archive, chosen.name);
  return upload<z.infer<typeof ImportAccepted>>('/api/admin/problems/import', form, { signal, onProgress });
};

const modifiedAtMs = ({ files }: ChosenPackage) =>
  files.reduce((latest, { file }) => Math.max(latest, file.lastModified), 0);

async function archiveOf({ files, isFolder }: ChosenPackage): Promise<Blob> {
  try {
    const [only] = files;
    return isFolder || !only ? await zipFolder(files) : only.file;
  } catch {
    throw refusal('FOLDER_UNREADABLE');
  }
}

async function firstBytes(archive: Blob): Promise<string> {
  try {
    return String.fromCharCode(...new Uint8Array(await archive.slice(0, ZIP_START.length).arrayBuffer()));
  } catch {
    throw refusal('FOLDER_UNREADABLE');
  }
}

const refusal = (code: string) => new ApiError({ code, description: '', status: 400 });

/** Uploads of this page. */
export const uploads = new UploadQueue(sendPackage);
