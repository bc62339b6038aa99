import type { SubmitReply, SubmitSolution } from '@balloon/contracts/solutions/solutions.ts';
import { withOwnTimes } from '@balloon/domain/contests/contest-phase.ts';
import { problemPosition } from '@balloon/domain/contests/problem-index.ts';
import type { z } from 'zod';
import { databaseAway, isDatabaseAway } from '#database-away.ts';
import { senderOf } from '#features/contests/acting/acting.ts';
import { enterContest, ownWindow, viewerOf } from '#features/contests/contest-access.ts';
import { contestFor } from '#features/contests/contest-heads.ts';
import { acceptedSolution } from '#features/solutions/sending/sending-context.ts';
import { findEarlier, findFault, sendingError } from '#features/solutions/sending/sending-faults.ts';
import {
  hashOfProgram,
  programOf,
  readProgram,
  type SentProgram,
} from '#features/solutions/sending/sent-program.ts';
import type { Answer, Sending } from '#features/solutions/sending/solution-intake.ts';
import { findSolution, renderSolution, type StoredSolution } from '#features/solutions/solution-view.ts';
import type { Services, User } from '#services.ts';

export interface NewSolution extends SubmitSolution {
  contestId: number;
  ip: string | null;
}

type Receipt = z.infer<typeof SubmitReply>;

/**
 * Accepts a participant's source code and puts it in the judging queue. What returns is committed, or is being committed
 * where `sendAfter` was called; the same idempotency key sent again gives the same solution to who may still be in the
 * contest, also after its end.
 *
 * @param sendAfter takes what must have resolved before the receipt is sent: the receipt is made during the commit
 * @throws {NotFoundError} CONTEST_NOT_FOUND, PROBLEM_NOT_FOUND, LANGUAGE_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`, CONTEST_NOT_RUNNING before the start and after the practice, PROBLEM_CLOSED
 * @throws {ForbiddenError} NOT_IN_TEAM for who acts as a team that they are in no more, PART_NOT_YOURS for who chose another part
 *   meanwhile
 * @throws {InvalidInputError} LANGUAGE_OF_OTHER_SYSTEM, LANGUAGE_NOT_ACTIVE, LANGUAGE_NOT_ALLOWED
 * @throws as `readProgram`, for several files
 * @throws {ConflictError} IDEMPOTENCY_KEY_REUSED for another source, PROBLEM_WITHOUT_TESTS
 * @throws {ThrottledError} TOO_MANY_PENDING, see MAX_PENDING_SOLUTIONS
 * @throws {ServiceUnavailableError} DATABASE_AWAY
 */
export async function submitSolution(
  services: Services,
  author: User,
  solution: NewSolution,
  sendAfter: SendAfter,
): Promise<Receipt> {
  try {
    const program =
      solution.solution === undefined
        ? await readProgram(services.db, author, solution)
        : programOf(solution.solution);
    const sending = sendingOf(author, solution, program);
    const afterCommit: SendAfter = (committed) => {
      const done = committed.catch(refuse);
      done.catch(() => {}); // nobody waits for it where the person has hung up
      sendAfter(done);
    };
    return makeReceipt(author, await sendSolution(services, author, solution, sending, afterCommit));
  } catch (error) {
    return refuse(error);
  }
}

/** Holds an answer back until something has resolved; the answer is an error when that rejects. */
type SendAfter = (done: Promise<void>) => void;

/** A commit whose answer was lost may have happened; the key makes sending again safe. */
function refuse(error: unknown): never {
  throw isDatabaseAway(error) ? databaseAway(NOT_ACCEPTED) : error;
}

const NOT_ACCEPTED =
  'The database is away: your code was not accepted yet. Send it again in a moment; ' +
  'with the same idempotencyKey it counts once';

const sendingOf = (author: User, { symbolIndex, ...input }: NewSolution, program: SentProgram): Sending => ({
  accountId: author.id,
  accessMask: author.accessMask,
  groupIds: author.groupIds,
  position: problemPosition(symbolIndex) ?? -1,
  languageId: input.languageId,
  ...program,
  sourceSha256: hashOfProgram(program),
  idempotencyKey: input.idempotencyKey ?? null,
  ip: input.ip,
  sentById: senderOf(author),
});

async function sendSolution(
  services: Services,
  author: User,
  input: NewSolution,
  sending: Sending,
  sendAfter: SendAfter,
): Promise<StoredSolution> {
  const { db, intake } = services;
  const { contestId } = input;
  const ownStartMs = await findOwnStart(services, author, contestId);
  let answer = await intake.send(contestId, sending);
  if (!answer) {
    const earlierId = await findFault(db, author, input, sending.sourceSha256);
    if (earlierId !== undefined) return getStored(services, earlierId);
    answer = await intake.send(contestId, sending); // what was missing has just come
    if (!answer) throw new Error(`A solution to contest ${contestId} was neither accepted nor refused`);
  }
  return storedBy(services, answer, input, { ...sending, ownStartMs }, sendAfter);
}

/**
 * When the contest begins for the author, who sends from an allowed place: the database, which decides about the rest,
 * knows of no networks, devices and contest mode. What is read here is in memory.
 */
async function findOwnStart(services: Services, author: User, contestId: number): Promise<number | null> {
  const visit = await contestFor(services, contestId, author);
  if (!visit) return null;
  const { contest, participation } = visit;
  if (contest.allowedNetworks.length > 0 || contest.bindsDevices || contest.confines)
    await enterContest(services, author, contestId);
  const own = { ...participation, ...ownWindow(author, participation.ownStartedAtMs) };
  return withOwnTimes(contest, own).startTimeMs;
}

async function storedBy(
  services: Services,
  { acceptance, context, committed }: NonNullable<Answer>,
  input: NewSolution,
  { accountId, languageId, sourceSha256, ...sending }: Sending & { ownStartMs: number | null },
  sendAfter: SendAfter,
): Promise<StoredSolution> {
  const { db } = services;
  const { contestId } = input;
  // Others read what is stored.
  if (acceptance.refusal === null && context.systemType === 'balloon') sendAfter(committed);
  else await committed;
  if (acceptance.refusal === null) {
    const { solutionId: id, atMs: sentAtMs, author } = acceptance;
    const ownStartMs = sending.ownStartMs ?? context.startTimeMs;
    const sent = { userId: accountId, languageId, sentAtMs, sourceSha256, ownStartMs };
    const accepted = { ...author, id, contestId, ...sent };
    return acceptedSolution(db, context, accepted);
  }
  if (acceptance.refusal !== 'EARLIER') throw sendingError(acceptance, input);
  const earlierId = await findEarlier(db, accountId, input, sourceSha256);
  return getStored(services, earlierId ?? acceptance.solutionId);
}

async function getStored({ db }: Services, id: number): Promise<StoredSolution> {
  const stored = await findSolution(db, id);
  if (!stored) throw new Error(`Solution ${id} was not found after it was stored`);
  return stored;
}

function makeReceipt(author: User, stored: StoredSolution): Receipt {
  const solution = renderSolution(stored, viewerOf(author));
  const { id, sentAtMs, sourceSha256: sha256 } = solution;
  return { ...solution, receipt: { id, sentAtMs, sha256 } };
}
