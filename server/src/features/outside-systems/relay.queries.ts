import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { type RawBuilder, sql } from 'kysely';
import { POOL_OF_SERVER, poolOf } from '#features/outside-systems/account-pool.ts';
import { isPaused } from '#features/queue/paused.ts';

/*
 * Theory of operation. Solutions of outside systems wait in the queue with those of our own judge, and are leased under
 * fences in the same way (queue/lease.queries.ts). Their leases have no judge: a relay is not one. A solution without a
 * run is claimed only together with an account that is free to send: enabled, past its pace, neither preparing a send
 * nor waiting for the outcome of one that is unknown. A solution that has a run is claimed with the account that sent it,
 * also while sends to its server wait. Locks are taken in the order contest log, queue, run, account.
 */

/** Records that a relay is alive; false for an unknown one. */
export async function seeRelay(db: Db, relayId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('relay')
    .set({ seenAtMs: NOW_MS })
    .where('id', '=', relayId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Registers a relay, or updates the one of that name. Returns its id. */
export async function saveRelay(db: Db, told: { name: string; version: string }): Promise<number> {
  const { id } = await db
    .insertInto('relay')
    .values({ ...told, seenAtMs: NOW_MS })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ version: told.version, seenAtMs: NOW_MS }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Longest pause in ms of an account or a server; one that ends later was made before the database's clock was set back. */
const MAX_PAUSE_MS = 3_600_000;

/**
 * Condition: whether an instant is yet to come, and no further away than it may have been set.
 *
 * @param untilMs column that holds it
 */
export const isPausedUntil = (untilMs: string, longestMs = MAX_PAUSE_MS) =>
  sql<boolean>`${sql.ref<number>(untilMs)} between ${NOW_MS} + 1 and ${NOW_MS} + ${longestMs}::bigint`;

/**
 * Time in ms for which an account is kept by a send of which nobody waits for the outcome any more, since its solution was
 * deleted or decided by hand: the run may still come, and would be taken for that of the next solution.
 */
const GIVEN_UP_FOR_MS = 600_000;

/** Condition on `account`: whether it may send now. */
export const isFree = sql<boolean>`(
  account.disabled_at_ms is null
  and not (${isPausedUntil('account.free_at_ms')})
  and not exists (
    select from judging as held
    where held.fence = account.busy_fence and held.leased_until_ms >= ${NOW_MS}
  )
  and not exists (
    select from outside_run as unknown
    where unknown.account_id = account.id and unknown.state = 'sending' and (
      exists (select from judging as waited where waited.solution_id = unknown.solution_id)
      or unknown.sent_at_ms between ${NOW_MS} - ${GIVEN_UP_FOR_MS}::bigint and ${NOW_MS}
    )
  )
)`;

/**
 * Condition on `account`: whether the system has all that it sent for a problem in its list, so that the next send has a
 * watermark after them. Where neither ids nor sources are shown, a late run would else be taken for that of the next
 * solution. A run that supervisors were told of is waited for no longer, and one of which no relay asks for a while only.
 *
 * @param foreignId column or statement with the problem's identifier in the system
 */
export const hasListedRuns = (foreignId: RawBuilder<unknown>) => sql<boolean>`not exists (
  select from outside_run as unlisted
  join solution as sent on sent.id = unlisted.solution_id
  join problem as asked on asked.id = sent.problem_id
  left join judging as following on following.solution_id = unlisted.solution_id and not ${isPaused('following')}
  where unlisted.account_id = account.id and unlisted.state = 'accepted' and unlisted.foreign_run_id is null
    and not unlisted.is_strange and asked.foreign_problem_identifier = ${foreignId}
    and (
      following.solution_id is not null
      or unlisted.sent_at_ms between ${NOW_MS} - ${GIVEN_UP_FOR_MS}::bigint and ${NOW_MS}
    )
)`;

/**
 * Condition on `account`: whether it may send a solution of a problem now, of which no trial is on its way either: one at
 * work, or that may have been sent and waits to look for its run, as a system that went away meanwhile makes it.
 */
const isFreeFor = (foreignId: RawBuilder<unknown>) => sql<boolean>`(
  ${isFree} and ${hasListedRuns(foreignId)} and not exists (
    select from outside_job as trial
    where trial.account_id = account.id and trial.kind = 'try'
      and (trial.state = 'running' or trial.state = 'waiting' and trial.memo <> '')
      and trial.request ->> 'foreignId' = ${foreignId}
      and coalesce(trial.memo, '') not like '%"runId":"%'
  )
)`;

/** Condition on `server`: whether sends go to it. After failures one at a time tries whether it is back. */
const takesSends = sql<boolean>`(
  server.paused_at_ms is null
  and not (${isPausedUntil('server.away_until_ms')})
  and (server.failures = 0 or not exists (
    select from outside_account as busy
    join judging as held on held.fence = busy.busy_fence
    where busy.server_id = ${POOL_OF_SERVER} and held.leased_until_ms >= ${NOW_MS}
  ))
)`;

export interface OutsideLease {
  solutionId: number;
  fence: number;
}

/** Lease as it was claimed. */
export interface ClaimedSolution extends OutsideLease {
  attempt: number;
  languageKey: string;
  problemId: number;
  languageId: number;
  source: string;
  serverId: number;
  /** Account of an existing run; null: one is to be chosen. */
  accountId: number | null;
}

/** Leases the next solution that can be sent or polled; `undefined` when none can, or the one that was found is paused now. */
export async function claimNextOutside(tx: Tx, leaseMs: number): Promise<ClaimedSolution | undefined> {
  const next = await lockNextOutside(tx);
  if (!next) return undefined;
  const { id, ...found } = next;
  // Sees the pause that had the lock before, of which the statement that found the row began too early to know.
  const { rows } = await sql<Omit<ClaimedSolution, keyof typeof found>>`
    update judging set
      leased_until_ms = ${NOW_MS} + ${leaseMs},
      claimed_at_ms = ${NOW_MS},
      fence = next_fence(),
      attempt = attempt + 1,
      state = 'queued',
      test_number = 0
    where id = ${id} and not ${isPaused('judging')}
    returning solution_id, fence, attempt, language_key
  `.execute(tx);
  return rows[0] && { ...rows[0], ...found };
}

type FoundSolution = Pick<
  ClaimedSolution,
  'serverId' | 'accountId' | 'problemId' | 'languageId' | 'source'
> & { id: number };

async function lockNextOutside(tx: Tx): Promise<FoundSolution | undefined> {
  const { rows } = await sql<FoundSolution>`
    select judging.id, server.id as server_id, run.account_id, solution.problem_id, solution.language_id,
      solution.source
    from judging
    join solution on solution.id = judging.solution_id
    join problem on problem.id = solution.problem_id
    join outside_problem on outside_problem.problem_id = solution.problem_id
    join outside_server as server on server.id = outside_problem.server_id
    left join outside_run as run on run.solution_id = solution.id
    where judging.system_type <> 'balloon'
      and judging.purpose = 'verdict'
      and judging.leased_until_ms is null
      and judging.available_at_ms <= ${NOW_MS}
      and not ${isPaused('judging')}
      and case
        when run.solution_id is not null then run.state <> 'unsettled' and run.account_id is not null
        else ${takesSends} and exists (
          select from outside_account as account
          where account.server_id = ${POOL_OF_SERVER} and ${isFreeFor(sql.ref('problem.foreign_problem_identifier'))}
        )
      end
    order by judging.priority, judging.turn, judging.solution_id
    limit 1
    for update of judging skip locked
  `.execute(tx);
  return rows[0];
}

/** Takes a free account for a leased solution, the one unused for longest; `undefined` when another claim was faster. */
export async function takeAccount(
  tx: Tx,
  { serverId, problemId, fence }: Pick<ClaimedSolution, 'serverId' | 'problemId' | 'fence'>,
): Promise<number | undefined> {
  const foreignId = sql`(select foreign_problem_identifier from problem where id = ${problemId})`;
  const accountId = await lockAccount(tx, serverId, isFreeFor(foreignId));
  if (accountId === undefined) return undefined;
  await tx.updateTable('outsideAccount').set({ busyFence: fence }).where('id', '=', accountId).execute();
  return accountId;
}

/**
 * Locks an account that may send, the one unused for longest; `undefined` when there is none.
 *
 * @param maySend condition on `account`
 */
export async function lockAccount(
  tx: Tx,
  serverId: number,
  maySend: RawBuilder<boolean>,
): Promise<number | undefined> {
  const { rows: candidates } = await sql<{ id: number }>`
    select id from outside_account as account
    where account.server_id = ${poolOf(serverId)} and ${maySend}
    order by last_sent_at_ms nulls first, id
    limit 1
    for update skip locked
  `.execute(tx);
  const [candidate] = candidates;
  if (!candidate) return undefined;
  // Sees for what it was locked before, of which the statement that found it began too early to know.
  const { rows } = await sql<{ id: number }>`
    select id from outside_account as account where id = ${candidate.id} and ${maySend}
  `.execute(tx);
  return rows[0]?.id;
}

/** Server, account and names that a relay needs for a claimed solution. */
export function findTaskParts(db: Db, claimed: ClaimedSolution & { accountId: number }) {
  return db
    .selectFrom('outsideServer as server')
    .innerJoin('outsideAccount as account', (join) => join.on('account.id', '=', claimed.accountId))
    .innerJoin('problem', (join) => join.on('problem.id', '=', claimed.problemId))
    .innerJoin('language', (join) => join.on('language.id', '=', claimed.languageId))
    .where('server.id', '=', claimed.serverId)
    .select([
      'problem.systemType',
      'problem.foreignProblemIdentifier as foreignId',
      'language.foreignLanguageId',
      'language.name as languageName',
      'server.url',
      'server.settings',
      'account.credentials',
      'account.session',
      'account.authorId',
    ])
    .executeTakeFirst();
}

/** Run of a solution; `undefined` when nothing was sent. */
export function findRun(db: Db, solutionId: number) {
  return db
    .selectFrom('outsideRun')
    .where('solutionId', '=', solutionId)
    .select(['serverId', 'accountId', 'state', 'watermark', 'foreignRunId', 'sentAtMs', 'looks'])
    .executeTakeFirst();
}

/**
 * Extends a lease, also an expired one that nobody has claimed since.
 *
 * @param step what the page shows; null leaves it
 * @returns false when the lease is lost
 */
export async function extendOutsideLease(
  db: Db,
  { solutionId, fence }: OutsideLease,
  leaseMs: number,
  step: { state: 'compiling' | 'testing'; testNumber: number } | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('judging')
    .set({ leasedUntilMs: sql`${NOW_MS} + ${leaseMs}`, ...step })
    .where('solutionId', '=', solutionId)
    .where('fence', '=', fence)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Number of attempts after a lease: without its own, with it, or none, so that they are counted anew. */
const ATTEMPTS = {
  without: sql<number>`greatest(attempt - 1, 0)`,
  with: sql<number>`attempt`,
  none: sql<number>`0`,
} as const;

/**
 * Returns a lease to the queue, as if it had never been leased unless its attempt is to count.
 *
 * @returns false when it is lost
 */
export async function returnLease(
  db: Db,
  { solutionId, fence }: OutsideLease,
  { afterMs = 0, attempts = 'without' }: { afterMs?: number; attempts?: keyof typeof ATTEMPTS } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('judging')
    .set({
      ...{ leasedUntilMs: null, fence: null, state: 'queued', testNumber: 0 },
      attempt: ATTEMPTS[attempts],
      availableAtMs: sql<number>`${NOW_MS} + ${afterMs}::bigint`,
    })
    .where('solutionId', '=', solutionId)
    .where('fence', '=', fence)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Frees the account that a lease had taken for a send. */
export async function freeAccount(db: Db, fence: number): Promise<void> {
  await db.updateTable('outsideAccount').set({ busyFence: null }).where('busyFence', '=', fence).execute();
}
