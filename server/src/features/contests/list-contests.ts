import type { ContestListQuery } from '@balloon/contracts/contests.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { ownWindow, viewerOf } from '#features/contests/contest-access.ts';
import { countListedContests, findListedContests } from '#features/contests/contest-list.queries.ts';
import { contestView } from '#features/contests/contest-view.ts';
import type { Services, User } from '#services.ts';

/** Page of the contests that the person may see, in contest mode those of it, and their number on all pages. */
export async function listContests({ db }: Services, user: User, query: ContestListQuery) {
  const viewer = { ...viewerOf(user), teams: user.teams };
  const within = user.confinedTo?.map(({ id }) => id);
  const nowMs = await databaseNowMs(db);
  const [contests, contestsNumber] = await Promise.all([
    findListedContests(db, viewer, { ...query, within }, nowMs),
    countListedContests(db, viewer, { ...query, within }, nowMs),
  ]);
  return {
    contests: contests.map((row) => contestView({ ...row, ...ownWindow(user, row.ownStartedAtMs) }, nowMs)),
    contestsNumber,
  };
}
