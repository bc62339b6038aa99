import type {
  ContestPackageProgress,
  ContestPackageStored,
  ImportContestReport,
} from '@balloon/contracts/contest-import.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requireRoom } from '#features/packages/require-room.ts';
import { type NamedFile, zipFolder } from '#features/packages/zip-folder.ts';
import { get, post } from '#shared/api/api.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { upload } from '#shared/api/upload.ts';

/** Pause in ms between looks at problems that are being built. */
const LOOK_EVERY_MS = 2_000;

export interface ContestImportOptions {
  contestId: number | null;
  setsPasswords: boolean;
}

/** Files chosen together: an archive alone is sent as it is, everything else is packed. */
export const nameOfChoice = (files: readonly NamedFile[]): string => {
  const [first] = files;
  if (!first) return '';
  if (isArchive(files)) return first.file.name;
  const [folder = ''] = first.path.split('/');
  return first.path.includes('/') ? `${folder}.zip` : 'contest.zip';
};

const isArchive = (files: readonly NamedFile[]) =>
  files.length === 1 && files[0]?.path.toLowerCase().endsWith('.zip');

/**
 * Sends a package, which the server keeps for a day.
 *
 * @param onProgress receives the part that was sent, from 0 to 1
 * @throws {ApiError} also PACKAGE_TOO_LARGE, and FOLDER_UNREADABLE when a folder changed meanwhile
 */
export async function storePackage(
  files: readonly NamedFile[],
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<ContestPackageStored> {
  const archive = await archiveOf(files);
  await requireRoom(archive.size, signal);
  const form = new FormData();
  form.append('file', archive, nameOfChoice(files));
  return upload<ContestPackageStored>('/api/admin/contests/import/archive', form, {
    signal,
    onProgress: (bytes) => onProgress(Math.min(1, bytes / Math.max(1, archive.size))),
  });
}

async function archiveOf(files: readonly NamedFile[]): Promise<Blob> {
  const [only] = files;
  if (only && isArchive(files)) return only.file;
  try {
    return await zipFolder(files);
  } catch {
    throw refusal('FOLDER_UNREADABLE');
  }
}

const refusal = (code: string) => new ApiError({ code, description: '', status: 400 });

const send = (
  { sha256, fileName }: ContestPackageStored,
  options: ContestImportOptions,
  dryRun: boolean,
  signal?: AbortSignal,
) =>
  post<ImportContestReport>(
    '/api/admin/contests/import',
    { sha256, fileName, ...options, dryRun },
    signal ? { signal } : {},
  );

/** What an import would do; nothing is written. */
export function contestDryRunQuery(stored: ContestPackageStored, options: ContestImportOptions) {
  return queryOptions({
    queryKey: ['contestImport', stored.sha256, options],
    queryFn: ({ signal }) => send(stored, options, true, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { ownError: true },
  });
}

/** Imports all that the package holds, or nothing. */
export const importContest = (stored: ContestPackageStored, options: ContestImportOptions) =>
  send(stored, options, false);

type ProblemProgress = ContestPackageProgress['problems'][number];

export const isBuilt = ({ isPlaced, problemId }: ProblemProgress): boolean => isPlaced && problemId !== null;

const isUnderWay = (problem: ProblemProgress): boolean =>
  problem.state === 'queued' ||
  problem.state === 'running' ||
  (problem.state === 'done' && !isBuilt(problem));

/** Problems of an imported contest, followed while judges build them. */
export function packageProgressQuery(contestId: number) {
  return queryOptions({
    queryKey: ['contestPackage', contestId],
    queryFn: ({ signal }) =>
      get<ContestPackageProgress>(`/api/admin/contests/${contestId}/package`, { signal }),
    refetchInterval: ({ state }) => (state.data?.problems.some(isUnderWay) ? LOOK_EVERY_MS : false),
    meta: { ownError: true, quiet: true },
  });
}
