import type { KeepDraft } from '@balloon/contracts/hall/drafts.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { isMainTime } from '@balloon/domain/contests/contest-phase.ts';
import { senderOf } from '#features/contests/acting/acting.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import type { DraftKeeper } from '#features/drafts/draft-keeper.ts';
import type { Services, User } from '#services.ts';

/**
 * Keeps what a participant has in the editor, where the contest asks for that and its main time runs.
 *
 * @returns whether it is kept
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function keepDraft(
  services: Services,
  keeper: DraftKeeper,
  user: User,
  { contestId, ...draft }: KeepDraft & { contestId: number },
): Promise<boolean> {
  const { contest, status, nowMs } = await enterContest(services, user, contestId);
  if (!contest.keepsDrafts || !isMainTime(status) || isSupervisor(user.accessMask)) return false;
  return keeper.take({ contestId, accountId: user.id, memberId: senderOf(user) ?? 0, atMs: nowMs }, draft);
}
