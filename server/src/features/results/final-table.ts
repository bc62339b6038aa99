import { ICPC_MEDALS } from '@balloon/domain/ceremony/awards.ts';
import { finalView } from '@balloon/domain/ceremony/ceremony-views.ts';
import { lastEndTimeMs, thawTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { contestTimeMs } from '@balloon/domain/contests/contest-time.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { judgedTries } from '@balloon/domain/results/judged-tries.ts';
import { type Citation, isAwardedRank, officialRanks } from '@balloon/domain/results/official-ranks.ts';
import type { ViewedCell, ViewedRow } from '@balloon/domain/scoreboard/scoreboard.ts';
import { ConflictError } from '#errors.ts';
import { type AwardByHand, findAwardsByHand } from '#features/ceremony/awards.queries.ts';
import { awardId, awardsOfTable, titleIn } from '#features/ceremony/contest-awards.ts';
import { enterContest, type VisitedContest } from '#features/contests/contest-access.ts';
import { findGroupsOfContest } from '#features/contests/contest-groups.queries.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import { supervises } from '#features/contests/supervision.ts';
import { citationOf } from '#features/results/award-citations.ts';
import { findForeignIds } from '#features/results/results.queries.ts';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { learnPeople, openBoard } from '#features/scoreboard/board/open-scoreboard.ts';
import { timesOfRow } from '#features/scoreboard/look/look-at-scoreboard.ts';
import type { Services, User } from '#services.ts';

/** Row of the final table, as files tell it. */
export interface FinalRow {
  /** Id in another system where there is one, else that of the account. */
  teamId: string;
  name: string;
  organization: string;
  /** Place in the table, which equal results share; null for who is out of the ranking. */
  place: number | null;
  /** Official rank; null for an honourable mention and for who is out of the ranking. */
  rank: number | null;
  citation: Citation | null;
  solved: number;
  penaltyMin: number;
  /** Whole minutes of contest time of the last solve; 0 without one. */
  lastSolveMin: number;
  /** Name of the group that it has won. */
  groupWon: string;
  cells: readonly FinalCell[];
}

/**
 * The rank that people read in a row: the official one where the contest has such results, which leave the lower half
 * without, else the place in the table.
 */
export const shownRank = ({ hasOfficialResults }: StoredContest, { rank, place }: FinalRow): number | null =>
  hasOfficialResults ? rank : place;

export interface FinalCell {
  wrongTries: number;
  pendingTries: number;
  /** Judged attempts up to and with the accepted one, compilation errors among them. */
  judgedTries: number;
  /** Whole minutes of contest time; null while unsolved. */
  solvedMin: number | null;
  isFirstSolve: boolean;
}

export interface FinalTable {
  contest: StoredContest;
  nowMs: number;
  problems: readonly { index: string; title: string }[];
  rows: readonly FinalRow[];
  awards: readonly FinalAward[];
}

/** Award as the Contest API gives it. */
export interface FinalAward {
  id: string;
  citation: string;
  teamIds: readonly string[];
}

/**
 * The final table of a contest, as of its end. Supervisors have it once everybody has ended, others once the results are
 * open, and final where they are made final.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED, CONTEST_NOT_JOINED
 * @throws {ConflictError} RESULTS_NOT_READY
 */
export async function readFinalTable(
  services: Services,
  viewer: User,
  contestId: number,
): Promise<FinalTable> {
  const visited = await enterContest(services, viewer, contestId);
  if (!isReady(viewer, visited)) {
    throw new ConflictError('RESULTS_NOT_READY', 'The results of this contest are not there yet');
  }
  const { contest, nowMs } = visited;
  const opened = await openBoard(liveScoreboards(services), visited, 'en-us');
  await learnPeople(opened, []); // roles decide which rows count
  const board = opened.board();
  const { rows } = finalView(board);
  const placed = rows.filter(({ displayRank }) => displayRank !== '');
  const medals = { ...ICPC_MEDALS, bronze: ICPC_MEDALS.bronze + contest.extraBronze };
  const official = new Map(officialRanks(placed, medals).map((one) => [one.userId, one]));
  const [groups, byHand] = await Promise.all([
    findGroupsOfContest(services.db, contestId),
    findAwardsByHand(services.db, contestId),
  ]);
  // Who has an award by hand may have been removed since.
  const told = [...rows.map(({ userId }) => userId), ...byHand.flatMap(({ userIds }) => userIds)];
  const foreignIds = await findForeignIds(services.db, told);
  const winners = groupWinners(placed, groups);
  const named = opened.facts.peopleIn([]);
  const teamIdOf = (userId: number) => foreignIds.get(userId) ?? String(userId);
  const problems = opened.problems.map(({ position, title }) => ({ index: problemIndex(position), title }));
  const ofTable = awardsOfTable(board, rows, { medals, groups }).filter(
    ({ kind, of }) => kind !== 'rank' || isAwardedRank(of ?? 0, medals),
  );
  const awards = [...ofTable, ...byHand.map(awardByHand)];
  return {
    ...{ contest, nowMs, problems },
    awards: awards.map((award) => ({
      id: awardId(award, groups),
      citation: 'title' in award ? award.title : citationOf(award, { problems, groups }),
      teamIds: award.userIds.map(teamIdOf),
    })),
    rows: rows.map((row) => {
      const person = opened.facts.personIn(named, row.userId);
      const { rank = null, citation = null } = official.get(row.userId) ?? {};
      const times = timesOfRow(contest, row);
      const scored = board.rows.byUser.get(row.userId);
      const tries = scored ? judgedTries(board.contest, scored) : [];
      const cells = row.cells.map((cell, position) => finalCell(times, cell, tries[position] ?? 0));
      return {
        teamId: teamIdOf(row.userId),
        name: person?.fullName || person?.username || String(row.userId),
        organization: person?.organization?.name ?? '',
        place: row.displayRank === '' ? null : row.rank,
        ...{ rank, citation, cells },
        solved: row.acceptedSolutions,
        penaltyMin: row.penalty,
        lastSolveMin: Math.max(0, ...cells.map(({ solvedMin }) => solvedMin ?? 0)),
        groupWon: winners.get(row.userId) ?? '',
      };
    }),
  };
}

const awardByHand = (award: AwardByHand) => ({
  ...{ kind: 'byHand' as const, of: award.id, userIds: award.userIds },
  title: titleIn('en-us', award),
});

function isReady(viewer: User, { contest, nowMs }: VisitedContest): boolean {
  if (nowMs <= lastEndTimeMs(contest)) return false;
  if (supervises(viewer, contest)) return true;
  return nowMs > thawTimeMs(contest) && (!contest.hasOfficialResults || contest.finalizedAtMs !== null);
}

type Times = Pick<StoredContest, 'startTimeMs' | 'removedIntervals'>;

function finalCell(
  times: Times,
  { acceptedAtMs, wrongTries, pendingTries, isFirstSolve }: ViewedCell,
  judged: number,
): FinalCell {
  return {
    ...{ wrongTries, pendingTries, judgedTries: judged, isFirstSolve: isFirstSolve === true },
    // What was sent before a start that moved behind it counts as sent at the start, as in the penalty.
    solvedMin:
      acceptedAtMs === undefined
        ? null
        : Math.max(0, Math.floor(contestTimeMs(times, acceptedAtMs) / 60_000)),
  };
}

/** Names of won groups by person: the best place of each group, shared by a tie. */
function groupWinners(
  rows: readonly ViewedRow[],
  groups: readonly { name: string; memberIds: readonly number[] }[],
): Map<number, string> {
  const winners = new Map<number, string>();
  for (const { name, memberIds } of groups) {
    const members = new Set(memberIds);
    const own = rows.filter(({ userId, acceptedSolutions }) => members.has(userId) && acceptedSolutions > 0);
    for (const { userId, rank } of own) {
      if (rank === own[0]?.rank && !winners.has(userId)) winners.set(userId, name);
    }
  }
  return winners;
}
