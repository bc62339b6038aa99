import type { OutsideServers, OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { OutsideServerType } from '@balloon/contracts/outside/relay-jobs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { OUTSIDE_SERVERS } from '@balloon/domain/outside/outside-systems.ts';
import { sql } from 'kysely';
import { POOL_OF_SERVER } from '#features/outside-systems/account-pool.ts';
import { openAccount } from '#features/outside-systems/accounts.ts';
import { findTroubles, shownTrouble } from '#features/outside-systems/read-trouble.ts';
import { NAME_OF_ACCOUNT } from '#features/users/name-of-account.ts';
import type { Services } from '#services.ts';

/** Silence in ms after which a relay counts as gone; a living one asks for work at least every 30 s. */
export const RELAY_LIVING_MS = 60_000;

/** Reads the servers with their accounts, queue and newest troubles, and the relays. Secrets are left out. */
export async function readServers({ db, options }: Services): Promise<OutsideServers> {
  const nowMs = await databaseNowMs(db);
  const [servers, accounts, troubles, relays] = await Promise.all([
    findServers(db),
    db.selectFrom('outsideAccount').selectAll().orderBy('id').execute(),
    findTroubles(db).execute(),
    db.selectFrom('relay').select(['name', 'version', 'seenAtMs']).orderBy('name').execute(),
  ]);
  const busy = await findBusy(db);
  return {
    servers: servers.map(({ poolId, ...server }) => {
      const systemType = OutsideServerType.parse(server.systemType);
      const { credentials: fields } = OUTSIDE_SERVERS[systemType];
      const own = accounts.filter(({ serverId }) => serverId === poolId);
      return {
        ...{ ...server, systemType },
        accounts: own.map((account) => ({
          ...{ id: account.id, name: account.name, freeAtMs: account.freeAtMs },
          ...{ disabledBy: account.disabledBy, reason: account.reason },
          ...{ lastSentAtMs: account.lastSentAtMs, sentNumber: account.sentNumber },
          isEnabled: account.disabledAtMs === null,
          isBusy: account.busyFence !== null && busy.has(account.busyFence),
          credentials: shown(openAccount(options.settingsKey, account)?.credentials ?? {}, fields),
        })),
        troubles: troubles.filter(({ serverId }) => serverId === server.id).map(shownTrouble),
      };
    }),
    relays: relays.map((relay) => ({ ...relay, isAlive: relay.seenAtMs > nowMs - RELAY_LIVING_MS })),
  };
}

/** Credentials without the values of secrets. */
const shown = (
  credentials: Readonly<Record<string, string>>,
  fields: readonly { name: string; isSecret: boolean }[],
) =>
  Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [
      name,
      fields.some((field) => field.name === name && !field.isSecret) ? value : null,
    ]),
  );

async function findServers(db: Db) {
  const { rows } = await sql<
    Omit<OutsideServerView, 'accounts' | 'troubles' | 'systemType'> & { systemType: string; poolId: number }
  >`
    select
      server.id, server.system_type, server.name, url, settings, send_every_ms, paused_at_ms, pause_reason,
      has_drifted, away_until_ms, ${POOL_OF_SERVER} as pool_id,
      case when account.id is not null then jsonb_build_object('id', account.id, 'name', ${NAME_OF_ACCOUNT})
        end as paused_by,
      (select count(*) from outside_problem where server_id = server.id)::integer as problems,
      (
        select foreign_problem_identifier
        from outside_problem join problem on problem.id = outside_problem.problem_id
        where outside_problem.server_id = server.id and vanished_at_ms is null
        order by problem.id limit 1
      ) as first_problem,
      coalesce(counted.waiting, 0)::integer as waiting,
      coalesce(counted.running, 0)::integer as running,
      coalesce(counted.unsettled, 0)::integer as unsettled
    from outside_server as server
    left join account on account.id = server.paused_by_id
    left join (
      select outside_problem.server_id,
        count(*) filter (where run.solution_id is null) as waiting,
        count(*) filter (where run.state in ('sending', 'accepted')) as running,
        count(*) filter (where run.state = 'unsettled') as unsettled
      from judging
      join solution on solution.id = judging.solution_id
      join outside_problem on outside_problem.problem_id = solution.problem_id
      left join outside_run as run on run.solution_id = solution.id
      where judging.system_type <> 'balloon'
      group by outside_problem.server_id
    ) as counted on counted.server_id = server.id
    order by server.system_type, server.id
  `.execute(db);
  return rows;
}

async function findBusy(db: Db): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('outsideAccount')
    .innerJoin('judging', 'judging.fence', 'outsideAccount.busyFence')
    .where('judging.leasedUntilMs', 'is not', null)
    .select((eb) => eb.ref('judging.fence').$notNull().as('fence'))
    .execute();
  return new Set(rows.map(({ fence }) => fence));
}
