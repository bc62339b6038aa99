import { setTimeout as pause } from 'node:timers/promises';
import { type ClientSocket, letGo } from '#realtime/local-sockets.ts';
import type { Services, User } from '#services.ts';

/** Interval in ms of looks at what ends by time. */
const WATCH_EVERY_MS = 5_000;

/** Disconnects sockets whose session ended or rights changed; returns the function that stops it. */
export function watchSessions(services: Services): () => void {
  const stopping = new AbortController();
  const stop = services.announcements.on('rights.changed', ({ accountIds }) => {
    const changed = new Set(accountIds);
    const sockets = services.sockets.all().filter(({ data }) => changed.has(data.user?.id ?? 0));
    recheckSockets(services, sockets).catch((error) =>
      services.log.warn({ err: error }, 'sockets of changed people were not checked'),
    );
  });
  void keepWatching(services, stopping.signal);
  return () => {
    stop();
    stopping.abort();
  };
}

async function keepWatching(services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await pause(WATCH_EVERY_MS, undefined, { signal });
      await recheckSockets(services, services.sockets.all());
    } catch (error) {
      if (!signal.aborted) services.log.warn({ err: error }, 'sessions of sockets were not checked');
    }
  }
}

/** Removes people from rooms that they may no longer be in: rooms are joined once and stay open long. */
export async function recheckSockets(services: Services, sockets: readonly ClientSocket[]): Promise<void> {
  const known = sockets.filter(({ data }) => data.sessionId !== null);
  const ids = new Set(known.flatMap(({ data }) => data.sessionId ?? []));
  if (ids.size === 0) return;
  const living = await services.sessions.findById([...ids]);
  const bySession = new Map(living.map((session) => [session.id, session]));
  for (const socket of known) {
    const session = bySession.get(socket.data.sessionId ?? 0);
    if (!session || !hasRightsOf(socket.data.user, session)) letGo(socket);
  }
}

type Rights = Pick<User, 'accessMask' | 'groupIds' | 'teams'>;

function hasRightsOf(user: User | null, session: Rights): boolean {
  if (user?.accessMask !== session.accessMask || !areSame(user.groupIds, session.groupIds)) return false;
  const [known = [], present = []] = [user.teams, session.teams];
  return (
    known.length === present.length &&
    known.every((team) =>
      present.some(({ id, groupIds }) => id === team.id && areSame(groupIds, team.groupIds)),
    )
  );
}

const areSame = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.every((id) => others.includes(id));
