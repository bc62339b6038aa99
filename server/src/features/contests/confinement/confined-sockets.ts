import type { ConfiningContest } from '#features/contests/confinement/confinement.ts';
import { type ClientSocket, letGo } from '#realtime/local-sockets.ts';
import { followedContest, ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/** Interval of looks in ms: contest mode begins by time, without an announcement. */
const LOOK_EVERY_MS = 5_000;

/** Takes sockets out of the rooms of what contest mode has closed since; returns the function that stops it. */
export function partConfined(services: Services): () => void {
  const timer = setInterval(() => {
    partAll(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'sockets were not checked for contest mode'),
    );
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Looks at all sockets of this process once. */
export async function partAll({ confinement, sockets }: Services): Promise<void> {
  for (const socket of sockets.all()) {
    const { user } = socket.data;
    if (!user) continue;
    const contests = confinement.peek(user) ?? (await confinement.read(user));
    if (contests.length > 0) await part(socket, user.id, contests);
  }
}

/** A connection that follows another contest is broken: the page comes back to what is open. A dialog only falls silent. */
async function part(
  socket: ClientSocket,
  userId: number,
  contests: readonly ConfiningContest[],
): Promise<void> {
  const followed = [...socket.rooms].map(followedContest).filter((id) => id !== undefined);
  if (followed.some((contestId) => !contests.some(({ id }) => id === contestId))) letGo(socket);
  else await socket.leave(ROOMS.chatOf(userId));
}
