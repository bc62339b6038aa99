import { statfs } from 'node:fs/promises';
import { RESTART_WORD, type ServerStatus } from '@balloon/contracts/site/maintenance.ts';
import { listBackups } from '#features/backups/backup-folder.ts';
import { findSystemAccounts, olderStatus } from '#features/maintenance/older-status.ts';
import { findRunningContests, readSlowFacts, readStatusFacts } from '#features/maintenance/status.queries.ts';
import type { Services } from '#services.ts';
import ownPackage from '../../../package.json' with { type: 'json' };

/** Age in ms up to which a status is sent again: screens poll it twice a second. */
const FRESH_MS = 400;
/** Age in ms up to which sizes are sent again: they cost more and change slowly. */
const SLOW_FRESH_MS = 10_000;

/** Creates the function that reads the status. Callers at the same time share one reading. */
export function createStatusReader(services: Services): () => Promise<ServerStatus> {
  const readSlow = shared(SLOW_FRESH_MS, async () => ({
    ...(await readSlowFacts(services.db)),
    disk: await readDisk(services.options.dataDir),
    lastBackup: await newestBackup(services.options.backupDir),
  }));
  return shared(FRESH_MS, () => readStatus(services, readSlow));
}

/**
 * Creates the function that reads the status for older clients, which poll it twice a second.
 *
 * @param readStatus from `createStatusReader`
 */
export function createOlderStatusReader({ db }: Services, readStatus: () => Promise<ServerStatus>) {
  const readSystems = shared(FRESH_MS, () => findSystemAccounts(db));
  return async () => olderStatus(await readStatus(), await readSystems());
}

/** Makes calls within `freshMs` share one result. A failure is shared too, so that a lost database is not stormed. */
function shared<Value>(freshMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; atMs: number } | null = null;
  return () => {
    if (kept && performance.now() - kept.atMs < freshMs) return kept.value;
    const value = read();
    value.catch(() => {
      kept = null;
    });
    kept = { value, atMs: performance.now() };
    return value;
  };
}

type SlowFacts = Awaited<ReturnType<typeof readSlowFacts>> & Pick<ServerStatus, 'disk' | 'lastBackup'>;

async function newestBackup(folder: string | null): Promise<ServerStatus['lastBackup']> {
  const [newest] = folder === null ? [] : await listBackups(folder);
  return newest ? { madeAtMs: newest.madeAtMs, sizeBytes: newest.sizeBytes } : null;
}

async function readStatus(
  { db, mailer, options, sockets }: Services,
  readSlow: () => Promise<SlowFacts>,
): Promise<ServerStatus> {
  const { disk, lastBackup, ...sizes } = await readSlow();
  const askedAtMs = performance.now();
  const { nowMs, processes, judges, queue, ...database } = await readStatusFacts(db);
  const latencyMs = Math.round((performance.now() - askedAtMs) * 10) / 10;
  const contests = await findRunningContests(db, nowMs);
  return {
    nowMs,
    web: {
      version: ownPackage.version,
      nodeVersion: process.versions.node,
      startedAtMs: Math.round(nowMs - process.uptime() * 1000),
      memoryMb: Math.round(process.memoryUsage.rss() / 1024 ** 2),
      socketsNumber: sockets.all().length,
    },
    processes,
    database: { ...database, ...sizes, latencyMs },
    judges,
    queue,
    mail: { isOn: mailer.isOn, ...mailer.way },
    telegram: { isOn: options.telegramToken !== null },
    disk,
    lastBackup,
    restart: {
      isPossible: options.restart !== null,
      confirm: contests.length > 0 ? RESTART_WORD : null,
      contests,
    },
  };
}

async function readDisk(directory: string | null): Promise<ServerStatus['disk']> {
  if (directory === null) return null;
  const { bsize, bavail, blocks } = await statfs(directory);
  return { freeBytes: bsize * bavail, totalBytes: bsize * blocks };
}
