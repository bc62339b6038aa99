import type { Generated, JSONColumnType } from 'kysely';

/* Settings, processes and backups of the site itself. */

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

export interface SiteSettingsTable {
  section: 'looks' | 'contacts' | 'mail' | 'telegram' | 'limits';
  version: Generated<number>;
  settings: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  sealedSecret: string | null;
}
