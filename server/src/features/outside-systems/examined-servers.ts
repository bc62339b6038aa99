import type { OutsideServerType } from '@balloon/contracts/outside/relay-jobs.ts';
import type { Db } from '@balloon/database/connect.ts';
import { openAccount, sealSession } from '#features/outside-systems/accounts.ts';

/** A server as a look from the command line needs it, with the secrets of its enabled accounts. */
export interface StoredServer {
  id: number;
  systemType: OutsideServerType;
  name: string;
  url: string;
  settings: Record<string, string>;
  pauseReason: string | null;
  isPaused: boolean;
  accounts: StoredAccount[];
  /** Problem that was read last; null: none is stored. */
  foreignId: string | null;
}

interface StoredAccount {
  id: number;
  name: string;
  /** Null: they were encrypted with another key. */
  credentials: Record<string, string> | null;
  session: string | null;
  authorId: string | null;
}

/** Reads all servers of outside systems with their secrets, for the machine's own operator. @param key SETTINGS_KEY */
export async function readStoredServers(db: Db, key: string): Promise<StoredServer[]> {
  const servers = await db
    .selectFrom('outsideServer')
    .select(['id', 'systemType', 'name', 'url', 'settings', 'pauseReason', 'pausedAtMs'])
    .select((eb) =>
      eb
        .selectFrom('outsideProblem')
        .innerJoin('problem', 'problem.id', 'outsideProblem.problemId')
        .select('problem.foreignProblemIdentifier')
        .whereRef('outsideProblem.serverId', '=', 'outsideServer.id')
        .where('problem.deletedAtMs', 'is', null)
        .orderBy('outsideProblem.readAtMs', (order) => order.desc().nullsLast())
        .limit(1)
        .as('foreignId'),
    )
    .$narrowType<{ systemType: OutsideServerType }>()
    .orderBy('id')
    .execute();
  const accounts = await db
    .selectFrom('outsideAccount')
    .select(['id', 'serverId', 'name', 'credentials', 'session', 'authorId'])
    .where('disabledAtMs', 'is', null)
    .orderBy('id')
    .execute();
  return servers.map(({ pausedAtMs, ...server }) => ({
    ...{ ...server, isPaused: pausedAtMs !== null },
    accounts: accounts
      .filter(({ serverId }) => serverId === server.id)
      .map(({ id, name, authorId, ...sealed }) => {
        const opened = openAccount(key, { id, authorId, ...sealed });
        return {
          ...{ id, name, authorId, credentials: opened?.credentials ?? null },
          session: opened?.session ?? null,
        };
      }),
  }));
}

/** Keeps the session of an account after a look, such as a renewed token. */
export async function keepSession(db: Db, key: string, accountId: number, session: string): Promise<void> {
  await db
    .updateTable('outsideAccount')
    .set({ session: sealSession(key, session) })
    .where('id', '=', accountId)
    .execute();
}
