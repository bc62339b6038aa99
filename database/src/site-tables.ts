import type { Generated } from 'kysely';

/* Processes and backups of the site itself. */

export interface BackupRunTable {
  id: Generated<number>;
  kind: 'manual' | 'scheduled';
  fileName: string;
  startedBy: number | null;
  startedAtMs: number;
  seenAtMs: number;
  finishedAtMs: number | null;
  doneBytes: Generated<number>;
  totalBytes: number;
  failure: string | null;
}

export interface WebProcessTable {
  id: string;
  hostName: string;
  pid: number;
  version: string;
  nodeVersion: string;
  startedAtMs: number;
  seenAtMs: number;
  memoryMb: number;
  socketsNumber: number;
  loopDelayMs: number;
}
