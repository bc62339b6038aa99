import type { RejudgingEffects } from '@balloon/contracts/solutions/rejudgings.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { type VerdictEffects, verdictEffects } from '@balloon/domain/results/verdict-effects.ts';
import { LOCALES } from '@balloon/domain/text/statement-locale.ts';
import { visitContest } from '#features/contests/contest-access.ts';
import { findNewVerdicts } from '#features/rejudgings/rejudgings.queries.ts';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { learnPeople, openBoard } from '#features/scoreboard/board/open-scoreboard.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

/** Rows that are shown. */
const SHOWN = 100;

type Opened = Awaited<ReturnType<typeof openBoard>>;

/** Effects of rejudgings by the board that they were found on, with what they were found from. */
const KNOWN = new WeakMap<
  Opened['live'],
  Map<number, { from: string; effects: Promise<RejudgingEffects> }>
>();

/**
 * Says what applying a rejudging now would do to the table, by scoring the rows of the scoreboard once more with the new
 * verdicts: the one that people look at stays as it is. Found once for each change of the table or of the results,
 * whoever reads it.
 */
export async function readEffects(
  services: Services,
  viewer: User,
  { contestId, rejudgingId, endedRuns }: { contestId: number; rejudgingId: number; endedRuns: number },
): Promise<RejudgingEffects> {
  const opened = await openBoard(
    liveScoreboards(services),
    await visitContest(services, viewer, contestId),
    LOCALES[0],
  );
  await learnPeople(opened, []); // roles decide which rows count
  const { live, facts } = opened;
  const from = `${live.version} ${facts.version} ${endedRuns}`;
  const known = KNOWN.get(live) ?? new Map();
  KNOWN.set(live, known);
  const same = known.get(rejudgingId);
  if (same?.from === from) return same.effects;
  const effects = findEffects(services, opened, rejudgingId);
  known.set(rejudgingId, { from, effects });
  // A failure is no effect: the next one who asks tries again.
  effects.catch(() => known.delete(rejudgingId));
  return effects;
}

async function findEffects(
  services: Services,
  opened: Opened,
  rejudgingId: number,
): Promise<RejudgingEffects> {
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
