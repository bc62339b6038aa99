import type { BackupState, StartedBackup } from '@balloon/contracts/site/backups.ts';
import { queryOptions } from '@tanstack/react-query';
import { del, get, post } from '#shared/api/calls/api.ts';

const BACKUPS = '/api/admin/server/backups';

/** Intervals in ms: while a backup is made, and otherwise. */
const POLL_RUNNING_MS = 500;
const POLL_IDLE_MS = 5_000;

/** Backups, the newest run with its progress, and the schedule. */
export const backupsQuery = queryOptions({
  queryKey: ['server', 'backups'],
  queryFn: ({ signal }) => get<BackupState>(BACKUPS, { signal }),
  refetchInterval: ({ state }) => (state.data?.newestRun?.isRunning ? POLL_RUNNING_MS : POLL_IDLE_MS),
  meta: { ownError: true, quiet: true },
});

export const startBackup = () => post<StartedBackup>(BACKUPS);
export const deleteBackup = (name: string) => del<unknown>(backupAddress(name));

/** Address at which a backup is downloaded. */
export const backupAddress = (name: string) => `${BACKUPS}/${encodeURIComponent(name)}`;
