import type { FirstRun } from '@balloon/contracts/site/first-run.ts';
import type { Db } from '@balloon/database/connect.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { supervisedGroups } from '#features/contests/supervision.ts';
import { OWNER_ID, SUPPORT_ID } from '#features/users/reserved-ids.ts';
import type { User } from '#services.ts';

export interface FirstRunFacts {
  /** Somebody is there besides the reserved accounts and the reader. */
  people: boolean;
  /** A problem can be judged, here or by an outside system. */
  problems: boolean;
  /** A contest has problems. */
  contest: boolean;
  /** A contest with problems runs, or participants took part in one. */
  go: boolean;
  isHidden: boolean;
}

/** Facts by which the steps are ticked, as far as this supervisor may know them. */
export async function findFirstRunFacts(db: Db, reader: User, nowMs: number): Promise<FirstRunFacts> {
  const groups = supervisedGroups(reader);
  const { rows } = await sql<FirstRunFacts>`
    with prepared as (${preparedContests(groups)})
    select
      exists (
        select from account
        where deleted_at_ms is null and id not in (${OWNER_ID}, ${SUPPORT_ID}, ${reader.id})
          and (${groups}::integer[] is null or exists (
            select from user_group_member where account_id = account.id and group_id = any(${groups}::integer[])
          ))
      ) as people,
      exists (
        select from problem
        where deleted_at_ms is null and (testset_id is not null or system_type <> 'balloon')
      ) as problems,
      exists (select from prepared) as contest,
      exists (
        select from prepared
        where is_enabled and start_time_ms <= ${nowMs}
          and (start_time_ms + duration_time_ms > ${nowMs} or ${HAS_PARTICIPANTS})
      ) as go,
      (select first_steps_hidden_at_ms is not null from account where id = ${reader.id}) as is_hidden
  `.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('A query without a source gives one row');
  return facts;
}

/** Contest that runs, otherwise the next to start, among those with problems. */
export async function findNextContest(db: Db, reader: User, nowMs: number): Promise<FirstRun['nextContest']> {
  const { rows } = await sql<NonNullable<FirstRun['nextContest']>>`
    with prepared as (${preparedContests(supervisedGroups(reader))})
    select id, name, start_time_ms from prepared
    where start_time_ms + duration_time_ms > ${nowMs}
    order by start_time_ms, id
    limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Contests of these groups and those open to everybody that have problems, without virtual participations, which nobody
 * prepares; null = all groups.
 */
const preparedContests = (groups: readonly number[] | null) => sql`
  select id, name, start_time_ms, duration_time_ms, is_enabled from contest
  where not is_suspended and virtual_of_id is null
    and exists (select from contest_problem where contest_id = contest.id)
    and (
      ${groups}::integer[] is null
      or not exists (select from contest_group where contest_id = contest.id)
      or exists (select from contest_group where contest_id = contest.id and group_id = any(${groups}::integer[]))
    )
`;

/** Supervisors, who look around before anybody comes, are no participants. */
const HAS_PARTICIPANTS = sql`exists (
  select from contest_participant join account on account.id = account_id
  where contest_id = prepared.id and access_mask <> all(${[...SUPERVISOR_MASKS]}::integer[])
)`;

export async function hideFirstSteps(db: Db, accountId: number, nowMs: number): Promise<void> {
  await db
    .updateTable('account')
    .set({ firstStepsHiddenAtMs: nowMs })
    .where('id', '=', accountId)
    .where('firstStepsHiddenAtMs', 'is', null)
    .execute();
}
