import type { StartTrialRun, TrialRun } from '@balloon/contracts/solutions/trial-runs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { canSubmit } from '@balloon/domain/contests/contest-access.ts';
import { databaseAway, isDatabaseAway } from '#database-away.ts';
import { ConflictError, ForbiddenError, NotFoundError, ThrottledError } from '#errors.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import { supervises } from '#features/contests/supervision.ts';
import { findContestProblem } from '#features/problems/contest/contest-problems.queries.ts';
import { enqueueTrialRun } from '#features/queue/enqueue-judging.ts';
import { getContestLanguage } from '#features/solutions/sending/active-language.ts';
import { hashOfProgram, readProgram, type SentProgram } from '#features/solutions/sending/sent-program.ts';
import { renderTrialRun } from '#features/trial-runs/trial-run-view.ts';
import {
  findByIdempotencyKey,
  findRecentStarts,
  findRules,
  findTrialRun,
  forgetOlder,
  insertTrialRun,
} from '#features/trial-runs/trial-runs.queries.ts';
import type { Services, User } from '#services.ts';

export interface NewTrialRun extends StartTrialRun {
  contestId: number;
}

const WINDOW_MS = 60_000;
/** Runs kept per person, since results take room. Those of the last minute are counted, so they stay. */
const KEPT_RUNS = 20;

/**
 * Queues code to be tried out, on the samples or on own input, for people who may submit. It is committed on
 * return; the same idempotency key sent again returns the same run.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, PROBLEM_NOT_FOUND, LANGUAGE_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`, CONTEST_NOT_RUNNING, TRIAL_RUNS_OFF
 * @throws {InvalidInputError} LANGUAGE_OF_OTHER_SYSTEM, LANGUAGE_NOT_ACTIVE
 * @throws {ConflictError} IDEMPOTENCY_KEY_REUSED, TRIAL_RUN_NOT_HERE, PROBLEM_WITHOUT_TESTS, PROBLEM_WITHOUT_SAMPLES
 * @throws as `readProgram`, for several files
 * @throws {ThrottledError} TRIAL_RUN_UNFINISHED, TOO_MANY_TRIAL_RUNS
 * @throws {ServiceUnavailableError} DATABASE_AWAY
 */
export async function startTrialRun(
  { db, options }: Services,
  author: User,
  input: NewTrialRun,
): Promise<TrialRun> {
  try {
    return await db.transaction().execute(async (tx) => {
      const id = await acceptTrialRun(tx, author, input, options.trialRunsPerMinute);
      const stored = await findTrialRun(tx, author.id, id);
      if (!stored) throw new Error(`Trial run ${id} was not found after it was stored`);
      return renderTrialRun(stored, author);
    });
  } catch (error) {
    throw isDatabaseAway(error) ? databaseAway(NOT_ACCEPTED) : error;
  }
}

const NOT_ACCEPTED =
  'The database is away: your code is not running yet. Try again in a moment; ' +
  'with the same idempotencyKey it runs once';

async function acceptTrialRun(tx: Tx, author: User, input: NewTrialRun, perMinute: number): Promise<number> {
  const { contest, status, nowMs } = await enterContest({ db: tx }, author, input.contestId);
  const program = await readProgram(tx, author, input);
  const earlierId = await findSame(tx, author, input, program);
  if (earlierId !== undefined) return earlierId;

  if (!canSubmit(supervises(author, contest), status)) {
    throw new ForbiddenError('CONTEST_NOT_RUNNING', `The contest takes no code now (${status})`);
  }
  const problem = await getProblem(tx, input);
  const language = await getContestLanguage(tx, input.contestId, input.languageId, problem.id);
  await refuseTooMany(tx, author, perMinute, nowMs);

  await forgetOlder(tx, author.id, nowMs - WINDOW_MS, KEPT_RUNS);

  const { contestId, idempotencyKey = null } = input;
  const trialRunId = await insertTrialRun(tx, {
    accountId: author.id,
    contestId,
    problemId: problem.id,
    languageId: language.id,
    ...program,
    input: input.input ?? null,
    idempotencyKey,
    createdAtMs: nowMs,
  });
  if (trialRunId === undefined) return refuseSecond(tx, author, input, program);
  const { systemType } = problem;
  const languageKey = language.foreignLanguageId;
  await enqueueTrialRun(tx, { trialRunId, accountId: author.id, systemType, languageKey });
  return trialRunId;
}

/** Finds the run that was started under the same key. */
async function findSame(
  tx: Tx,
  author: User,
  input: NewTrialRun,
  program: SentProgram,
): Promise<number | undefined> {
  if (input.idempotencyKey === undefined) return undefined;
  const earlier = await findByIdempotencyKey(tx, author.id, input.idempotencyKey);
  if (!earlier) return undefined;
  const problem = await findContestProblem(tx, input.contestId, input.symbolIndex);
  const isSame =
    earlier.contestId === input.contestId &&
    earlier.problemId === problem?.id &&
    earlier.languageId === input.languageId &&
    hashOfProgram(earlier) === hashOfProgram(program) &&
    earlier.input === (input.input ?? null);
  if (isSame) return earlier.id;
  throw new ConflictError('IDEMPOTENCY_KEY_REUSED', 'Another run was started under this idempotencyKey');
}

async function getProblem(tx: Tx, { contestId, symbolIndex, input }: NewTrialRun) {
  const problem = await findContestProblem(tx, contestId, symbolIndex);
  if (!problem)
    throw new NotFoundError('PROBLEM_NOT_FOUND', `There is no problem ${symbolIndex} in this contest`);
  if (problem.systemType !== 'balloon') {
    throw new ConflictError(
      'TRIAL_RUN_NOT_HERE',
      `Problem ${symbolIndex} is judged elsewhere, where nothing can be tried: send your code`,
    );
  }
  const rules = problem.testsetId === null ? undefined : await findRules(tx, problem.testsetId);
  if (!rules) {
    throw new ConflictError(
      'PROBLEM_WITHOUT_TESTS',
      `Problem ${symbolIndex} has no tests yet: tell the jury`,
    );
  }
  if (input === undefined && rules.samplesNumber === 0) {
    throw new ConflictError(
      'PROBLEM_WITHOUT_SAMPLES',
      `Problem ${symbolIndex} has no samples: run on input of your own`,
    );
  }
  return problem;
}

async function refuseTooMany(tx: Tx, author: User, perMinute: number, nowMs: number) {
  if (perMinute === 0) throw new ForbiddenError('TRIAL_RUNS_OFF', 'Trial runs are switched off here');
  const starts = await findRecentStarts(tx, author.id, nowMs - WINDOW_MS, perMinute);
  const oldestMs = starts[perMinute - 1];
  if (oldestMs === undefined) return;
  const retryAfterSec = Math.max(1, Math.ceil((oldestMs + WINDOW_MS - nowMs) / 1000));
  throw new ThrottledError(
    'TOO_MANY_TRIAL_RUNS',
    `You started ${perMinute} runs within a minute: the next one in ${retryAfterSec} s`,
    { retryAfterSec },
  );
}

const UNFINISHED_RETRY_AFTER_SEC = 2;

/** Handles a refused insert: the person's last run has not ended, or the same call came twice at once. */
async function refuseSecond(tx: Tx, author: User, input: NewTrialRun, program: SentProgram): Promise<number> {
  const same = await findSame(tx, author, input, program);
  if (same !== undefined) return same;
  throw new ThrottledError('TRIAL_RUN_UNFINISHED', 'Your last run has not ended: wait for it, or cancel it', {
    retryAfterSec: UNFINISHED_RETRY_AFTER_SEC,
  });
}
