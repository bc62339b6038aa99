import type { MissingForResults } from '@balloon/contracts/scoreboard/results.ts';
import type { Db } from '@balloon/database/connect.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
import { lastEndTimeMs, thawTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { sql } from 'kysely';
import type { StoredContest } from '#features/contests/contests.queries.ts';

/** Who made the results of a contest final, and when. */
export function findFinalizing(db: Db, contestId: number) {
  return db
    .selectFrom('contest')
    .select(['finalizedAtMs', 'finalizedById', 'revision'])
    .where('id', '=', contestId)
    .executeTakeFirstOrThrow();
}

/** More than a contest ever has. */
const MAX_STEPS = 100;

/** Finds out of the log of changes when the results of a contest were made final and opened again, newest first. */
export async function findHistory(db: Db, contestId: number) {
  const entries = await db
    .selectFrom('auditEntry')
    .where('subjectKind', '=', 'contest')
    .where('subjectId', '=', contestId)
    .where('action', 'in', ['contest.finalize', 'contest.reopenResults'])
    .select(['id', 'action', 'atMs', 'actorId', sql<string | null>`after ->> 'reason'`.as('reason')])
    .orderBy('id', 'desc')
    .limit(MAX_STEPS)
    .execute();
  return entries.map(({ action, ...entry }) => ({
    ...entry,
    kind: action === 'contest.finalize' ? ('finalized' as const) : ('reopened' as const),
  }));
}

/**
 * Finds what has to be done before the results of a contest can be final.
 *
 * @see CCS Requirements, "Finalizing the contest"
 */
export async function findMissing(
  db: Db,
  contest: StoredContest,
  nowMs: number,
): Promise<MissingForResults[]> {
  const untilMs = lastEndTimeMs(contest);
  const { pending, judgingErrors } = await countUndecided(db, contest.id, untilMs);
  const questions = await countQuestions(db, contest.id);
  const missing: (MissingForResults | false)[] = [
    nowMs <= untilMs && { kind: 'running', untilMs },
    pending > 0 && { kind: 'pending', count: pending },
    judgingErrors > 0 && { kind: 'judgingErrors', count: judgingErrors },
    questions > 0 && { kind: 'questions', count: questions },
    nowMs > untilMs && nowMs <= thawTimeMs(contest) && { kind: 'frozen' },
  ];
  return missing.filter((one) => one !== false);
}

/**
 * Solutions sent in the main time whose verdict is open: not judged, judged again, still to be cleared by a reset that is under
 * way, also those of supervisors, whose verdicts final results would refuse for ever; of participants those not judgeable, too.
 */
function countUndecided(db: Db, contestId: number, untilMs: number) {
  return db
    .selectFrom('solution')
    .innerJoin('account', 'account.id', 'solution.accountId')
    .where('solution.contestId', '=', contestId)
    .where('solution.deletedAtMs', 'is', null)
    .where('solution.sentAtMs', '<=', untilMs)
    .select([
      sql<number>`(count(*) filter (
        where verdict_id is null
          or exists (select from judging where solution_id = solution.id and purpose = 'verdict')
          or solution.id in (
            select unnest(solution_ids[handled_number + 1 :]) from solution_reset where contest_id = ${contestId}
          )
      ))::integer`.as('pending'),
      sql<number>`(count(*) filter (
        where verdict_id = ${VERDICTS.judgingError.id}
          and account.access_mask <> all(${[...SUPERVISOR_MASKS]}::integer[])
      ))::integer`.as('judgingErrors'),
    ])
    .executeTakeFirstOrThrow();
}

/** Participants of a contest whose rows do not count since they are supervisors now. */
export async function findSupervisorsIn(db: Db, contestId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('contestParticipant')
    .innerJoin('account', 'account.id', 'contestParticipant.accountId')
    .where('contestId', '=', contestId)
    .where('accessMask', 'in', SUPERVISOR_MASKS)
    .select('account.id')
    .orderBy('account.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of teams in another system, by account. */
export async function findForeignIds(db: Db, accountIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('team')
    .select(['accountId', 'foreignId'])
    .where('accountId', '=', sql<number>`any(${[...accountIds]}::integer[])`)
    .execute();
  return new Map(
    rows.flatMap(({ accountId, foreignId }) => (foreignId === null ? [] : [[accountId, foreignId]])),
  );
}

async function countQuestions(db: Db, contestId: number): Promise<number> {
  const { number } = await db
    .selectFrom('contestMessage')
    .select(sql<number>`count(*)::integer`.as('number'))
    .where('contestId', '=', contestId)
    .where('kind', '=', 'question')
    .where('answeredAtMs', 'is', null)
    .executeTakeFirstOrThrow();
  return number;
}
