import { canReadProblems, isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { isFloating } from '@balloon/domain/contests/contest-phase.ts';
import type { Scoreboard, ScoreboardContest } from '@balloon/domain/scoreboard/scoreboard.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { ForbiddenError } from '#errors.ts';
import { enterContest, peekEnteredContest, type VisitedContest } from '#features/contests/contest-access.ts';
import type { ContestSource } from '#features/contests/contest-heads.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import { scoredProblems } from '#features/contests/scored-problems.ts';
import { supervises } from '#features/contests/supervision.ts';
import type { LiveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import type { TableProblem } from '#features/scoreboard/board/table-facts.ts';
import type { User } from '#services.ts';

/**
 * Opens the scoreboard of a contest that the caller may enter, as of this call.
 *
 * @returns with `board`, which returns the board of that moment: must be called again after waiting
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterTable`
 */
export async function openScoreboard(
  source: ContestSource,
  scoreboards: LiveScoreboards,
  viewer: User,
  { contestId, locale }: { contestId: number; locale: Locale },
) {
  return openBoard(scoreboards, await enterTable(source, viewer, contestId), locale);
}

/**
 * A contest whose table the person may see. How others fare in a floating contest helps those who have yet to start.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`, and CONTEST_NOT_STARTED
 */
export async function enterTable(
  source: ContestSource,
  viewer: User,
  contestId: number,
): Promise<VisitedContest> {
  const visited = await enterContest(source, viewer, contestId);
  if (isTableOpen(viewer, visited)) return visited;
  throw new ForbiddenError('CONTEST_NOT_STARTED', 'The table opens when you start the contest');
}

const isTableOpen = (viewer: User, { contest, status }: VisitedContest) =>
  !isFloating(contest) || canReadProblems(supervises(viewer, contest), status);

/** The scoreboard of a contest for somebody who has entered it. */
export async function openBoard(scoreboards: LiveScoreboards, visited: VisitedContest, locale: Locale) {
  const problems = await scoreboards.factsOf(visited.contest.id).problems(locale);
  const opened = boardOf(scoreboards, visited, problems);
  await opened.live.catchUpWithLog(visited.nowMs);
  const { nextReplayedMs } = opened.live;
  scoreboards.moments.expectNext(visited.contest.id, visited.contest, visited.nowMs, nextReplayedMs);
  return opened;
}

function boardOf(scoreboards: LiveScoreboards, visited: VisitedContest, problems: readonly TableProblem[]) {
  const scoring = scoringOf(visited.contest, problems);
  const live = scoreboards.of(visited.contest.id, scoring);
  const facts = scoreboards.factsOf(visited.contest.id);
  return { ...visited, facts, problems, live, board: (): Scoreboard => live.scoredAs(scoring) };
}

/**
 * The scoreboard as `openScoreboard` opens it, where nothing has to be read for it.
 *
 * @returns null otherwise, and for who may not see it: `openScoreboard` knows more
 */
export function peekScoreboard(
  source: ContestSource,
  scoreboards: LiveScoreboards,
  viewer: User,
  { contestId, locale }: { contestId: number; locale: Locale },
): OpenedScoreboard | null {
  const visited = peekEnteredContest(source, viewer, contestId);
  if (!visited || !isTableOpen(viewer, visited)) return null;
  const problems = scoreboards.factsOf(contestId).peekProblems(locale);
  const opened = problems && boardOf(scoreboards, visited, problems);
  return opened?.live.isCaughtUp ? opened : null;
}

/** Scorings by their problems, in memory as long as these: every look at a table needs the same one. */
const scorings = new WeakMap<
  readonly TableProblem[],
  { contest: StoredContest; scoring: ScoreboardContest }
>();

function scoringOf(contest: StoredContest, problems: readonly TableProblem[]): ScoreboardContest {
  const known = scorings.get(problems);
  if (known?.contest === contest) return known.scoring;
  const scoring = { ...contest, ...scoredProblems(problems) };
  scorings.set(problems, { contest, scoring });
  return scoring;
}

export type OpenedScoreboard = Awaited<ReturnType<typeof openScoreboard>>;

/** The groups whose ratings a viewer may see beside the rows of a contest, in its order. */
export function ratedGroups(
  { contest }: OpenedScoreboard,
  { accessMask, groupIds }: Pick<User, 'accessMask' | 'groupIds'>,
): readonly number[] {
  if (isAdmin(accessMask)) return contest.allowedGroupIds;
  return contest.allowedGroupIds.filter((id) => groupIds.includes(id));
}

/** Reads who the people of the rows are. Their roles decide which rows there are, so the board is asked for afterwards. */
export async function learnPeople({ contest, live, facts }: OpenedScoreboard, groupIds: readonly number[]) {
  const known = facts.peopleIn(groupIds).everybodyIn;
  // Going through thousands of people took a third of the time of an answer about fifty of them.
  if (known?.board === live.version && known.facts === facts.version) return;
  // Somebody may join while the others are read.
  do live.correctRoles(await facts.learnPeople(live.participantIds(), groupIds));
  while (!facts.knows(live.participantIds(), groupIds));
  if (contest.scoring.tiedRows === 'organization') {
    const named = live.participantIds().map((userId) => ({ userId, tieName: facts.tieNameOf(userId) ?? '' }));
    live.correctTieNames(named);
  }
  facts.peopleIn(groupIds).everybodyIn = { board: live.version, facts: facts.version };
}
