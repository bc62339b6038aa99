import type {
  ContestPackageProgress,
  ImportContestReport,
} from '@balloon/contracts/contests/contest-import.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { archiveOf } from '#features/packages/archive-of.ts';
import type { ChosenPackage } from '#features/packages/chosen-packages.ts';
import { pieceCalls, sendInPieces } from '#features/packages/send-in-pieces.ts';
import type { SendPackage } from '#features/packages/upload-queue.ts';
import { createUploads } from '#features/packages/use-uploads.ts';
import type { NamedFile } from '#features/packages/zip-folder.ts';
import type { ImportOptions } from '#features/team-import/team-import.data.ts';
import { get, post } from '#shared/api/calls/api.ts';

/** Pause in ms between looks at problems that are being built. */
const LOOK_EVERY_MS = 2_000;

/** Archive that has arrived. */
export interface StoredContest {
  sha256: string;
  fileName: string;
}

/** Address of contest packages that arrive in pieces, and of those that wait for their import. */
export const CONTEST_UPLOADS = '/api/admin/contests/import/uploads';

/** Files chosen together: an archive alone is sent as it is, everything else is packed. */
export function chooseContest(files: readonly NamedFile[]): ChosenPackage {
  const [first] = files;
  const [top = ''] = first?.path.split('/') ?? [];
  const isArchive = files.length === 1 && top.toLowerCase().endsWith('.zip');
  if (isArchive) return { name: top, files, isFolder: false };
  return { name: first?.path.includes('/') ? `${top}.zip` : 'contest.zip', files, isFolder: true };
}

/** Sends a contest package, which the server keeps until it is imported, for a day. */
const sendContest: SendPackage<{ id: number }> = async (chosen, _target, hooks) => {
  const file = await archiveOf(chosen);
  hooks.onPacked(file.content.size);
  return sendInPieces(file, {}, hooks, pieceCalls<{ storedSha256: string }>(CONTEST_UPLOADS));
};

/** Uploads of this page; each ends with its number. */
export const contestUploads = createUploads(sendContest);

const send = (
  { sha256, fileName }: StoredContest,
  options: ImportOptions,
  dryRun: boolean,
  signal?: AbortSignal,
) =>
  post<ImportContestReport>(
    '/api/admin/contests/import',
    { sha256, fileName, ...options, dryRun },
    signal ? { signal } : {},
  );

/** What an import would do; nothing is written. */
export function contestDryRunQuery(stored: StoredContest, options: ImportOptions) {
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
export const importContest = (stored: StoredContest, options: ImportOptions) => send(stored, options, false);

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
