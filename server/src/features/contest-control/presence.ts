import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { NOW_MS } from '@balloon/database/clock.ts';
import { sql } from 'kysely';
import type { ClientSocket } from '#realtime/local-sockets.ts';
import { contestOfRoom, participantOfRoom } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

const WRITE_EVERY_MS = 10_000;
/** Time in ms for which a person counts as present after being seen: two rounds, and some seconds for a slow one. */
const PRESENT_MS = 25_000;
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
  const processId = randomUUID();
  while (!signal.aborted) {
    try {
      await pause(WRITE_EVERY_MS, undefined, { signal });
      await writeOnce(services, processId);
    } catch (error) {
      if (!signal.aborted) services.log.warn({ err: error }, 'who has a contest open was not written');
    }
  }
}

/** Writes one round, all contests of this process in one statement. */
export async function writeOnce(
  { db, sockets }: Pick<Services, 'db' | 'sockets'>,
  processId: string,
): Promise<void> {
  const present = presentPeople(sockets);
  if (present.size === 0) return;
  await db
    .insertInto('contestPresence')
    .values(
      [...present].map(([contestId, { accountIds, members, sessionIds }]) => ({
        ...{ contestId, processId, seenAtMs: NOW_MS },
        accountIds: [...accountIds],
        sessionIds: [...sessionIds],
        members: JSON.stringify([...members.values()]),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['contestId', 'processId']).doUpdateSet({
        accountIds: (eb) => eb.ref('excluded.accountIds'),
        members: (eb) => eb.ref('excluded.members'),
        sessionIds: (eb) => eb.ref('excluded.sessionIds'),
        seenAtMs: (eb) => eb.ref('excluded.seenAtMs'),
      }),
    )
    .execute();
  await sql`delete from contest_presence where seen_at_ms < ${NOW_MS} - ${FORGET_MS}::bigint`.execute(db);
}

/** Member of a team who is there, from an address. */
interface PresentMember {
  teamId: number;
  personId: number;
  ip: string | null;
}

interface PresentHere {
  accountIds: Set<number>;
  /** By team, person and address, each of which counts once however many pages are open. */
  members: Map<string, PresentMember>;
  sessionIds: Set<number>;
}

/** Who has a page of each contest open here. */
function presentPeople(sockets: Services['sockets']): Map<number, PresentHere> {
  const present = new Map<number, PresentHere>();
  for (const room of sockets.roomNames()) {
    const contestId = contestOfRoom(room);
    if (contestId === undefined) continue;
    const here: PresentHere = { accountIds: new Set(), members: new Map(), sessionIds: new Set() };
    for (const socket of sockets.membersOf(room)) note(here, socket, contestId);
    if (here.accountIds.size > 0) present.set(contestId, here);
  }
  return present;
}

function note(
  { accountIds, members, sessionIds }: PresentHere,
  socket: ClientSocket,
  contestId: number,
): void {
  const { user, sessionId } = socket.data;
  if (sessionId !== null) sessionIds.add(sessionId);
  for (const accountId of presentAs(socket, contestId)) {
    accountIds.add(accountId);
    if (!user || user.id === accountId) continue;
    const member = { teamId: accountId, personId: user.id, ip: user.ip ?? null };
    members.set(Object.values(member).join(' '), member);
  }
}

/** Who is there by a socket: the team as which its person takes part. */
function presentAs({ rooms, data }: ClientSocket, contestId: number): number[] {
  const participants = [...rooms].flatMap((room) => participantOfRoom(contestId, room) ?? []);
  return participants.length > 0 || !data.user ? participants : [data.user.id];
}

/** The ids of who has a page of a contest open on any web process, as a subquery. */
export const presentIn = (contestId: number) => sql`(
  select unnest(account_ids) from contest_presence
  where contest_id = ${contestId} and seen_at_ms > ${NOW_MS} - ${PRESENT_MS}::bigint
)`;

/** Members of teams who have a page of a contest open on any web process, each with an address, as a subquery. */
export const presentMembersIn = (contestId: number) => sql<PresentMember>`(
  select distinct member.* from contest_presence,
    jsonb_to_recordset(members) as member("teamId" integer, "personId" integer, ip text)
  where contest_id = ${contestId} and seen_at_ms > ${NOW_MS} - ${PRESENT_MS}::bigint
)`;

/** The ids of the sessions that have a page of a contest open on any web process, as a subquery. */
export const sessionsPresentIn = (contestId: number) => sql`(
  select unnest(session_ids) from contest_presence
  where contest_id = ${contestId} and seen_at_ms > ${NOW_MS} - ${PRESENT_MS}::bigint
)`;
