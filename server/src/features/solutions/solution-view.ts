import type { SystemType } from '@balloon/contracts/problems/problems.ts';
import type { OutsideProgress, Progress, Solution, Verdict } from '@balloon/contracts/solutions/solutions.ts';
import { type Db, executePrepared, keptUnknown } from '@balloon/database/connect.ts';
import type { JudgingTable } from '@balloon/database/judging-tables.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { joinedVerdict } from '@balloon/domain/judging/joined-verdicts.ts';
import { VERDICTS, verdictById } from '@balloon/domain/judging/verdicts.ts';
import { outsideProgress } from '@balloon/domain/outside/outside-progress.ts';
import { type CompiledQuery, type Selectable, sql } from 'kysely';
import { ownStartColumn } from '#features/contests/own-start-column.ts';
import { FOREIGN_VERDICT, OUTSIDE_WAIT } from '#features/solutions/outside-wait.queries.ts';
import { TEAM_NAME } from '#features/users/name-of-account.ts';
import { publicUser } from '#features/users/public-user.ts';
import { senderColumn } from '#features/users/sender-column.ts';

/** Columns of what stands around a solution beside its author: problem, language and contest. */
export const SURROUNDING_COLUMNS = [
  'language.name as languageName',
  'language.systemType as languageSystemType',
  'language.languageFamily',
  'language.foreignLanguageId',
  'language.nonactive',
  'language.hasJudge',
  'problem.systemType',
  'problem.foreignProblemIdentifier',
  'contest.name as contestName',
  'contest.startTimeMs',
  'contest.durationTimeMs',
  'contest.removedIntervals',
  'contest.joinsVerdicts',
  'contestProblem.position',
  'contestProblem.color',
  'contestProblem.judgingPausedAtMs',
] as const;

/**
 * Loads solutions with all shown columns, newest first; unknown ids are missing. A problem has the name under
 * which the contest shows it, and no newer one.
 */
export function findSolutions(db: Db, ids: readonly number[]): Promise<StoredSolution[]> {
  // Planning so many joins takes ten times as long as reading a page of solutions, and writing them as SQL half as long.
  written ??= selectSolutions(db, ANY_IDS).compile();
  const parameters = written.parameters.map((value) => (value === ANY_IDS ? [...ids] : value));
  return executePrepared(db, 'solutions', { ...written, parameters });
}

/** Stands for the ids in the query, which is the same for all of them. */
const ANY_IDS: readonly number[] = [];
let written: CompiledQuery<StoredSolution> | undefined;

function selectSolutions(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('solution')
    .innerJoin('account', 'account.id', 'solution.accountId')
    .innerJoin('language', 'language.id', 'solution.languageId')
    .innerJoin('problem', 'problem.id', 'solution.problemId')
    .innerJoin('contest', 'contest.id', 'solution.contestId')
    .leftJoin('contestProblem', (join) =>
      join
        .onRef('contestProblem.contestId', '=', 'solution.contestId')
        .onRef('contestProblem.problemId', '=', 'solution.problemId'),
    )
    .leftJoin('problemVersion as pinned', (join) =>
      join
        .onRef('pinned.uuid', '=', 'contestProblem.versionId')
        .onRef('pinned.problemId', '=', 'contestProblem.problemId'),
    )
    .leftJoin(waitingForVerdict(ids), 'judging.solutionId', 'solution.id')
    .where(sql<boolean>`solution.id = any(${keptUnknown(ids, 'integer[]')})`)
    .select(SURROUNDING_COLUMNS)
    .select((eb) => [
      'solution.id',
      'solution.accountId as userId',
      'solution.problemId',
      'solution.contestId',
      'solution.languageId',
      'solution.verdictId',
      'solution.sentAtMs',
      'solution.verdictGotAtMs',
      'solution.testNumber',
      'solution.timeMs',
      'solution.memoryKb',
      'solution.compilationError',
      'solution.duplicatedFromId',
      'solution.sourceSha256',
      'solution.deletedAtMs',
      'account.username',
      'account.firstName',
      'account.lastName',
      'account.accessMask',
      TEAM_NAME.as('teamName'),
      RATING.as('rating'),
      ownStartColumn('solution').as('ownStartMs'),
      SENDER.as('sentBy'),
      eb.fn.coalesce('pinned.title', 'problem.title').as('title'),
      'judging.state',
      'judging.testNumber as judgingTestNumber',
      'judging.testsNumber',
      OUTSIDE_WAIT.as('outsideWait'),
      FOREIGN_VERDICT.as('foreignVerdict'),
    ])
    .orderBy('solution.id', 'desc');
}

/** Rows of the queue, found by their index however short the queue was when the query was planned (migration 0231). */
const waitingForVerdict = (ids: readonly number[]) =>
  sql<Selectable<JudgingTable>>`waiting_for_verdict(${ids}::integer[])`.as('judging');

/** Rating by the rule of `findRatings`: the viewer is the author or supervises the contest. */
const RATING = sql<number | null>`(
  select rating_after from contest_group join rating_change using (group_id)
  where contest_group.contest_id = solution.contest_id and account_id = solution.account_id and is_current
  order by contest_group.position, group_id limit 1
)`;

/** Member who sent a solution for a team; null: the account itself. */
const SENDER = senderColumn('solution');

export type StoredSolution = Awaited<ReturnType<ReturnType<typeof selectSolutions>['execute']>>[number];

/** Loads a solution, or `undefined`. */
export async function findSolution(db: Db, id: number): Promise<StoredSolution | undefined> {
  return (await findSolutions(db, [id]))[0];
}

/**
 * Renders a solution for lists and live events, for those to whom it is visible (`canSeeSolution`). Lists every
 * field that is sent: the sender's address, the source and the judges' notes are not among them.
 */
export function renderSolution(
  stored: StoredSolution,
  viewer: { userId: number; accessMask: number },
): Solution {
  const isPrecise = seesPreciseVerdicts(viewer, stored);
  return {
    id: stored.id,
    userId: stored.userId,
    problemId: stored.problemId,
    contestId: stored.contestId,
    languageId: stored.languageId,
    ...shownVerdicts(stored, isPrecise),
    sentAtMs: stored.sentAtMs,
    verdictGotAtMs: stored.verdictGotAtMs,
    testNumber: stored.testNumber,
    executionTime: stored.timeMs / 1000,
    memory: stored.memoryKb,
    compilationError: stored.compilationError,
    duplicatedFromId: stored.duplicatedFromId,
    // A problem that was removed from the contest has no letter any more.
    internalSymbolIndex: stored.position === null ? '' : problemIndex(stored.position),
    author: publicUser({ ...stored, id: stored.userId }),
    ...senderFor(stored, viewer),
    ...(isPrecise ? foreignWords(stored) : {}),
    language: {
      id: stored.languageId,
      name: stored.languageName,
      systemType: stored.languageSystemType as SystemType,
      languageFamily: stored.languageFamily,
      foreignLanguageId: stored.foreignLanguageId,
      nonactive: stored.nonactive,
      hasJudge: stored.hasJudge,
    },
    problem: {
      id: stored.problemId,
      title: stored.title,
      systemType: stored.systemType as SystemType,
      // Where a problem comes from leads to its solutions.
      foreignProblemIdentifier: isSupervisor(viewer.accessMask) ? stored.foreignProblemIdentifier : '',
    },
    color: stored.color,
    contest: {
      id: stored.contestId,
      name: stored.contestName,
      startTimeMs: stored.ownStartMs,
      durationTimeMs: stored.durationTimeMs,
      removedIntervals: stored.removedIntervals,
    },
    sourceSha256: stored.sourceSha256,
    progress: renderProgress(stored, isPrecise),
  };
}

/**
 * Whether a person sees the verdicts of a contest as they are. Participants of one that joins them see the seven of the
 * ICPC, and no words that tell more.
 */
export const seesPreciseVerdicts = (
  viewer: { accessMask: number },
  { joinsVerdicts }: { joinsVerdicts: boolean },
): boolean => !joinsVerdicts || isSupervisor(viewer.accessMask);

function shownVerdicts(
  { verdictId, joinsVerdicts, testNumber, timeMs, memoryKb }: StoredSolution,
  isPrecise: boolean,
): Pick<Solution, 'verdictId' | 'verdict' | 'shownVerdict'> {
  if (verdictId === null) return { verdictId, verdict: null };
  const joined = renderVerdict(joinedVerdict(verdictId));
  const figures = { testNumber, executionTime: timeMs / 1000, memory: memoryKb };
  if (!isPrecise) return { verdictId: joined.id, verdict: { ...joined, ...figures } };
  const shown = joinsVerdicts && joined.id !== verdictId ? { shownVerdict: joined } : {};
  return { verdictId, verdict: { ...renderVerdict(verdictId), ...figures }, ...shown };
}

/** The sender, for the team itself and for supervisors: others learn no more than the team. */
function senderFor({ sentBy, userId }: StoredSolution, viewer: { userId: number; accessMask: number }) {
  const isShown = sentBy !== null && (viewer.userId === userId || isSupervisor(viewer.accessMask));
  return isShown ? { sentBy } : {};
}

/** Verdicts that stand for several words of outside systems. */
const VAGUE: ReadonlySet<number> = new Set(
  (['unknown', 'ignored', 'disqualified', 'serviceUnavailable', 'judgingError'] as const).map(
    (key) => VERDICTS[key].id,
  ),
);

function foreignWords({ verdictId, foreignVerdict }: StoredSolution) {
  const isVague = verdictId !== null && VAGUE.has(verdictId);
  return isVague && foreignVerdict ? { foreignVerdict } : {};
}

/** Renders a verdict, also one of an undefined id. */
export function renderVerdict(id: number): Verdict {
  const { name, scored } = verdictById(id) ?? { name: `Verdict ${id}`, scored: false };
  return { id, name, scored };
}

function renderProgress(stored: StoredSolution, isPrecise: boolean): Progress | null {
  const { state, judgingTestNumber, testsNumber, judgingPausedAtMs, outsideWait } = stored;
  if (state === null) return null;
  return {
    ...{ state, testNumber: judgingTestNumber ?? 0, testsNumber },
    ...(judgingPausedAtMs === null ? {} : { isPaused: true }),
    ...(outsideWait ? { outside: shownOutside(outsideProgress(outsideWait, state), isPrecise) } : {}),
  };
}

/** The words of an outside system may be a verdict. */
export const shownOutside = (outside: OutsideProgress, isPrecise: boolean): OutsideProgress =>
  isPrecise ? outside : { ...outside, words: null };
