import { NOW_MS } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { poolOf } from '#features/outside-systems/account-pool.ts';
import { hasListedRuns, isFree, lockAccount } from '#features/outside-systems/relay.queries.ts';

/**
 * Condition on `job`: a trial that would send waits until an account of its server may send. One that has noted its
 * intent only looks for its run.
 */
export const trialMayGoOn = sql<boolean>`(
  job.kind <> 'try'
  or job.memo <> ''
  or exists (select from outside_account as account
    where account.server_id = ${poolOf(sql.ref('job.server_id'))} and ${isFree}
      and ${hasListedRuns(sql`job.request ->> 'foreignId'`)})
)`;

/**
 * Takes an account for a trial, the one unused for longest, as for any other send: no solution is sent by it before its
 * pace allows. A trial that has noted its intent keeps its account.
 *
 * @returns undefined when none is free
 */
export async function takeTrialAccount(
  tx: Tx,
  job: { serverId: number; memo: string | null; accountId: number | null },
  foreignId: string,
): Promise<number | undefined> {
  const hasIntent = job.memo !== null && job.memo !== '';
  if (hasIntent && job.accountId !== null) return job.accountId;
  const mayTry = sql<boolean>`(${isFree} and ${hasListedRuns(sql`${foreignId}::text`)})`;
  const accountId = await lockAccount(tx, job.serverId, mayTry);
  if (accountId === undefined) return undefined;
  await sql`
    update outside_account set
      free_at_ms = ${NOW_MS} + server.send_every_ms,
      last_sent_at_ms = ${NOW_MS},
      sent_number = sent_number + 1
    from outside_server as server
    where server.id = outside_account.server_id and outside_account.id = ${accountId}
  `.execute(tx);
  return accountId;
}
