import type {
  ChangedSolution,
  KeptReason,
  Rejudging,
  RejudgingDetail,
  RejudgingList,
  RejudgingState,
} from '@balloon/contracts/solutions/rejudgings.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import type { Db } from '@balloon/database/connect.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { compareTestRuns, unpackTestRuns } from '@balloon/domain/judging/test-runs.ts';
import { NotFoundError } from '#errors.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { readEffects } from '#features/rejudgings/rejudging-effects.ts';
import {
  countApplied,
  countByVerdicts,
  countDiffering,
  type Differing,
  findDiffering,
  rejudgingsOf,
  type StoredRejudging,
} from '#features/rejudgings/rejudgings.queries.ts';
import { renderVerdict } from '#features/solutions/solution-view.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

/** The longest list of rejudgings, and of solutions of one. */
const MAX_LISTED = 200;
const MAX_CHANGED = 1000;

/**
 * Lists the rejudgings of a contest, newest first.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for who does not supervise it
 */
export async function listRejudgings(
  { db }: Services,
  supervisor: User,
  contestId: number,
): Promise<RejudgingList> {
  await getSupervisedContest(db, supervisor, contestId);
  const stored = await rejudgingsOf(db, contestId).limit(MAX_LISTED).execute();
  const people = await peopleOf(
    db,
    stored.flatMap(({ authorId, endedById }) => [authorId, endedById]),
  );
  return { rejudgings: stored.map((one) => render(one, people)) };
}

/**
 * Reads a rejudging with what it found so far, and what applying it would do while it is open.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for who does not supervise it, and REJUDGING_NOT_FOUND
 */
export async function readRejudging(
  services: Services,
  supervisor: User,
  { contestId, rejudgingId }: { contestId: number; rejudgingId: number },
): Promise<RejudgingDetail> {
  const { db } = services;
  await getSupervisedContest(db, supervisor, contestId);
  const stored = await getRejudging(db, contestId, rejudgingId);
  const { filter } = await db
    .selectFrom('rejudging')
    .select('filter')
    .where('id', '=', rejudgingId)
    .executeTakeFirstOrThrow();
  const matrix = await countByVerdicts(db, rejudgingId);
  const changed = await findDiffering(db, rejudgingId, MAX_CHANGED);
  const people = await peopleOf(db, [
    ...[stored.authorId, stored.endedById],
    ...changed.map(({ userId }) => userId),
  ]);
  return {
    ...render(stored, people),
    filter: { ...filter },
    matrix: matrix.map(({ oldVerdictId, verdictId, solutions }) => ({
      before: renderVerdict(oldVerdictId),
      after: renderVerdict(verdictId),
      solutions,
    })),
    appliedNumber: await countApplied(db, rejudgingId),
    changedNumber: await countDiffering(db, rejudgingId),
    changed: changed.flatMap((one) => renderChanged(one, stored.state, people.get(one.userId))),
    effects:
      stored.state === 'open'
        ? await readEffects(services, supervisor, { contestId, rejudgingId, endedRuns: stored.endedRuns })
        : null,
  };
}

/** @throws {NotFoundError} REJUDGING_NOT_FOUND */
export async function getRejudging(db: Db, contestId: number, rejudgingId: number): Promise<StoredRejudging> {
  const stored = await rejudgingsOf(db, contestId).where('rejudging.id', '=', rejudgingId).executeTakeFirst();
  if (stored) return stored;
  throw new NotFoundError('REJUDGING_NOT_FOUND', `There is no rejudging ${rejudgingId} in this contest`);
}

async function peopleOf(db: Db, ids: readonly (number | null)[]): Promise<Map<number, PublicUser>> {
  const users = await findUsers(db, [...new Set(ids.filter((id) => id !== null))]);
  return new Map(users.map((user) => [user.id, publicUser(user)]));
}

function render(
  { authorId, endedById, ...stored }: StoredRejudging,
  people: ReadonlyMap<number, PublicUser>,
): Rejudging {
  const personOf = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return { ...stored, state: stateOf(stored), author: personOf(authorId), endedBy: personOf(endedById) };
}

function stateOf({
  state,
  runsNumber,
  endedRuns,
}: Pick<StoredRejudging, 'state' | 'runsNumber' | 'endedRuns'>): RejudgingState {
  if (state !== 'open') return state;
  return endedRuns < runsNumber ? 'judging' : 'ready';
}

function renderChanged(
  one: Differing,
  state: StoredRejudging['state'],
  author: PublicUser | undefined,
): ChangedSolution[] {
  if (!author) return [];
  const { solutionId, problemId, position, sentAtMs } = one;
  return [
    {
      ...{ solutionId, author, problemId, sentAtMs },
      symbolIndex: position === null ? '' : problemIndex(position),
      before: outcome(one.oldVerdictId, one.oldTestNumber, one.oldTimeMs),
      after: outcome(one.verdictId, one.testNumber, one.timeMs),
      verdicts: one.verdictIds.map(renderVerdict),
      difference: differenceOf(one),
      kept: keptReason(one, state),
    },
  ];
}

function differenceOf({
  judgementId,
  testRuns,
  earlierId,
  earlierRuns,
}: Differing): ChangedSolution['difference'] {
  const before = earlierRuns && unpackTestRuns(earlierRuns);
  const after = testRuns && unpackTestRuns(testRuns);
  if (!before || !after || earlierId === null || judgementId === null) return null;
  const { changed, common } = compareTestRuns(before, after);
  return {
    ...{ judgementId, earlierId, changedTests: changed.length, firstChanged: changed[0] ?? null },
    ...{ commonTests: common.tests, beforeMs: common.beforeMs, afterMs: common.afterMs },
  };
}

const outcome = (verdictId: number, testNumber: number, timeMs: number) => ({
  verdict: renderVerdict(verdictId),
  testNumber,
  executionTime: timeMs / 1000,
});

function keptReason(
  { isFlaky, hasFailed, isOvertaken, isApplied }: Differing,
  state: StoredRejudging['state'],
): KeptReason | null {
  if (isApplied) return null;
  if (isFlaky) return 'flaky';
  if (hasFailed) return 'failed';
  // Once it is over, later changes of the verdict say nothing about the rejudging, unless it was passed over.
  return isOvertaken && state !== 'cancelled' ? 'overtaken' : null;
}
