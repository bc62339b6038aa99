import { type OlderStatus, RESTART_WORD, type ServerStatus } from '@balloon/contracts/maintenance.ts';
import { findRunningContests, readStatusFacts } from '#features/maintenance/status.queries.ts';
import type { Services } from '#services.ts';
import ownPackage from '../../../package.json' with { type: 'json' };

/** Age in ms up to which a status is sent again: screens poll it twice a second. */
const FRESH_MS = 400;

/** Creates the function that reads the status. Callers at the same time share one reading. */
export function createStatusReader(services: Services): () => Promise<ServerStatus> {
  let kept: { status: Promise<ServerStatus>; atMs: number } | null = null;
  return () => {
    if (kept && performance.now() - kept.atMs < FRESH_MS) return kept.status;
    kept = { status: readStatus(services), atMs: performance.now() };
    return kept.status;
  };
}

async function readStatus({ db, options, sockets }: Services): Promise<ServerStatus> {
  const askedAtMs = performance.now();
  const { nowMs, judges, queue, ...database } = await readStatusFacts(db);
  const latencyMs = Math.round((performance.now() - askedAtMs) * 10) / 10;
  const contests = await findRunningContests(db, nowMs);
  return {
    web: {
      version: ownPackage.version,
      nodeVersion: process.versions.node,
      startedAtMs: Math.round(nowMs - process.uptime() * 1000),
      memoryMb: Math.round(process.memoryUsage.rss() / 1024 ** 2),
      socketsNumber: sockets.all().length,
    },
    database: { ...database, latencyMs },
    judges,
    queue,
    restart: {
      isPossible: options.restart !== null,
      confirm: contests.length > 0 ? RESTART_WORD : null,
      contests,
    },
  };
}

/** The same for older clients: one system, whose accounts are the judges. */
export function olderStatus({ judges }: ServerStatus): OlderStatus {
  const alive = judges.filter(({ isAlive }) => isAlive);
  const busy = alive.filter(({ running }) => running > 0);
  return [
    {
      type: 'balloon',
      status: {
        allAccountsNumber: alive.length,
        freeAccountsNumber: alive.length - busy.length,
        busyAccountsNumber: busy.length,
        busyAccounts: busy.map(({ name, seenAtMs }) => ({
          instance: { systemNickname: name, systemLogin: name },
          lastSentSolutionAtMs: seenAtMs,
        })),
      },
    },
  ];
}
