import type { ContestMessage } from '@balloon/contracts/messages.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { messageNotFound, superviseMessages } from '#features/messages/message-access.ts';
import { messageViews } from '#features/messages/message-view.ts';
import { findMessage, lockQuestion } from '#features/messages/messages.queries.ts';
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
  const { db } = services;
  const { reader, nowMs } = await superviseMessages(services, user, contestId);
  return db.transaction().execute(async (tx) => {
    const question = await lockQuestion(tx, contestId, messageId);
    if (!question) throw messageNotFound(messageId);
    await setAnswered(tx, messageId, isAnswered ? (question.answeredAtMs ?? nowMs) : null);
    await recordChange(tx, user, {
      action: 'contest.settleQuestion',
      subjectId: messageId,
      contestId,
      before: { isAnswered: question.answeredAtMs !== null },
      after: { isAnswered },
    });
    const recipientId = question.authorId;
    await announce(tx, 'message.changed', { contestId, messageId, recipientId, what: 'changed' });
    const stored = await findMessage(tx, contestId, messageId, reader);
    const [view] = await messageViews(tx, contestId, stored ? [stored] : [], reader);
    if (!view) throw messageNotFound(messageId);
    return view;
  });
}

export async function setAnswered(tx: Tx, questionId: number, answeredAtMs: number | null): Promise<void> {
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
