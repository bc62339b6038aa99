import type { ContestMessage, MoveQuestion } from '@balloon/contracts/talk/messages.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { changeQuestion } from '#features/messages/change-question.ts';
import { problemOfMessage } from '#features/messages/problem-of-message.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Changes what a question and its answers are about: a category or a problem.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, MESSAGE_NOT_FOUND, PROBLEM_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function moveQuestion(
  services: Services,
  user: User,
  { contestId, messageId, category, symbolIndex }: MoveQuestion & { contestId: number; messageId: number },
): Promise<ContestMessage> {
  return changeQuestion(services, user, { contestId, messageId }, async (tx, question) => {
    const problemId = await problemOfMessage(tx, contestId, symbolIndex);
    const moved = await tx
      .updateTable('contestMessage')
      .set({ category, problemId })
      .where((eb) => eb.or([eb('id', '=', messageId), eb('questionId', '=', messageId)]))
      .returning(['id', 'recipientId'])
      .execute();
    const toAll = moved.find(({ recipientId }) => recipientId === null);
    if (toAll !== undefined) {
      const change = { contestId, messageId: toAll.id, recipientId: null, what: 'changed' } as const;
      await announce(tx, 'message.changed', change);
    }
    await recordChange(tx, user, {
      action: 'contest.moveQuestion',
      subjectId: messageId,
      contestId,
      before: { category: question.category, problemId: question.problemId },
      after: { category, problemId },
    });
  });
}
