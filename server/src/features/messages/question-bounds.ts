import { MAX_OPEN_QUESTIONS, MAX_QUESTIONS_A_MINUTE } from '@balloon/contracts/talk/message-limits.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ThrottledError } from '#errors.ts';
import { countQuestionsOf } from '#features/messages/sending.queries.ts';

const MINUTE_MS = 60_000;

/** Lets the questions of one participant wait for each other. */
export async function lockQuestionsOf(tx: Tx, contestId: number, authorId: number): Promise<void> {
  await tx
    .selectFrom('contestParticipant')
    .select('accountId')
    .where('contestId', '=', contestId)
    .where('accountId', '=', authorId)
    .forNoKeyUpdate()
    .execute();
}

/**
 * Allows a participant one more question, or refuses it: a jury of three reads what a hall of people writes. The caller holds
 * `lockQuestionsOf`, so that the bounds are exact.
 *
 * @throws {ThrottledError} QUESTIONS_TOO_FAST, TOO_MANY_OPEN_QUESTIONS
 */
export async function boundQuestions(tx: Tx, contestId: number, authorId: number, nowMs: number) {
  const { open, recent } = await countQuestionsOf(tx, contestId, authorId, nowMs - MINUTE_MS);
  if (recent >= MAX_QUESTIONS_A_MINUTE) {
    throw new ThrottledError('QUESTIONS_TOO_FAST', 'That was many questions: ask this one in a minute', {
      retryAfterSec: MINUTE_MS / 1000,
    });
  }
  if (open >= MAX_OPEN_QUESTIONS) {
    throw new ThrottledError(
      'TOO_MANY_OPEN_QUESTIONS',
      `${MAX_OPEN_QUESTIONS} of your questions wait for their answers: ask this one when some have come`,
    );
  }
}
