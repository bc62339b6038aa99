import type { ImportUsersReport } from '@balloon/contracts/people/user-import.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { post } from '#shared/api/calls/api.ts';

export const DUPLICATES = ['skip', 'update', 'rename'] as const;
export const PASSWORDS = ['generate', 'username'] as const;
export const SEPARATORS = ['auto', ';', ',', 'tab'] as const;
export const ENCODINGS = ['auto', 'utf-8', 'windows-1251', 'utf-16le', 'utf-16be'] as const;

export interface ImportOptions {
  groupIds: readonly number[];
  duplicates: (typeof DUPLICATES)[number];
  /** Password of a row without one. */
  passwords: (typeof PASSWORDS)[number];
  separator: (typeof SEPARATORS)[number];
  encoding: (typeof ENCODINGS)[number];
}

/** A chosen file; `key` tells two choices of one name apart. */
export interface ChosenFile {
  file: File;
  key: number;
}

function sendFile(
  file: File,
  { groupIds, ...options }: ImportOptions,
  dryRun: boolean,
  signal?: AbortSignal,
) {
  const form = new FormData();
  form.append('groupIds', groupIds.join(','));
  form.append('dryRun', String(dryRun));
  for (const [name, value] of Object.entries(options)) form.append(name, value);
  form.append('file', file, file.name);
  return post<ImportUsersReport>('/api/admin/users-groups', form, signal ? { signal } : {});
}

/** What an import would do, row by row; nothing is written. */
export function dryRunQuery({ file, key }: ChosenFile, options: ImportOptions) {
  return queryOptions({
    queryKey: ['userImport', key, options],
    queryFn: ({ signal }) => sendFile(file, options, true, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { ownError: true },
  });
}

/** Creates the people of a file, all of them or nobody. */
export const importPeople = ({ file }: ChosenFile, options: ImportOptions) => sendFile(file, options, false);
