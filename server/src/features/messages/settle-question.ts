import type { ContestMessage } from '@balloon/contracts/talk/messages.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { changeQuestion } from '#features/messages/change-question.ts';
import { messageNotFound, superviseMessages } from '#features/messages/message-access.ts';
import { lockMessage } from '#features/messages/sending.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Removes a question from the list of open ones without an answer, or puts it back.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, MESSAGE_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function settleQuestion(
  services: Services,
  user: User,
  { contestId, messageId, isAnswered }: { contestId: number; messageId: number; isAnswered: boolean },
): Promise<ContestMessage> {
  return changeQuestion(services, user, { contestId, messageId }, async (tx, question, { nowMs }) => {
    await setAnswered(tx, messageId, isAnswered ? (question.answeredAtMs ?? nowMs) : null);
    await recordChange(tx, user, {
      action: 'contest.settleQuestion',
      subjectId: messageId,
      contestId,
      before: { isAnswered: question.answeredAtMs !== null },
      after: { isAnswered },
    });
  });
}

/** Marks a question as answered, if nobody did before. */
export async function closeQuestion(tx: Tx, questionId: number, nowMs: number): Promise<void> {
  await tx
    .updateTable('contestMessage')
    .set({ answeredAtMs: nowMs })
    .where('id', '=', questionId)
    .where('answeredAtMs', 'is', null)
    .execute();
}

async function setAnswered(tx: Tx, questionId: number, answeredAtMs: number | null): Promise<void> {
  await tx.updateTable('contestMessage').set({ answeredAtMs }).where('id', '=', questionId).execute();
}

/**
 * Withdraws a message: from now on it is not found. The answers to a withdrawn question go with it.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, MESSAGE_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function withdrawMessage(
  services: Services,
  user: User,
  { contestId, messageId }: { contestId: number; messageId: number },
): Promise<void> {
  const { db, log } = services;
  await superviseMessages(services, user, contestId);
  await db.transaction().execute(async (tx) => {
    // Waits for an answer that is just being stored: only a statement that begins afterwards finds it.
    await lockMessage(tx, contestId, messageId);
    // Withdraws the answers to all as well, which everybody has on the screen.
    const withAnswers = await tx
      .deleteFrom('contestMessage')
      .where('contestId', '=', contestId)
      .where((eb) => eb.or([eb('id', '=', messageId), eb('questionId', '=', messageId)]))
      .returning(['id', 'recipientId', 'text'])
      .execute();
    if (withAnswers.length === 0) throw messageNotFound(messageId);
    const text = withAnswers.find(({ id }) => id === messageId)?.text;
    await recordChange(tx, user, {
      action: 'contest.withdrawMessage',
      subjectId: messageId,
      contestId,
      before: { text, messages: withAnswers.length },
    });
    for (const { id, recipientId } of withAnswers) {
      await announce(tx, 'message.changed', { contestId, messageId: id, recipientId, what: 'removed' });
    }
  });
  log.info({ contestId, messageId, supervisorId: user.id }, 'a message of a contest is taken back');
}
