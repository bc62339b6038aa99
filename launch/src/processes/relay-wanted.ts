import type { Db } from '@balloon/database/connect.ts';

/** Interval of looks in ms, until there is a server. */
const LOOK_EVERY_MS = 5_000;

/** Message of the web process: the site has a server of an outside system, and needs a relay from now on. */
export interface RelayWanted extends Record<string, unknown> {
  relayWanted: true;
}

/** Tells the supervisor, if there is one, as soon as the site has a server of an outside system. */
export function tellWhenRelayIsWanted(db: Db): void {
  if (!process.send) return;
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  async function look(): Promise<void> {
    // A database that is away for a moment is asked again.
    const server = await db
      .selectFrom('outsideServer')
      .select('id')
      .limit(1)
      .executeTakeFirst()
      .catch(() => undefined);
    if (!server) return;
    clearInterval(timer);
    if (process.connected) process.send?.({ relayWanted: true } satisfies RelayWanted);
  }
  void look();
}

export function isRelayWanted(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'relayWanted' in message;
}
