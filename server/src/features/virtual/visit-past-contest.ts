import type { Db } from '@balloon/database/connect.ts';
import { canSeeContestInList, canTakePartVirtually } from '@balloon/domain/contest-access.ts';
import { endTimeMs, freezeTimeMs } from '@balloon/domain/contest-phase.ts';
import { contestTimeMs } from '@balloon/domain/contest-time.ts';
import { viewerOf, visitContest } from '#features/contests/contest-access.ts';
import { entryError } from '#features/contests/entry-errors.ts';
import type { User } from '#services.ts';

/**
 * A contest that a person may know of, and whether they may take part in it virtually.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the person may not know of it
 */
export async function visitPastContest(db: Db, user: User, contestId: number) {
  const { contest, nowMs, join } = await visitContest({ db }, user, contestId);
  const viewer = viewerOf(user);
  const isKnown = join.joined || canSeeContestInList(viewer, contest);
  if (!isKnown) throw entryError('CONTEST_NOT_FOUND', contestId);
  return {
    contest,
    nowMs,
    isAllowed: canTakePartVirtually(viewer, contest, nowMs, join.joined),
    // Without what was cut out, as contest time counts.
    durationTimeMs: contestTimeMs(contest, endTimeMs(contest)),
    relativeFreezeTimeMs: contestTimeMs(contest, freezeTimeMs(contest)),
  };
}
