import { createHash } from 'node:crypto';
import type { Tx } from '@balloon/database/connect.ts';
import type { InventedPerson } from '@balloon/sample/history/invented-people.ts';
import { sql } from 'kysely';
import { OWNER_ID } from '#features/users/reserved-ids.ts';

/**
 * Puts people into a group, with accounts for those who have none. The new accounts have no password.
 *
 * @returns ids in the order of the people
 */
export async function insertPeople(
  tx: Tx,
  groupId: number,
  people: readonly InventedPerson[],
  registeredAtMs: number,
): Promise<number[]> {
  const logins = people.map(({ login }) => login);
  await sql`
    insert into account (username, first_name, last_name, registered_at_ms)
    select login, "firstName", "lastName", ${registeredAtMs}
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as person(login text, "firstName" text, "lastName" text)
    on conflict do nothing
  `.execute(tx);
  const { rows } = await sql<{ id: number }>`
    with person as (
      select id, place from unnest(${logins}::text[]) with ordinality as wanted(login, place)
      join account on lower(username) = login and deleted_at_ms is null
    ), members as (
      insert into user_group_member (group_id, account_id, is_entrusted)
      select ${groupId}, id, true from person
    )
    select id from person order by place
  `.execute(tx);
  return rows.map(({ id }) => id);
}

export interface PastContestRow {
  name: string;
  startTimeMs: number;
  durationTimeMs: number;
  relativeFreezeTimeMs: number;
  practiceDurationTimeMs: number;
  groupId: number;
  accountIds: readonly number[];
  /** In the order of the letters. */
  problems: readonly { problemId: number; color: string }[];
}

/** Inserts a contest with its group, problems and participants. Returns its id. */
export async function insertPastContest(tx: Tx, row: PastContestRow): Promise<number> {
  const { groupId, accountIds, problems, ...contest } = row;
  const { id: contestId } = await tx
    .insertInto('contest')
    .values({ ...contest, authorId: OWNER_ID })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('contestGroup').values({ contestId, groupId, position: 0 }).execute();
  await tx
    .insertInto('contestProblem')
    .values(problems.map((problem, position) => ({ contestId, position, ...problem })))
    .execute();
  const joinedAtMs = contest.startTimeMs;
  await tx
    .insertInto('contestParticipant')
    .values(accountIds.map((accountId) => ({ contestId, accountId, joinedAtMs })))
    .execute();
  return contestId;
}

export interface PastSolution {
  accountId: number;
  problemId: number;
  languageId: number;
  /** Index in the sources. */
  sourcePlace: number;
  sentAtMs: number;
  verdictId: number;
  testNumber: number;
  timeMs: number;
  memoryKb: number;
  compilationError: string | null;
}

export interface PastSolutions {
  contestId: number;
  /** Each once: a few programs stand for thousands of solutions. */
  sources: readonly string[];
  /** In the order of time. */
  solutions: readonly PastSolution[];
}

/** How long after sending a verdict came, in ms. */
const JUDGED_AFTER_MS = 2_000;

/** Inserts judged solutions in one statement, with the hashes of the testsets by which they would be judged today. */
export async function insertPastSolutions(tx: Tx, { contestId, sources, solutions }: PastSolutions) {
  const hashes = sources.map((source) => createHash('sha256').update(source).digest('hex'));
  await sql`
    insert into solution (
      contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256, verdict_id, verdict_got_at_ms,
      test_number, time_ms, memory_kb, compilation_error, judged_by
    )
    select ${contestId}, problem.id, "accountId", language.id, "sentAtMs", source, source_sha256, "verdictId",
      "sentAtMs" + ${JUDGED_AFTER_MS} + "timeMs", "testNumber", "timeMs", "memoryKb", "compilationError",
      jsonb_build_object(
        'compiler', language.name, 'mode', 'full', 'testsetSha256', testset.sha256,
        'testsSha256', testset.tests_sha256, 'checkerSha256', testset.checker_sha256,
        'limitsSha256', testset.limits_sha256
      )
    from jsonb_to_recordset(${JSON.stringify(solutions)}::jsonb) as sent(
      "accountId" integer, "problemId" integer, "languageId" integer, "sourcePlace" integer, "sentAtMs" bigint,
      "verdictId" integer, "testNumber" integer, "timeMs" integer, "memoryKb" integer, "compilationError" text
    )
    join unnest(${sources}::text[], ${hashes}::text[]) with ordinality as program(source, source_sha256, place)
      on place = "sourcePlace" + 1
    join problem on problem.id = "problemId"
    join testset on testset.id = problem.testset_id
    join language on language.id = "languageId"
    order by "sentAtMs"
  `.execute(tx);
}

/** Writes the log of a contest that is over: everybody joined at its start, then the solutions as they were judged. */
export async function logPastContest(tx: Tx, contestId: number): Promise<void> {
  await sql`
    with event as (
      select 0 as part, account_id as place, joined_at_ms as at_ms,
        jsonb_build_object('type', 'joined', 'userId', account_id, 'joinedAtMs', joined_at_ms) as event
      from contest_participant where contest_id = ${contestId}
      union all
      select 1, id, verdict_got_at_ms,
        jsonb_build_object(
          'type', 'solution', 'solutionId', id, 'userId', account_id, 'problemId', problem_id,
          'sentAtMs', sent_at_ms, 'verdictId', verdict_id
        )
      from solution where contest_id = ${contestId}
    ), logged as (
      insert into contest_event (contest_id, seq, happened_at_ms, event)
      select ${contestId}, row_number() over (order by part, place), at_ms, event from event
      returning seq
    )
    update contest_log_head set last_event_seq = (select max(seq) from logged) where contest_id = ${contestId}
  `.execute(tx);
}
