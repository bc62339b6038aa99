import type { OfficialResults } from '@balloon/contracts/scoreboard/results.ts';
import { ICPC_MEDALS, medalOf } from '@balloon/domain/ceremony/awards.ts';
import { finalView } from '@balloon/domain/ceremony/ceremony-views.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import type { ViewedRow } from '@balloon/domain/scoreboard/scoreboard.ts';
import { visitContest } from '#features/contests/contest-access.ts';
import { contestNotFound, supervises } from '#features/contests/supervision.ts';
import { findFinalizing, findHistory, findMissing } from '#features/results/results.queries.ts';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { learnPeople, openBoard } from '#features/scoreboard/board/open-scoreboard.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

/** Rows below the medals that are shown, so that one sees who is next. */
const ROWS_BELOW = 4;
const LOCALE = 'en-us';

/**
 * The official results of a contest: what is missing for them, and the medals for a number of bronze ones.
 *
 * @param extraBronze the value B; absent: the stored one
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function readResults(
  services: Services,
  viewer: User,
  { contestId, extraBronze }: { contestId: number; extraBronze?: number | undefined },
): Promise<OfficialResults> {
  const visited = await visitContest(services, viewer, contestId);
  const { contest, nowMs } = visited;
  if (!supervises(viewer, contest)) throw contestNotFound(contestId);
  const { db } = services;
  const { finalizedAtMs, finalizedById, revision } = await findFinalizing(db, contestId);
  const steps = await findHistory(db, contestId);
  const personBy = await findPeople(db, [finalizedById, ...steps.map(({ actorId }) => actorId)]);
  const bronze = finalizedAtMs === null ? (extraBronze ?? contest.extraBronze) : contest.extraBronze;
  return {
    contest: { id: contestId, name: contest.name, revision },
    isOfficial: contest.hasOfficialResults,
    finalized: finalizedAtMs === null ? null : { atMs: finalizedAtMs, by: personBy(finalizedById) },
    extraBronze: bronze,
    missing: finalizedAtMs === null ? await findMissing(db, contest, nowMs) : [],
    rows: nowMs > lastEndTimeMs(contest) ? await findRows(services, visited, bronze) : [],
    mayReopen: isAdmin(viewer.accessMask),
    history: steps.map(({ actorId, ...step }) => ({ ...step, by: personBy(actorId) })),
  };
}

/** Reads people by id; null stands for somebody who is gone. */
async function findPeople(db: Services['db'], ids: readonly (number | null)[]) {
  const users = await findUsers(db, [...new Set(ids.filter((id) => id !== null))]);
  const byId = new Map(users.map((user) => [user.id, publicUser(user)]));
  return (id: number | null) => (id === null ? null : (byId.get(id) ?? null));
}

type Visited = Awaited<ReturnType<typeof visitContest>>;

async function findRows(
  services: Services,
  visited: Visited,
  extraBronze: number,
): Promise<OfficialResults['rows']> {
  const opened = await openBoard(liveScoreboards(services), visited, LOCALE);
  await learnPeople(opened, []); // roles decide which rows count
  const medals = { ...ICPC_MEDALS, bronze: ICPC_MEDALS.bronze + extraBronze };
  const count = medals.gold + medals.silver + medals.bronze + ROWS_BELOW;
  const rows = finalView(opened.board()).rows.slice(0, count);
  const named = opened.facts.peopleIn([]);
  return rows.flatMap((row) => {
    const user = opened.facts.personIn(named, row.userId);
    return user
      ? { user, ...resultOf(row), medal: row.displayRank === '' ? null : medalOf(row, medals) }
      : [];
  });
}

const resultOf = ({ displayRank, acceptedSolutions, penalty }: ViewedRow) => ({
  place: String(displayRank),
  solved: acceptedSolutions,
  penalty,
});
