import type { Db } from '@balloon/database/connect.ts';
import { canReadProblems } from '@balloon/domain/contest-access.ts';
import { NotFoundError } from '#errors.ts';
import { enterContest, type VisitedContest } from '#features/contests/contest-access.ts';
import type { ViewReader } from '#features/messages/message-view.ts';
import { supervises } from '#features/solutions/supervision.ts';
import type { User } from '#services.ts';

export interface MessageVisit extends VisitedContest {
  reader: ViewReader;
}

/**
 * The contest of whoever takes part in it or supervises it, and how they read its messages.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function enterMessages(db: Db, user: User, contestId: number): Promise<MessageVisit> {
  const visited = await enterContest(db, user, contestId);
  const reader = {
    userId: user.id,
    supervises: supervises(user, visited.contest),
    readsProblems: canReadProblems(user, visited.status),
  };
  return { ...visited, reader };
}

/** @throws also {NotFoundError} for who does not supervise the contest */
export async function superviseMessages(db: Db, user: User, contestId: number): Promise<MessageVisit> {
  const visited = await enterMessages(db, user, contestId);
  if (visited.reader.supervises) return visited;
  throw new NotFoundError('CONTEST_NOT_FOUND', `There is no contest ${contestId}`);
}

export const messageNotFound = (messageId: number) =>
  new NotFoundError('MESSAGE_NOT_FOUND', `There is no message ${messageId} in this contest`);
