import { setTimeout as pause } from 'node:timers/promises';
import { NOW_MS } from '@balloon/database/clock.ts';
import { sql } from 'kysely';
import { contestOfRoom } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

const WRITE_EVERY_MS = 10_000;
/** Time in ms for which a person counts as present after being seen: two rounds, and some seconds for a slow one. */
export const PRESENT_MS = 25_000;
/** Age in ms after which a row is of no use to anybody. */
const FORGET_MS = 3_600_000;

/**
 * Writes down who has a page of a contest open on this web process, since control screens of all processes count them.
 *
 * @returns the function that stops it
 */
export function writePresence(services: Services): () => void {
  const stopping = new AbortController();
  void keepWriting(services, stopping.signal);
  return () => stopping.abort();
}

async function keepWriting(services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await pause(WRITE_EVERY_MS, undefined, { signal });
      await writeOnce(services);
    } catch (error) {
      if (!signal.aborted) services.log.warn({ err: error }, 'who has a contest open was not written');
    }
  }
}

/** Writes one round, all contests of this process in one statement. */
export async function writeOnce({ db, sockets }: Pick<Services, 'db' | 'sockets'>): Promise<void> {
  const present = presentPeople(sockets);
  if (present.length === 0) return;
  const contestIds = present.map(({ contestId }) => contestId);
  const accountIds = present.map(({ accountId }) => accountId);
  // In one order, so that two processes which see the same people do not wait for each other in a circle.
  await sql`
    insert into contest_presence (contest_id, account_id, seen_at_ms)
    select contest_id, account_id, ${NOW_MS}
    from unnest(${contestIds}::integer[], ${accountIds}::integer[]) as present (contest_id, account_id)
    order by contest_id, account_id
    on conflict (contest_id, account_id) do update set seen_at_ms = excluded.seen_at_ms
  `.execute(db);
  await sql`delete from contest_presence where seen_at_ms < ${NOW_MS} - ${FORGET_MS}::bigint`.execute(db);
}

function presentPeople(sockets: Services['sockets']) {
  const unique = new Map<string, { contestId: number; accountId: number }>();
  for (const room of sockets.roomNames()) {
    const contestId = contestOfRoom(room);
    if (contestId === undefined) continue;
    for (const { data } of sockets.membersOf(room)) {
      if (data.user) unique.set(`${contestId} ${data.user.id}`, { contestId, accountId: data.user.id });
    }
  }
  return [...unique.values()];
}
