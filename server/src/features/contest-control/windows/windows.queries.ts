import type { OwnWindow, WindowCounts } from '@balloon/contracts/contests/own-windows.ts';
import type { WindowState } from '@balloon/contracts/contests/window-states.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { presentIn } from '#features/contest-control/presence.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import { hasWords } from '#features/users/search-people.ts';

/** End of a window with extra time; null for somebody who has not started. */
const END_MS = sql<number | null>`case
  when participant.started_at_ms is not null then own.end_ms + participant.extra_time_ms
end`;

/** The state of a window at an instant, as `contestStatus` has it: over from its end on. */
const stateAt = (atMs: number) => sql<WindowState>`case
  when participant.started_at_ms is null then 'waiting'
  when ${atMs}::bigint < ${END_MS} then 'running'
  else 'ended'
end`;

/** Everybody who takes part in a contest as a participant, with the window that they have. */
function selectWindows(db: Db, contestId: number) {
  return db
    .selectFrom('contestParticipant as participant')
    .innerJoin('contest', 'contest.id', 'participant.contestId')
    .innerJoin('account', 'account.id', 'participant.accountId')
    .innerJoin(
      sql<{ endMs: number }>`lateral own_times(
        contest.start_time_ms, contest.duration_time_ms, contest.practice_duration_time_ms, contest.window_time_ms,
        0, participant.started_at_ms, false
      )`.as('own'),
      (join) => join.onTrue(),
    )
    .where('participant.contestId', '=', contestId)
    .where('account.accessMask', '=', ACCESS_GROUPS.user.mask)
    .where('account.deletedAtMs', 'is', null);
}

/** Counts the windows of a contest at an instant. */
export function countWindows(db: Db, contestId: number, atMs: number): Promise<WindowCounts> {
  const number = (state: WindowState) =>
    sql<number>`(count(*) filter (where ${stateAt(atMs)} = ${state}))::integer`;
  return selectWindows(db, contestId)
    .select([
      number('waiting').as('waiting'),
      number('running').as('running'),
      number('ended').as('ended'),
      sql<number | null>`max(participant.started_at_ms)`.as('lastStartMs'),
    ])
    .executeTakeFirstOrThrow();
}

/** Windows of a state by words of the names: those that run by their end, the soonest first; those that ended last. */
export async function findWindows(
  db: Db,
  contestId: number,
  { state, q, atMs, limit, offset }: Search,
): Promise<{ windows: OwnWindow[]; windowsNumber: number }> {
  let found = selectWindows(db, contestId).where(hasWords(q));
  if (state !== 'all') found = found.where(sql<boolean>`${stateAt(atMs)} = ${state}`);
  const { number } = await found
    .select(sql<number>`count(*)::integer`.as('number'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select(PUBLIC_USER_COLUMNS)
    .select(['participant.startedAtMs', 'participant.extraTimeMs', END_MS.as('endTimeMs')])
    .select([
      sql<boolean>`account.id in ${presentIn(contestId)}`.as('isOnline'),
      sql<number>`(
        select count(*)::integer from solution
        where solution.contest_id = ${contestId} and solution.account_id = account.id and deleted_at_ms is null
          and sent_at_ms >= participant.started_at_ms
      )`.as('solutionsNumber'),
      sql<number>`(
        select count(*)::integer from own_time_change
        where contest_id = ${contestId} and account_id = account.id and not is_own
      )`.as('changesNumber'),
    ])
    .orderBy(sql`array_position(array['running', 'waiting', 'ended'], ${stateAt(atMs)})`)
    .orderBy(sql`case when ${stateAt(atMs)} = 'running' then ${END_MS} else -(${END_MS}) end`)
    .orderBy('account.lastName')
    .orderBy('account.firstName')
    .orderBy('account.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const windows = rows.map(
    ({ startedAtMs, extraTimeMs, endTimeMs, isOnline, solutionsNumber, changesNumber, ...account }) => ({
      ...{ user: publicUser(account), startedAtMs, endTimeMs, extraTimeMs, isOnline },
      ...{ solutionsNumber, changesNumber },
    }),
  );
  return { windows, windowsNumber: number };
}

interface Search {
  state: WindowState | 'all';
  /** Words of the name. */
  q: string;
  atMs: number;
  limit: number;
  offset: number;
}

/** Present start of a participant; `undefined` for somebody who takes no part as one. */
export function findStart(db: Db, contestId: number, userId: number) {
  return db
    .selectFrom('contestParticipant')
    .innerJoin('account', 'account.id', 'contestParticipant.accountId')
    .select(['account.username', 'contestParticipant.startedAtMs', 'contestParticipant.extraTimeMs'])
    .where('contestParticipant.contestId', '=', contestId)
    .where('account.id', '=', userId)
    .where('account.accessMask', '=', ACCESS_GROUPS.user.mask)
    .executeTakeFirst();
}

/** The instant of the database, and the head of a contest as the list of windows shows it. */
export function findWindowsHead(db: Db, contestId: number) {
  return db
    .selectFrom('contest')
    .select(['id', 'name', 'revision', 'startTimeMs', 'durationTimeMs', 'windowTimeMs'])
    .select(NOW_MS.as('nowMs'))
    .where('id', '=', contestId)
    .executeTakeFirst();
}
