import type { Ceremony, CeremonyQuery } from '@balloon/contracts/scoreboard/ceremony.ts';
import { ICPC_MEDALS } from '@balloon/domain/ceremony/awards.ts';
import { ceremonyViews } from '@balloon/domain/ceremony/ceremony-views.ts';
import { lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import type { ScoreboardView } from '@balloon/domain/scoreboard/scoreboard.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { findAwardedNames, findAwardsByHand, findPresentedTeams } from '#features/ceremony/awards.queries.ts';
import { awardsOfTable, hasPlace, titleIn } from '#features/ceremony/contest-awards.ts';
import { visitContest } from '#features/contests/contest-access.ts';
import { findGroupsOfContest } from '#features/contests/contest-groups.queries.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import { contestNotFound, supervises } from '#features/contests/supervision.ts';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { learnPeople, openBoard } from '#features/scoreboard/board/open-scoreboard.ts';
import { shortHash } from '#http/answers/packed-page.ts';
import type { Services, User } from '#services.ts';

/**
 * The frozen and the final table of a contest, with the awards; nothing of them before the main time is over for everybody.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function readCeremony(services: Services, viewer: User, asked: Asked): Promise<Ceremony> {
  const ceremony = await makeCeremony(services, viewer, asked);
  return { ...ceremony, digest: shortHash(JSON.stringify(ceremony)) };
}

interface Asked {
  contestId: number;
  medals: CeremonyQuery;
  locale: Locale;
}

async function makeCeremony(
  services: Services,
  viewer: User,
  { contestId, medals, locale }: Asked,
): Promise<Omit<Ceremony, 'digest'>> {
  const visited = await visitContest(services, viewer, contestId);
  if (!supervises(viewer, visited.contest)) throw contestNotFound(contestId);
  const { name } = visited.contest;
  const contest = { id: contestId, name };
  if (visited.nowMs <= lastEndTimeMs(visited.contest)) return { contest, isOver: false, ...NOTHING };
  const opened = await openBoard(liveScoreboards(services), visited, locale);
  await learnPeople(opened, []); // roles decide which rows count
  const board = opened.board();
  const { final, rows, rules, tieOrder } = ceremonyViews(board);
  const [groups, byHand, teams] = await Promise.all([
    findGroupsOfContest(services.db, contestId),
    findAwardsByHand(services.db, contestId),
    findPresentedTeams(
      services.db,
      rows.map(({ userId }) => userId),
    ),
  ]);
  const awarded = await findAwardedNames(services.db, byHand);
  const groupNames = new Map(groups.map((group) => [group.id, group.name]));
  const named = opened.facts.peopleIn([]);
  const nameOf = (userId: number) => {
    const person = opened.facts.personIn(named, userId);
    return person?.fullName || person?.username || String(userId);
  };
  const finals = new Map(final.rows.map((row) => [row.userId, row]));
  return {
    contest,
    isOver: true,
    problems: opened.problems.map(({ position, title, color }) => ({
      index: problemIndex(position),
      title,
      color,
    })),
    rows: rows.flatMap(({ frozen, final: ends, ...row }) => {
      const last = finals.get(row.userId);
      if (!last) return [];
      const about = {
        ...{ name: nameOf(row.userId), rank: last.rank, hasPlace: hasPlace(last) },
        team: teams.get(row.userId) ?? null,
      };
      return { ...row, ...about, frozen: [...frozen], final: [...ends] };
    }),
    ...{ rules, tieOrder },
    awards: [
      ...awardsOfTable(board, final.rows, {
        medals: { ...medals, bronze: medals.bronze ?? bronzeMedals(visited.contest) },
        groups,
      }).flatMap(({ kind, of, userIds }) =>
        kind === 'rank'
          ? [] // the table itself tells it
          : {
              ...{ kind, of, userIds: [...userIds] },
              ...(kind === 'groupWinner' && { group: groupNames.get(of ?? 0) }),
            },
      ),
      ...byHand.map((award) => ({
        ...{ kind: 'byHand' as const, of: award.id, userIds: award.userIds },
        ...{ title: titleIn(locale, award), citation: award.citation },
        names: award.userIds.map((userId) => awarded.get(userId) ?? nameOf(userId)),
      })),
    ],
    unjudgedNumber: final.rows.reduce((sum, row) => sum + unjudgedIn(row), 0),
  };
}

const NOTHING = {
  ...{ problems: [], rows: [], tieOrder: [], awards: [], unjudgedNumber: 0 },
  rules: { roundsSum: false, breaksTies: false },
};

type ViewedRow = ScoreboardView['rows'][number];

const bronzeMedals = ({ extraBronze }: StoredContest) => ICPC_MEDALS.bronze + extraBronze;

const unjudgedIn = ({ cells }: ViewedRow) => cells.reduce((sum, { pendingTries }) => sum + pendingTries, 0);
