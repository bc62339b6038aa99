import type { RejudgingEffects } from '@balloon/contracts/rejudgings.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import { problemIndex } from '@balloon/domain/problem-index.ts';
import { type VerdictEffects, verdictEffects } from '@balloon/domain/scoreboard.ts';
import { LOCALES } from '@balloon/domain/statement-locale.ts';
import { visitContest } from '#features/contests/contest-access.ts';
import { findNewVerdicts } from '#features/rejudgings/rejudgings.queries.ts';
import { liveScoreboards } from '#features/scoreboard/live-scoreboards.ts';
import { learnPeople, openBoard } from '#features/scoreboard/open-scoreboard.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

/** Rows that are shown. */
const SHOWN = 100;

/**
 * Says what applying a rejudging now would do to the table, by scoring the rows of the scoreboard once more with the new
 * verdicts: the one that people look at stays as it is.
 */
export async function readEffects(
  services: Services,
  viewer: User,
  { contestId, rejudgingId }: { contestId: number; rejudgingId: number },
): Promise<RejudgingEffects> {
  const opened = await openBoard(
    liveScoreboards(services),
    await visitContest(services, viewer, contestId),
    LOCALES[0],
  );
  await learnPeople(opened, []); // roles decide which rows count
  const verdicts = await findNewVerdicts(services.db, rejudgingId);
  const { contest, rows } = opened.board();
  const effects = verdictEffects(contest, rows, verdicts);
  return render(effects, contest.problemIds, await findPeople(services, effects));
}

async function findPeople({ db }: Services, { moved, firstSolves }: VerdictEffects) {
  const ids = [
    ...moved.slice(0, SHOWN).map(({ userId }) => userId),
    ...firstSolves.flatMap(({ before, after }) => [before, after]).filter((id) => id !== null),
  ];
  const users = await findUsers(db, ids);
  return new Map(users.map((user) => [user.id, publicUser(user)]));
}

function render(
  { total, moved, firstSolves }: VerdictEffects,
  problemIds: readonly number[],
  people: ReadonlyMap<number, PublicUser>,
): RejudgingEffects {
  const personOf = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return {
    rowsNumber: total,
    movedNumber: moved.length,
    moved: moved.slice(0, SHOWN).flatMap(({ userId, before, after }) => {
      const user = people.get(userId);
      return user ? { user, before, after } : [];
    }),
    medalsNumber: moved.filter(({ before, after }) => before?.medal !== after?.medal).length,
    firstSolves: firstSolves.map(({ problemId, before, after }) => ({
      problemId,
      symbolIndex: problemIndex(problemIds.indexOf(problemId)),
      before: personOf(before),
      after: personOf(after),
    })),
  };
}
