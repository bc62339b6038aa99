import { canReadProblems } from '@balloon/domain/contests/contest-access.ts';
import { isFloating } from '@balloon/domain/contests/contest-phase.ts';
import { NotFoundError } from '#errors.ts';
import { enterContest, type VisitedContest } from '#features/contests/contest-access.ts';
import type { ContestSource } from '#features/contests/contest-heads.ts';
import { supervises } from '#features/contests/supervision.ts';
import type { ViewReader } from '#features/messages/message-view.ts';
import type { User } from '#services.ts';

export interface MessageVisit extends VisitedContest {
  reader: ViewReader;
}

/**
 * Returns the contest to a participant or supervisor of it, and what they may read of its messages.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function enterMessages(
  source: ContestSource,
  user: User,
  contestId: number,
): Promise<MessageVisit> {
  const visited = await enterContest(source, user, contestId);
  const isSupervising = supervises(user, visited.contest);
  const readsProblems = canReadProblems(isSupervising, visited.status);
  const reader = {
    userId: user.id,
    supervises: isSupervising,
    readsProblems,
    hasYetToStart: isFloating(visited.contest) && !readsProblems,
    nowMs: visited.nowMs,
  };
  return { ...visited, reader };
}

/** @throws also {NotFoundError} when the caller does not supervise the contest */
export async function superviseMessages(
  source: ContestSource,
  user: User,
  contestId: number,
): Promise<MessageVisit> {
  const visited = await enterMessages(source, user, contestId);
  if (visited.reader.supervises) return visited;
  throw new NotFoundError('CONTEST_NOT_FOUND', `There is no contest ${contestId}`);
}

export const messageNotFound = (messageId: number) =>
  new NotFoundError('MESSAGE_NOT_FOUND', `There is no message ${messageId} in this contest`);
