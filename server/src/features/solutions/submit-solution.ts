import { createHash } from 'node:crypto';
import {
  MAX_PENDING_SOLUTIONS,
  type SubmitReply,
  type SubmitSolution,
} from '@balloon/contracts/solutions.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { canSubmit, isSupervisor } from '@balloon/domain/contest-access.ts';
import type { z } from 'zod';
import { databaseAway, isDatabaseAway } from '#database-away.ts';
import { ConflictError, ForbiddenError, NotFoundError, ThrottledError } from '#errors.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { findContestProblem } from '#features/problems/contest-problems.queries.ts';
import { getContestLanguage } from '#features/solutions/active-language.ts';
import { findSolution, renderSolution } from '#features/solutions/solution-view.ts';
import {
  countPending,
  type EarlierSolution,
  findByIdempotencyKey,
} from '#features/solutions/solutions.queries.ts';
import { storeSolution } from '#features/solutions/store-solution.ts';
import type { Services, User } from '#services.ts';

export interface NewSolution extends SubmitSolution {
  contestId: number;
  ip: string | null;
}

type Receipt = z.infer<typeof SubmitReply>;

/**
 * Accepts a participant's source code and puts it in the judging queue. What returns is committed; the same
 * idempotency key sent again gives the same solution to who may still be in the contest, also after its end.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, PROBLEM_NOT_FOUND, LANGUAGE_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`, CONTEST_NOT_RUNNING before the start and after the practice, PROBLEM_CLOSED
 * @throws {InvalidInputError} LANGUAGE_OF_OTHER_SYSTEM, LANGUAGE_NOT_ACTIVE, LANGUAGE_NOT_ALLOWED
 * @throws {ConflictError} IDEMPOTENCY_KEY_REUSED for another source, PROBLEM_WITHOUT_TESTS
 * @throws {ThrottledError} TOO_MANY_PENDING, see MAX_PENDING_SOLUTIONS
 * @throws {ServiceUnavailableError} DATABASE_AWAY
 */
export async function submitSolution(
  { db }: Services,
  author: User,
  solution: NewSolution,
): Promise<Receipt> {
  try {
    return await db.transaction().execute(async (tx) => {
      const solutionId = await acceptSolution(tx, author, solution);
      return makeReceipt(tx, author, solutionId);
    });
  } catch (error) {
    // A commit whose answer was lost may have happened; the key makes sending again safe.
    throw isDatabaseAway(error) ? databaseAway(NOT_ACCEPTED) : error;
  }
}

const NOT_ACCEPTED =
  'The database is away: your code was not accepted yet. Send it again in a moment; ' +
  'with the same idempotencyKey it counts once';

async function acceptSolution(tx: Tx, author: User, input: NewSolution): Promise<number> {
  // First the lock, then the clock: of two solutions of a contest the earlier one has the smaller id.
  await lockContestLog(tx, input.contestId);
  const { status, nowMs: sentAtMs } = await enterContest(tx, author, input.contestId);
  const sourceSha256 = createHash('sha256').update(input.solution).digest('hex');
  const earlier = await findEarlier(tx, author, input);
  if (earlier) return idOfSame(tx, earlier, input, sourceSha256);

  if (!canSubmit(author, status)) {
    throw new ForbiddenError('CONTEST_NOT_RUNNING', `The contest takes no solutions now (${status})`);
  }
  const problem = await getProblem(tx, input);
  if (problem.closedAtMs !== null && !isSupervisor(author.accessMask)) {
    throw new ForbiddenError('PROBLEM_CLOSED', `Problem ${input.symbolIndex} takes no more solutions`);
  }
  await refuseFlood(tx, author, input.contestId, problem);
  const language = await getContestLanguage(tx, input.contestId, input.languageId, problem.id);

  const { contestId, idempotencyKey = null, ip } = input;
  const id = await storeSolution(tx, {
    solution: {
      contestId,
      problemId: problem.id,
      accountId: author.id,
      languageId: language.id,
      sentAtMs,
      source: input.solution,
      sourceSha256,
      idempotencyKey,
      ip,
    },
    systemType: problem.systemType,
    languageKey: language.foreignLanguageId,
  });
  if (id === undefined) throw keyReused(); // at the same moment, in another contest
  return id;
}

function findEarlier(tx: Tx, author: User, { idempotencyKey }: NewSolution) {
  return idempotencyKey === undefined ? undefined : findByIdempotencyKey(tx, author.id, idempotencyKey);
}

async function idOfSame(tx: Tx, earlier: EarlierSolution, input: NewSolution, sourceSha256: string) {
  const problem = await findContestProblem(tx, input.contestId, input.symbolIndex);
  const isSame =
    earlier.contestId === input.contestId &&
    earlier.problemId === problem?.id &&
    earlier.languageId === input.languageId &&
    earlier.sourceSha256 === sourceSha256;
  if (!isSame) throw keyReused();
  return earlier.id;
}

const keyReused = () =>
  new ConflictError('IDEMPOTENCY_KEY_REUSED', 'Another solution was sent under this idempotencyKey');

/** Enforces the bound exactly, because submissions to a contest wait for the lock of its log. */
async function refuseFlood(tx: Tx, author: User, contestId: number, problem: SentProblem) {
  if (isSupervisor(author.accessMask)) return;
  const pending = await countPending(tx, { contestId, accountId: author.id, problem });
  if (pending < MAX_PENDING_SOLUTIONS) return;
  throw new ThrottledError(
    'TOO_MANY_PENDING',
    `${MAX_PENDING_SOLUTIONS} of your solutions wait for their verdicts: send this one when some are judged`,
    { retryAfterSec: PENDING_RETRY_AFTER_SEC },
  );
}

const PENDING_RETRY_AFTER_SEC = 5;

type SentProblem = Awaited<ReturnType<typeof getProblem>>;

async function getProblem(tx: Tx, { contestId, symbolIndex }: NewSolution) {
  const problem = await findContestProblem(tx, contestId, symbolIndex);
  if (!problem)
    throw new NotFoundError('PROBLEM_NOT_FOUND', `There is no problem ${symbolIndex} in this contest`);
  if (problem.systemType === 'balloon' && problem.testsetId === null) {
    throw new ConflictError(
      'PROBLEM_WITHOUT_TESTS',
      `Problem ${symbolIndex} has no tests yet: tell the jury`,
    );
  }
  return problem;
}

async function makeReceipt(tx: Tx, author: User, solutionId: number): Promise<Receipt> {
  const stored = await findSolution(tx, solutionId);
  if (!stored) throw new Error(`Solution ${solutionId} was not found after it was stored`);
  const solution = renderSolution(stored, { userId: author.id, accessMask: author.accessMask });
  const { id, sentAtMs, sourceSha256: sha256 } = solution;
  return { ...solution, receipt: { id, sentAtMs, sha256 } };
}
