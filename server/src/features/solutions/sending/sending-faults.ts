import { MAX_PENDING_SOLUTIONS } from '@balloon/contracts/solutions/solutions.ts';
import type { Db } from '@balloon/database/connect.ts';
import { canSubmit } from '@balloon/domain/contests/contest-access.ts';
import type { ContestStatus } from '@balloon/domain/contests/contest-phase.ts';
import { ConflictError, ForbiddenError, NotFoundError, type ServiceError, ThrottledError } from '#errors.ts';
import { notYours } from '#features/contests/acting/acting.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import { entryError, isEntryRefusal } from '#features/contests/entry-errors.ts';
import { supervises } from '#features/contests/supervision.ts';
import { findContestProblem } from '#features/problems/contest/contest-problems.queries.ts';
import type { Acceptance } from '#features/solutions/sending/accept-solutions.ts';
import { getContestLanguage } from '#features/solutions/sending/active-language.ts';
import { findByIdempotencyKey } from '#features/solutions/sending/sending.queries.ts';
import type { NewSolution } from '#features/solutions/sending/submit-solution.ts';
import type { User } from '#services.ts';

type Refused = Extract<Acceptance, { status: ContestStatus }>;

/** The error of a solution that the database has refused. */
export function sendingError({ refusal, status }: Refused, input: NewSolution): ServiceError {
  if (isEntryRefusal(refusal)) return entryError(refusal, input.contestId);
  if (refusal === 'CONTEST_NOT_RUNNING') return notRunning(status);
  if (refusal === 'PROBLEM_NOT_FOUND') return noProblem(input);
  if (refusal === 'PROBLEM_CLOSED') return problemClosed(input);
  if (refusal === 'NOT_IN_TEAM') return notInTeam();
  if (refusal === 'PART_NOT_YOURS') return notYours();
  return tooManyPending();
}

const notRunning = (status: ContestStatus) =>
  new ForbiddenError('CONTEST_NOT_RUNNING', `The contest takes no solutions now (${status})`);

const notInTeam = () =>
  new ForbiddenError(
    'NOT_IN_TEAM',
    'You are no member of this team any more, or its members do not act for it here',
  );

const noProblem = ({ symbolIndex }: NewSolution) =>
  new NotFoundError('PROBLEM_NOT_FOUND', `There is no problem ${symbolIndex} in this contest`);

const problemClosed = ({ symbolIndex }: NewSolution) =>
  new ForbiddenError('PROBLEM_CLOSED', `Problem ${symbolIndex} takes no more solutions`);

const tooManyPending = () =>
  new ThrottledError(
    'TOO_MANY_PENDING',
    `${MAX_PENDING_SOLUTIONS} of your solutions wait for their verdicts: send this one when some are judged`,
    { retryAfterSec: PENDING_RETRY_AFTER_SEC },
  );

const PENDING_RETRY_AFTER_SEC = 5;

/**
 * Explains why a solution names something that does not exist or takes no such solution: asks one thing after the
 * other, those first that decide whether the author may learn the rest.
 *
 * @returns the solution that the author has sent under the same key; `undefined` when nothing is at fault any more
 * @throws as `submitSolution`
 */
export async function findFault(db: Db, author: User, input: NewSolution, sourceSha256: string) {
  const { contestId, languageId, symbolIndex } = input;
  const { contest, status } = await enterContest({ db }, author, contestId);
  const earlierId = await findEarlier(db, author.id, input, sourceSha256);
  if (earlierId !== undefined) return earlierId;
  const isSupervised = supervises(author, contest);
  if (!canSubmit(isSupervised, status)) throw notRunning(status);
  const problem = await findContestProblem(db, contestId, symbolIndex);
  if (!problem) throw noProblem(input);
  if (problem.systemType === 'balloon' && problem.testsetId === null) {
    const text = `Problem ${symbolIndex} has no tests yet: tell the jury`;
    throw new ConflictError('PROBLEM_WITHOUT_TESTS', text);
  }
  if (problem.closedAtMs !== null && !isSupervised) throw problemClosed(input);
  await getContestLanguage(db, contestId, languageId, problem.id);
  return undefined;
}

/**
 * Id of the solution that the author has sent under the key of this one, if any.
 *
 * @throws {ConflictError} IDEMPOTENCY_KEY_REUSED when it is not the same solution
 */
export async function findEarlier(db: Db, accountId: number, input: NewSolution, sourceSha256: string) {
  const { contestId, idempotencyKey, languageId, symbolIndex } = input;
  if (idempotencyKey === undefined) return undefined;
  const earlier = await findByIdempotencyKey(db, accountId, idempotencyKey);
  if (!earlier) return undefined;
  const problem = await findContestProblem(db, contestId, symbolIndex);
  const isSame =
    earlier.contestId === contestId &&
    earlier.problemId === problem?.id &&
    earlier.languageId === languageId &&
    earlier.sourceSha256 === sourceSha256;
  if (isSame) return earlier.id;
  const text = 'Another solution was sent under this idempotencyKey';
  throw new ConflictError('IDEMPOTENCY_KEY_REUSED', text);
}
