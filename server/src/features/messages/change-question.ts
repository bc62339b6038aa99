import type { ContestMessage } from '@balloon/contracts/talk/messages.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { type MessageVisit, messageNotFound, superviseMessages } from '#features/messages/message-access.ts';
import { messageViews } from '#features/messages/message-view.ts';
import { findMessage } from '#features/messages/messages.queries.ts';
import { lockQuestion } from '#features/messages/sending.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

type LockedQuestion = NonNullable<Awaited<ReturnType<typeof lockQuestion>>>;

/**
 * Lets a supervisor change a question, which is locked meanwhile, and notifies who sees it.
 *
 * @returns the question as the supervisor sees it afterwards
 * @throws {NotFoundError} CONTEST_NOT_FOUND, MESSAGE_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function changeQuestion(
  services: Services,
  user: User,
  { contestId, messageId }: { contestId: number; messageId: number },
  change: (tx: Tx, question: LockedQuestion, visit: MessageVisit) => Promise<void>,
): Promise<ContestMessage> {
  const visit = await superviseMessages(services, user, contestId);
  return services.db.transaction().execute(async (tx) => {
    const question = await lockQuestion(tx, contestId, messageId);
    if (!question) throw messageNotFound(messageId);
    await change(tx, question, visit);
    const recipientId = question.authorId;
    await announce(tx, 'message.changed', { contestId, messageId, recipientId, what: 'changed' });
    const stored = await findMessage(tx, contestId, messageId, visit.reader);
    const [view] = await messageViews(tx, contestId, stored ? [stored] : [], visit.reader);
    if (!view) throw messageNotFound(messageId);
    return view;
  });
}
