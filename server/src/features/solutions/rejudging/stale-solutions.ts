import {
  type RejudgeReply,
  type StaleList,
  type StaleQuery,
  StaleReason,
  type StaleRejudgeQuery,
} from '@balloon/contracts/solutions/solutions.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import { getSupervisedContest, supervisedGroups } from '#features/contests/supervision.ts';
import { findReadableProblem } from '#features/problems/problem-access.ts';
import { beginResets, doResets, planResets } from '#features/solutions/rejudging/reset-many.ts';
import {
  findAllStale,
  listStale,
  type StaleFilter,
  WORTH_REJUDGING,
} from '#features/solutions/rejudging/stale.queries.ts';
import { findSolutions, renderSolution } from '#features/solutions/solution-view.ts';
import type { Services, User } from '#services.ts';

/** Scope of a search: a contest, or a problem in all contests that the caller supervises. */
export type StaleScope = { contestId: number } | { problemId: number };

/**
 * Lists solutions whose verdicts were made with other tests, another checker, other limits or another
 * compiler than the present ones, newest first.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND or PROBLEM_NOT_FOUND, also when the caller supervises none of
 *   them
 */
export async function listStaleSolutions(
  { db }: Services,
  supervisor: User,
  { reasons, ...page }: StaleQuery,
  scope: StaleScope,
): Promise<StaleList> {
  const filter = await filterFor(db, supervisor, scope, reasons.length > 0 ? reasons : StaleReason.options);
  const { rows, total } = await listStale(db, filter, page);
  const reasonsOf = new Map(rows.map((row) => [row.id, row.reasons]));
  const stored = rows.length === 0 ? [] : await findSolutions(db, [...reasonsOf.keys()]);
  const viewer = viewerOf(supervisor);
  return {
    solutions: stored.map((solution) => ({
      ...renderSolution(solution, viewer),
      staleReasons: reasonsOf.get(solution.id) ?? [],
    })),
    solutionsNumber: total,
  };
}

/**
 * Rejudges solutions that are stale for one of the reasons; errors as of `listStaleSolutions`.
 *
 * @param asked.wait whether the answer comes when all are in the queue, as older clients know it
 */
export async function rejudgeStaleSolutions(
  services: Services,
  supervisor: User,
  { reasons, wait }: StaleRejudgeQuery,
  scope: StaleScope,
): Promise<RejudgeReply> {
  const { db, log } = services;
  const filter = await filterFor(db, supervisor, scope, reasons.length > 0 ? reasons : WORTH_REJUDGING);
  const stale = await findAllStale(db, filter);
  const plans = await db.transaction().execute(async (tx) => {
    await recordStale(tx, supervisor, scope, filter.reasons, stale.length);
    const contests = [...Map.groupBy(stale, (solution) => solution.contestId)];
    const wanted = contests.map(([contestId, ofContest]) => ({
      contestId,
      ids: ofContest.map(({ id }) => id),
    }));
    return await planResets(tx, supervisor.id, wanted);
  });
  log.info(
    { ...scope, reasons: filter.reasons, solutions: stale.length, supervisorId: supervisor.id },
    'stale solutions are judged again',
  );
  if (!wait) return beginResets(services, plans);
  return { result: true, count: await doResets(services, plans) };
}

function recordStale(
  tx: Tx,
  supervisor: User,
  scope: StaleScope,
  reasons: readonly StaleReason[],
  solutions: number,
): Promise<void> {
  const after = { reasons, solutions };
  if ('problemId' in scope) {
    return recordChange(tx, supervisor, {
      action: 'problem.rejudgeStale',
      subjectId: scope.problemId,
      after,
    });
  }
  const { contestId } = scope;
  return recordChange(tx, supervisor, {
    action: 'contest.rejudgeStale',
    subjectId: contestId,
    contestId,
    after,
  });
}

async function filterFor(
  db: Db,
  supervisor: User,
  scope: StaleScope,
  reasons: readonly StaleReason[],
): Promise<StaleFilter> {
  const groupIds = supervisedGroups(supervisor);
  if ('contestId' in scope) {
    const { id: contestId } = await getSupervisedContest(db, supervisor, scope.contestId);
    return { contestId, problemId: null, groupIds, reasons };
  }
  const { problem } = await findReadableProblem(db, supervisor, scope.problemId);
  return { contestId: null, problemId: problem.id, groupIds, reasons };
}
