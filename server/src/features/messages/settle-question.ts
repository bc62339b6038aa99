import type { ContestMessage } from '@balloon/contracts/messages.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { messageNotFound, superviseMessages } from '#features/messages/message-access.ts';
import { messageViews } from '#features/messages/message-view.ts';
import { findMessage, lockQuestion } from '#features/messages/messages.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Takes a question off the list of open ones without an answer, or puts it back.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, MESSAGE_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function settleQuestion(
  { db }: Services,
  user: User,
  { contestId, messageId, isAnswered }: { contestId: number; messageId: number; isAnswered: boolean },
): Promise<ContestMessage> {
  const { reader, nowMs } = await superviseMessages(db, user, contestId);
  return db.transaction().execute(async (tx) => {
    const question = await lockQuestion(tx, contestId, messageId);
    if (!question) throw messageNotFound(messageId);
    await setAnswered(tx, messageId, isAnswered ? (question.answeredAtMs ?? nowMs) : null);
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
 * Takes a message back: from now on nobody finds it. With a question its answers go.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, MESSAGE_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function withdrawMessage(
  { db, log }: Services,
  user: User,
  { contestId, messageId }: { contestId: number; messageId: number },
): Promise<void> {
  await superviseMessages(db, user, contestId);
  await db.transaction().execute(async (tx) => {
    // With a question go the answers to all, which everybody has on the screen.
    const withAnswers = await tx
      .deleteFrom('contestMessage')
      .where('contestId', '=', contestId)
      .where((eb) => eb.or([eb('id', '=', messageId), eb('questionId', '=', messageId)]))
      .returning(['id', 'recipientId'])
      .execute();
    if (withAnswers.length === 0) throw messageNotFound(messageId);
    for (const { id, recipientId } of withAnswers) {
      await announce(tx, 'message.changed', { contestId, messageId: id, recipientId, what: 'removed' });
    }
  });
  log.info({ contestId, messageId, supervisorId: user.id }, 'a message of a contest is taken back');
}
