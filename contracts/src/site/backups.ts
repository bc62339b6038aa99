import { z } from 'zod';
import { InstantMs } from '#common.ts';

const StoredBackup = z.object({
  name: z.string(),
  kind: z.enum(['manual', 'scheduled']),
  sizeBytes: z.number().int(),
  madeAtMs: InstantMs,
});
export type StoredBackup = z.infer<typeof StoredBackup>;

const BackupRun = z.object({
  kind: z.enum(['manual', 'scheduled']),
  fileName: z.string(),
  startedAtMs: InstantMs,
  finishedAtMs: InstantMs.nullable().describe('null while it runs, and when its process died'),
  isRunning: z.boolean(),
  doneBytes: z.number().int(),
  totalBytes: z.number().int().describe('an estimate'),
  failure: z.string().nullable(),
});
export type BackupRun = z.infer<typeof BackupRun>;

export const BackupState = z.object({
  isOn: z.boolean().describe('false: the answering process has no folder for backups'),
  folder: z.string().nullable(),
  everyHours: z.number().describe('0: none by schedule'),
  keep: z.number().int().describe('scheduled backups that are kept'),
  backups: z.array(StoredBackup).describe('newest first'),
  newestRun: BackupRun.nullable(),
});
export type BackupState = z.infer<typeof BackupState>;

export const BackupParams = z.object({ name: z.string().max(100) });
export const StartedBackup = z.object({ name: z.string() });
export type StartedBackup = z.infer<typeof StartedBackup>;
