import { JudgingRules } from '@balloon/contracts/judging/testset.ts';
import {
  MAX_TRIAL_SAMPLES,
  type TrialOffer,
  type TrialRun,
} from '@balloon/contracts/solutions/trial-runs.ts';
import type { Db } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { enterContestWithProblems } from '#features/contests/contest-access.ts';
import { findContestProblem } from '#features/problems/contest/contest-problems.queries.ts';
import { renderTrialRun } from '#features/trial-runs/trial-run-view.ts';
import {
  findLatest,
  findRules,
  findUnfinished,
  type LatestOf,
} from '#features/trial-runs/trial-runs.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Returns the kinds of trial run possible on a problem, and the person's latest ones.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, PROBLEM_NOT_FOUND
 * @throws {ForbiddenError} as `enterContestWithProblems`
 */
export async function offerTrialRuns(
  services: Services,
  user: User,
  { contestId, symbolIndex }: { contestId: number; symbolIndex: string },
): Promise<TrialOffer> {
  await enterContestWithProblems(services, user, contestId);
  const { db, options } = services;
  const problem = await findContestProblem(db, contestId, symbolIndex);
  if (!problem)
    throw new NotFoundError('PROBLEM_NOT_FOUND', `There is no problem ${symbolIndex} in this contest`);
  const of = { contestId, problemId: problem.id };
  const unfinished = await findUnfinished(db, user.id);
  return {
    ...(await offerOf(db, problem, options.trialRunsPerMinute)),
    latest: { samples: await newest(db, user, of, 'samples'), input: await newest(db, user, of, 'input') },
    unfinished: unfinished ? renderTrialRun(unfinished, user) : null,
  };
}

async function newest(
  db: Db,
  user: User,
  of: Omit<LatestOf, 'accountId'>,
  on: TrialRun['on'],
): Promise<TrialRun | null> {
  const stored = await findLatest(db, { ...of, accountId: user.id, on });
  return stored ? renderTrialRun(stored, user) : null;
}

type Offer = Omit<TrialOffer, 'latest' | 'unfinished'>;

async function offerOf(
  db: Db,
  { systemType, testsetId }: { systemType: string; testsetId: number | null },
  perMinute: number,
): Promise<Offer> {
  if (perMinute === 0) return nothing('SWITCHED_OFF');
  if (systemType !== 'balloon') return nothing('FOREIGN_JUDGE');
  const stored = testsetId === null ? undefined : await findRules(db, testsetId);
  if (!stored) return nothing('NO_TESTS');
  const { samplesNumber, rules: otherRules, ...limitsAndChecker } = stored;
  const parsed = JudgingRules.safeParse({ ...otherRules, ...limitsAndChecker });
  if (!parsed.success) return nothing('NO_TESTS');
  const { timeLimitMs, memoryLimitKb, interactor, passes } = parsed.data;
  return {
    obstacle: null,
    samplesNumber: Math.min(samplesNumber, MAX_TRIAL_SAMPLES),
    isConversation: interactor !== null || passes > 1,
    timeLimitMs,
    memoryLimitKb,
  };
}

const nothing = (obstacle: NonNullable<Offer['obstacle']>): Offer => ({
  obstacle,
  samplesNumber: 0,
  isConversation: false,
  timeLimitMs: null,
  memoryLimitKb: null,
});
