import type { ContestAwards } from '@balloon/contracts/scoreboard/ceremony.ts';
import { ICPC_MEDALS } from '@balloon/domain/ceremony/awards.ts';
import { finalView } from '@balloon/domain/ceremony/ceremony-views.ts';
import { lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { findAwardable, findAwardsByHand } from '#features/ceremony/awards.queries.ts';
import { awardId, awardsOfTable, titleIn } from '#features/ceremony/contest-awards.ts';
import { visitContest } from '#features/contests/contest-access.ts';
import { findGroupsOfContest } from '#features/contests/contest-groups.queries.ts';
import { contestNotFound, supervises } from '#features/contests/supervision.ts';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { learnPeople, openBoard } from '#features/scoreboard/board/open-scoreboard.ts';
import type { Services, User } from '#services.ts';

type ShownAward = ContestAwards['awards'][number];

/**
 * All awards of a contest: those of the table once the main time is over for everybody, and those by hand.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function readAwards(
  services: Services,
  viewer: User,
  { contestId, locale }: { contestId: number; locale: Locale },
): Promise<ContestAwards> {
  const visited = await visitContest(services, viewer, contestId);
  const { contest, nowMs } = visited;
  if (!supervises(viewer, contest)) throw contestNotFound(contestId);
  const { db } = services;
  const [byHand, people] = await Promise.all([findAwardsByHand(db, contestId), findAwardable(db, contestId)]);
  const isOver = nowMs > lastEndTimeMs(contest);
  return {
    contest: { id: contestId, name: contest.name },
    ...{ isOver, isFinal: contest.finalizedAtMs !== null, people, byHand },
    awards: [
      ...(isOver ? await awardsNow(services, visited, locale) : []),
      ...byHand.map((award): ShownAward => {
        const { id: of, userIds } = award;
        return {
          id: awardId({ kind: 'byHand', of }, []),
          kind: 'byHand',
          of,
          name: titleIn(locale, award),
          userIds,
        };
      }),
    ],
  };
}

async function awardsNow(
  services: Services,
  visited: Awaited<ReturnType<typeof visitContest>>,
  locale: Locale,
): Promise<ShownAward[]> {
  const { contest } = visited;
  const opened = await openBoard(liveScoreboards(services), visited, locale);
  await learnPeople(opened, []); // roles decide which rows count
  const groups = await findGroupsOfContest(services.db, contest.id);
  const medals = { ...ICPC_MEDALS, bronze: ICPC_MEDALS.bronze + contest.extraBronze };
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  const titles = new Map(opened.problems.map(({ position, title }) => [position, title]));
  const nameOf = ({ kind, of }: Pick<ShownAward, 'kind' | 'of'>): string => {
    if (kind === 'groupWinner') return groupNames.get(of ?? 0) ?? '';
    return kind === 'firstToSolve' ? `${problemIndex(of ?? 0)}. ${titles.get(of ?? 0) ?? ''}` : '';
  };
  const board = opened.board();
  return awardsOfTable(board, finalView(board).rows, { medals, groups }).map((award) => ({
    ...{ id: awardId(award, groups), kind: award.kind, of: award.of },
    ...{ name: nameOf(award), userIds: [...award.userIds] },
  }));
}
