import type { Db, Tx } from '@balloon/database/connect.ts';
import type { ContestMessageTable } from '@balloon/database/contest-tables.ts';
import { type Insertable, sql } from 'kysely';

/** Locks a question until the transaction ends, so that two simultaneous answers settle it in turn. */
export function lockQuestion(tx: Tx, contestId: number, messageId: number) {
  return tx
    .selectFrom('contestMessage')
    .select(['id', 'authorId', 'problemId', 'category', 'answeredAtMs', 'takenById', 'takenAtMs'])
    .where('id', '=', messageId)
    .where('contestId', '=', contestId)
    .where('kind', '=', 'question')
    .forUpdate()
    .executeTakeFirst();
}

/** Locks a message of any kind until the transaction ends. */
export async function lockMessage(tx: Tx, contestId: number, messageId: number): Promise<void> {
  await tx
    .selectFrom('contestMessage')
    .select('id')
    .where('id', '=', messageId)
    .where('contestId', '=', contestId)
    .forUpdate()
    .execute();
}

/** Finds the message that a person already sent under an idempotency key. */
export function findSentUnder(db: Db, authorId: number, idempotencyKey: string) {
  return db
    .selectFrom('contestMessage')
    .select(['id', 'contestId', 'text', 'questionId'])
    .where('authorId', '=', authorId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
}

/**
 * Makes messages of a contest wait for each other until the transaction ends, so that a smaller id was sent earlier.
 *
 * @see CCS Requirements, "Clarification Requests": ids in the order of the requests
 */
export async function lockMessages(tx: Tx, contestId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messages ${contestId}`}, 0))`.execute(tx);
}

/** Returns the new id, or `undefined` when another transaction has just used the idempotency key. */
export async function insertMessage(
  tx: Tx,
  message: Insertable<ContestMessageTable>,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('contestMessage')
    .values(message)
    .onConflict((conflict) =>
      conflict.columns(['authorId', 'idempotencyKey']).where('idempotencyKey', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Marks a message as read by a person; its author has read it from the start. */
export async function insertMark(tx: Tx, messageId: number, accountId: number, readAtMs: number) {
  await tx.insertInto('contestMessageRead').values({ messageId, accountId, readAtMs }).execute();
}

/** Counts for the bounds on a participant's questions: those that wait, and those since an instant. */
export function countQuestionsOf(tx: Tx, contestId: number, authorId: number, sinceMs: number) {
  return tx
    .selectFrom('contestMessage')
    .where('contestId', '=', contestId)
    .where('authorId', '=', authorId)
    .where('kind', '=', 'question')
    .select([
      sql<number>`(count(*) filter (where answered_at_ms is null))::integer`.as('open'),
      sql<number>`(count(*) filter (where posted_at_ms > ${sinceMs}))::integer`.as('recent'),
    ])
    .executeTakeFirstOrThrow();
}
