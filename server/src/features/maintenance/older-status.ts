import type { OlderStatus, ServerStatus } from '@balloon/contracts/site/maintenance.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Accounts of an outside system that are not disabled. */
interface SystemAccounts {
  type: string;
  all: number;
  busy: { name: string; lastSentAtMs: number }[];
}

/** Reads the accounts of outside systems, by system; nothing outside is asked. */
export async function findSystemAccounts(db: Db): Promise<SystemAccounts[]> {
  const { rows } = await sql<SystemAccounts>`
    select server.system_type as type, count(account.id)::integer as all,
      coalesce(
        jsonb_agg(jsonb_build_object('name', account.name, 'lastSentAtMs', coalesce(account.last_sent_at_ms, 0)))
          filter (where held.fence is not null or account.free_at_ms > ${NOW_MS}),
        '[]'
      ) as busy
    from outside_server as server
    left join outside_account as account on account.server_id = server.id and account.disabled_at_ms is null
    left join judging as held on held.fence = account.busy_fence and held.leased_until_ms >= ${NOW_MS}
    where server.accounts_of is null
    group by server.system_type
    order by server.system_type
  `.execute(db);
  return rows;
}

/** Forms the status for older clients: the judges as accounts of one system, then the outside systems. */
export function olderStatus({ judges }: ServerStatus, systems: readonly SystemAccounts[]): OlderStatus {
  const alive = judges.filter(({ isAlive }) => isAlive);
  const busy = alive.filter(({ running }) => running > 0);
  return [
    entryOf(
      'balloon',
      alive.length,
      busy.map(({ name, seenAtMs }) => ({ name, lastSentAtMs: seenAtMs })),
    ),
    ...systems.map((system) => entryOf(system.type, system.all, system.busy)),
  ];
}

const entryOf = (type: string, all: number, busy: SystemAccounts['busy']): OlderStatus[number] => ({
  type,
  status: {
    allAccountsNumber: all,
    freeAccountsNumber: all - busy.length,
    busyAccountsNumber: busy.length,
    busyAccounts: busy.map(({ name, lastSentAtMs }) => ({
      instance: { systemNickname: name, systemLogin: name },
      lastSentSolutionAtMs: lastSentAtMs,
    })),
  },
});
