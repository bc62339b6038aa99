import type { ImportTeams, ImportTeamsReport } from '@balloon/contracts/people/team-import.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { post } from '#shared/api/calls/api.ts';

/** Files with their texts; `key` tells two choices apart. */
export interface ChosenFiles {
  files: ImportTeams['files'];
  key: number;
}

/** Choices of an import of teams, which come alone or with a contest. */
export interface ImportOptions {
  /** The contest that they go into; null: none, or with a contest that is new. */
  contestId: number | null;
  setsPasswords: boolean;
}

const send = (files: ImportTeams['files'], options: ImportOptions, dryRun: boolean, signal?: AbortSignal) =>
  post<ImportTeamsReport>('/api/admin/teams/import', { files, ...options, dryRun }, signal ? { signal } : {});

/** What an import would do; nothing is written. */
export function teamDryRunQuery({ files, key }: ChosenFiles, options: ImportOptions) {
  return queryOptions({
    queryKey: ['teamImport', key, options],
    queryFn: ({ signal }) => send(files, options, true, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { ownError: true },
  });
}

/** Imports all that the files hold, or nothing. */
export const importTeams = ({ files }: ChosenFiles, options: ImportOptions) => send(files, options, false);
