import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import type { FaultCause } from '@balloon/domain/judging/judging-fault.ts';
import { sql } from 'kysely';
import { presentIn } from '#features/contest-control/presence.ts';
import { countWindows } from '#features/contest-control/windows/windows.queries.ts';
import { JUDGE_SILENT_AFTER_MS } from '#features/health/health.queries.ts';
import { countAudience, countReaders } from '#features/messages/readers.queries.ts';
import { PRIORITIES } from '#features/queue/enqueue-judging.ts';
import { isPaused } from '#features/queue/paused.ts';
import type { Services } from '#services.ts';

export type ControlledContest = ContestControl['contest'];

/** How many urgent messages are shown. */
const MAX_URGENT = 5;
const EXCERPT = 120;
/** How many causes of judging errors are shown; there are five for each problem. */
const MAX_FAULTS = 50;

/** Reads everything but the solutions: contest, queue, judges, messages and people. */
export async function readMoment({ db }: Pick<Services, 'db'>, contestId: number) {
  const head = await findHead(db, contestId);
  if (!head) return undefined;
  const { lastEventSeq, nowMs, ...contest } = head;
  const [queue, judges, questions, urgent, faults, people, switches, windows] = await Promise.all([
    countQueue(db, contestId),
    countJudges(db),
    countQuestions(db, contestId),
    findUrgent(db, contestId),
    findFaults(db, contestId),
    countPeople(db, contestId),
    findSwitches(db, contestId),
    contest.windowTimeMs === null ? null : countWindows(db, contestId, nowMs),
  ]);
  return {
    contest,
    lastEventSeq,
    nowMs,
    queue,
    judges,
    questions,
    urgent,
    faults,
    people,
    switches,
    windows,
  };
}

function findHead(db: Db, contestId: number) {
  return db
    .selectFrom('contest')
    .innerJoin('contestLogHead', 'contestLogHead.contestId', 'contest.id')
    .select(['id', 'name', 'startTimeMs', 'durationTimeMs', 'relativeFreezeTimeMs'])
    .select([
      'extraTimeMs',
      'windowTimeMs',
      'thawsByHand',
      'thawedAtMs',
      'removedIntervals',
      'removedSolutions',
    ])
    .select(['practiceDurationTimeMs', 'isEnabled', 'isSuspended', 'revision', 'lastEventSeq'])
    .select(NOW_MS.as('nowMs'))
    .where('id', '=', contestId)
    .executeTakeFirst();
}

function countQueue(db: Db, contestId: number): Promise<ContestControl['queue']> {
  return db
    .selectFrom('judging')
    .innerJoin('solution', 'solution.id', 'judging.solutionId')
    .where('solution.contestId', '=', contestId)
    .where('judging.purpose', '=', 'verdict')
    .select([
      sql<number>`(count(*) filter (where leased_until_ms is null))::integer`.as('waiting'),
      sql<number>`(count(*) filter (where leased_until_ms is not null))::integer`.as('testing'),
      sql<number>`(count(*) filter (where ${isPaused('judging')}))::integer`.as('paused'),
      sql<number | null>`min(sent_at_ms) filter (
        where leased_until_ms is null and priority = ${PRIORITIES.live} and not ${isPaused('judging')}
      )`.as('oldestSentAtMs'),
    ])
    .executeTakeFirstOrThrow();
}

/** What is switched off for a while, by problem. */
async function findSwitches(db: Db, contestId: number) {
  const rows = await db
    .selectFrom('contestProblem')
    .select(['problemId', 'judgingPausedAtMs', 'closedAtMs', 'disabledAtMs'])
    .where('contestId', '=', contestId)
    .execute();
  return new Map(
    rows.map(({ problemId, judgingPausedAtMs, closedAtMs, disabledAtMs }) => [
      problemId,
      {
        ...{ isJudgingPaused: judgingPausedAtMs !== null, isClosed: closedAtMs !== null },
        isDisabled: disabledAtMs !== null,
      },
    ]),
  );
}

/** Judges that are alive and take work in some language. */
function countJudges(db: Db): Promise<ContestControl['judges']> {
  return db
    .selectFrom('judge')
    .where(sql<boolean>`seen_at_ms > ${NOW_MS} - ${JUDGE_SILENT_AFTER_MS}::bigint`)
    .where(sql<boolean>`jsonb_array_length(languages) > jsonb_array_length(drained)`)
    .select([
      sql<number>`count(*)::integer`.as('available'),
      sql<number>`coalesce(sum(slots), 0)::integer`.as('slots'),
      sql<number>`(select count(*)::integer from judging where leased_until_ms is not null)`.as('busy'),
    ])
    .executeTakeFirstOrThrow();
}

/** Causes for which judging failed in this contest. */
function findFaults(db: Db, contestId: number): Promise<ContestControl['faults']> {
  return db
    .selectFrom('judgingFault')
    .where('contestId', '=', contestId)
    .select(['problemId', sql<FaultCause>`cause`.as('cause'), 'detail', 'lastAtMs'])
    .orderBy('lastAtMs', 'desc')
    .limit(MAX_FAULTS)
    .execute();
}

function countQuestions(db: Db, contestId: number): Promise<ContestControl['questions']> {
  return db
    .selectFrom('contestMessage')
    .where('contestId', '=', contestId)
    .where('kind', '=', 'question')
    .where('answeredAtMs', 'is', null)
    .select([
      sql<number>`count(*)::integer`.as('open'),
      sql<number | null>`min(posted_at_ms)`.as('oldestPostedAtMs'),
    ])
    .executeTakeFirstOrThrow();
}

async function findUrgent(db: Db, contestId: number): Promise<ContestControl['urgent']> {
  const messages = await db
    .selectFrom('contestMessage')
    .where('contestId', '=', contestId)
    .where('isUrgent', '=', true)
    .where('recipientId', 'is', null)
    .select(['id as messageId', sql<string>`left(text, ${EXCERPT})`.as('text'), 'postedAtMs'])
    .orderBy('id', 'desc')
    .limit(MAX_URGENT)
    .execute();
  if (messages.length === 0) return [];
  const all = await countAudience(db, contestId);
  const ids = messages.map(({ messageId }) => messageId);
  const readers = await countReaders(db, contestId, ids);
  return messages
    .map((message) => ({ ...message, read: readers.get(message.messageId) ?? 0, all }))
    .filter(({ read }) => read < all);
}

/** Participants and the members of the contest's groups, without supervisors and people who cannot sign in. */
async function countPeople(db: Db, contestId: number): Promise<ContestControl['people']> {
  const { rows } = await sql<ContestControl['people']>`
    with person as (
      select
        account.id,
        account.signed_in_at_ms,
        participant.account_id is not null as is_joined,
        coalesce(participant.extra_time_ms, 0) > 0 as has_extra_time,
        exists (
          select from user_group_member join contest_group using (group_id)
          where contest_group.contest_id = ${contestId} and user_group_member.account_id = account.id
        ) as is_invited
      from account
      left join contest_participant participant
        on participant.account_id = account.id and participant.contest_id = ${contestId}
      where account.access_mask = ${ACCESS_GROUPS.user.mask} and not is_banned and deleted_at_ms is null
        and account.id in (
          select account_id from contest_participant where contest_id = ${contestId}
          union
          select account_id from user_group_member join contest_group using (group_id)
          where contest_group.contest_id = ${contestId}
        )
    )
    select
      (count(*) filter (where is_joined))::integer as joined,
      (count(*) filter (where is_joined and id in ${presentIn(contestId)}))::integer as online,
      case when exists (select from contest_group where contest_id = ${contestId})
        then (count(*) filter (where is_invited))::integer
      end as invited,
      (count(*) filter (where has_extra_time))::integer as with_extra_time,
      (count(*) filter (where signed_in_at_ms is null))::integer as never_signed_in
    from person
  `.execute(db);
  const [people] = rows;
  if (!people) throw new Error('A count returned no row');
  return people;
}
