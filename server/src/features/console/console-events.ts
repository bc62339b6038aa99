import { randomUUID } from 'node:crypto';
import type { ConsoleLine } from '@balloon/contracts/site/console.ts';
import { announce } from '#realtime/announcements.ts';
import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/*
 * Theory of operation. An admin who listens in one web process also sees the lines of all others. While a process has
 * listeners it announces so every 20 s; the others then announce their lines, those that they have kept first, until
 * they hear nothing for 45 s. So nothing passes the database while nobody listens. Lines go in batches, in bounded
 * numbers: the log file has all of them.
 */

const FLUSH_MS = 250;
const WANT_EVERY_MS = 20_000;
const WANTED_FOR_MS = 45_000;
/** Most lines of a batch, and bytes of one announcement, which may have 8000. */
const BATCH_LINES = 200;
const ANNOUNCED_BYTES = 6_000;
/** Kept lines that a process sends to those that begin to listen elsewhere. */
const HISTORY_ELSEWHERE = 50;

/** Sends log lines to the admins who listen; returns the function that stops it. */
export function tellConsole(services: Services): () => void {
  const { announcements, console, sockets } = services;
  const me = randomUUID();
  let waiting: ConsoleLine[] = [];
  let wantedUntilMs = 0;
  let wantedAtMs = Number.NEGATIVE_INFINITY;
  const isHeardHere = () => sockets.hasMembers([ROOMS.console]);
  const isWanted = () => performance.now() < wantedUntilMs;

  function flush() {
    wantElsewhere();
    if (waiting.length === 0) return;
    const lines = waiting.slice(-BATCH_LINES);
    waiting = [];
    if (isHeardHere()) sockets.emit(ROOMS.console, 'console lines', { lines });
    if (isWanted()) announceLines(services, me, lines);
  }
  function wantElsewhere() {
    if (!isHeardHere() || performance.now() - wantedAtMs < WANT_EVERY_MS) return;
    wantedAtMs = performance.now();
    tell(services, () => announce(services.db, 'console.wanted', { from: me }));
  }
  const timer = setInterval(flush, FLUSH_MS);
  const stops = [
    console.onLine((line) => {
      if (isHeardHere() || isWanted()) waiting.push(line);
    }),
    announcements.on('console.wanted', ({ from }) => {
      if (from === me) return;
      if (!isWanted()) announceLines(services, me, console.kept.slice(-HISTORY_ELSEWHERE));
      wantedUntilMs = performance.now() + WANTED_FOR_MS;
    }),
    announcements.on('console.lines', ({ from, lines }) => {
      if (from !== me && isHeardHere()) sockets.emit(ROOMS.console, 'console lines', { lines: [...lines] });
    }),
  ];
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

function announceLines(services: Services, from: string, lines: readonly ConsoleLine[]): void {
  for (const part of inParts(lines)) {
    tell(services, () => announce(services.db, 'console.lines', { from, lines: part }));
  }
}

/** Splits lines into announcements of the size that the database takes. */
export function inParts(lines: readonly ConsoleLine[]): ConsoleLine[][] {
  const parts: ConsoleLine[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const size = Buffer.byteLength(JSON.stringify(line));
    if (size > ANNOUNCED_BYTES) continue;
    if (bytes + size > ANNOUNCED_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(line);
    bytes += size;
  }
  return parts;
}

/** A failure is not logged above `debug`: its line would be announced again. */
function tell({ log }: Services, send: () => Promise<void>): void {
  send().catch((error) => log.debug({ err: error }, 'log lines did not reach the other processes'));
}
