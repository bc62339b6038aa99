import type { Db, Tx } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { sql } from 'kysely';

/** Virtual participations of a person in a contest, newest first. */
export function findRuns(db: Db, contestId: number, accountId: number) {
  return db
    .selectFrom('contest')
    .where('virtualOwnerId', '=', accountId)
    .where('virtualOfId', '=', contestId)
    .where('isSuspended', '=', false)
    .select(['id as contestId', 'startTimeMs', 'durationTimeMs', SOLVED.as('acceptedSolutions')])
    .orderBy('startTimeMs', 'desc')
    .execute();
}

const SOLVED = sql<number>`(
  select count(distinct problem_id)::integer from solution
  where solution.contest_id = contest.id and account_id = contest.virtual_owner_id
    and verdict_id = ${VERDICTS.accepted.id} and deleted_at_ms is null
    and sent_at_ms <= contest.start_time_ms + contest.duration_time_ms - (edge_instants = 'excluded')::integer
)`;

/** Lets a person's starts of virtual participations wait for each other until the transaction ends. */
export async function lockRuns(tx: Tx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`virtual ${accountId}`}, 0))`.execute(tx);
}

/** Number of virtual participations that a person began since an instant, in any contest. */
export async function countRunsSince(db: Db, accountId: number, sinceMs: number): Promise<number> {
  const { number } = await db
    .selectFrom('contest')
    .where('virtualOwnerId', '=', accountId)
    .where('virtualOfId', 'is not', null)
    .where('startTimeMs', '>', sinceMs)
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow();
  return Number(number);
}

/** The most extra time in ms that anybody had in a contest. */
export async function findLongestExtraTime(db: Db, contestId: number): Promise<number> {
  const { longestMs } = await db
    .selectFrom('contestParticipant')
    .where('contestId', '=', contestId)
    .select((eb) => eb.fn.max('extraTimeMs').as('longestMs'))
    .executeTakeFirstOrThrow();
  return longestMs ?? 0;
}

/** Takes out of the score of a copy the problems that count for nobody in the original. */
export async function copyDisabledProblems(
  tx: Tx,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  await tx
    .updateTable('contestProblem')
    .from('contestProblem as original')
    .set((eb) => ({ disabledAtMs: eb.ref('original.disabledAtMs') }))
    .where('contestProblem.contestId', '=', toId)
    .where('original.contestId', '=', fromId)
    .whereRef('original.problemId', '=', 'contestProblem.problemId')
    .where('original.disabledAtMs', 'is not', null)
    .execute();
}

/** Makes a contest the virtual participation of a person, who alone takes part in it. */
export async function giveTo(
  tx: Tx,
  contestId: number,
  of: { virtualOfId: number; virtualOwnerId: number },
): Promise<void> {
  await tx.updateTable('contest').set(of).where('id', '=', contestId).execute();
  await tx
    .updateTable('contestParticipant')
    .set({ isAdmitted: true })
    .where('contestId', '=', contestId)
    .where('accountId', '=', of.virtualOwnerId)
    .execute();
}
