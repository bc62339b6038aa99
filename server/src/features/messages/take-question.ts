import { QUESTION_TAKEN_MS } from '@balloon/contracts/talk/message-limits.ts';
import type { ContestMessage } from '@balloon/contracts/talk/messages.ts';
import { ConflictError } from '#errors.ts';
import { changeQuestion } from '#features/messages/change-question.ts';
import type { Services, User } from '#services.ts';

/**
 * Says that a supervisor answers a question at the moment, so that no other one does the same, or that they do not.
 * A take runs out after `QUESTION_TAKEN_MS`; who answers says so again meanwhile.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, MESSAGE_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 * @throws {ConflictError} QUESTION_TAKEN by another supervisor
 */
export async function takeQuestion(
  services: Services,
  user: User,
  { contestId, messageId, isTaken }: { contestId: number; messageId: number; isTaken: boolean },
): Promise<ContestMessage> {
  return changeQuestion(services, user, { contestId, messageId }, async (tx, question, { nowMs }) => {
    const { takenById, takenAtMs } = question;
    const isHeld = takenAtMs !== null && nowMs - takenAtMs < QUESTION_TAKEN_MS;
    if (isHeld && takenById !== null && takenById !== user.id) {
      if (!isTaken) return;
      throw new ConflictError('QUESTION_TAKEN', 'Another supervisor answers this question at the moment');
    }
    const take = isTaken ? { takenById: user.id, takenAtMs: nowMs } : { takenById: null, takenAtMs: null };
    await tx.updateTable('contestMessage').set(take).where('id', '=', messageId).execute();
  });
}
