import { MAX_PENDING_SOLUTIONS } from '@balloon/contracts/solutions/solutions.ts';
import type { Connection, Db } from '@balloon/database/connect.ts';
import type { UncommittedRows } from '@balloon/database/rows-before-commit.ts';
import type { ContestStatus } from '@balloon/domain/contests/contest-phase.ts';
import { CompiledQuery } from 'kysely';
import type { EntryRefusal } from '#features/contests/entry-errors.ts';
import { queuePlace } from '#features/queue/enqueue-judging.ts';
import type { SentProgram } from '#features/solutions/sending/sent-program.ts';
import type { StoredSolution } from '#features/solutions/solution-view.ts';

/** What is stored of a solution, beside its contest and what the database assigns. */
interface StoredContent extends SentProgram {
  accountId: number;
  problemId: number;
  languageId: number;
  sourceSha256: string;
  /** Judging system of the problem, and the key of the language in it. */
  systemType: string;
  languageKey: string;
}

/** Solution that its author sends, with all that the rules ask about the author. */
export interface SentSolution extends StoredContent {
  accessMask: number;
  groupIds: readonly number[];
  /** Place of the problem in the contest, by which it was named. */
  position: number;
  idempotencyKey: string | null;
  ip: string | null;
  /** Member of a team who sends it; null: the account itself. */
  sentById: number | null;
}

/** What became of a solution. */
export type Acceptance =
  | { solutionId: number; atMs: number; refusal: null; author: SentBy }
  /** The author has sent this solution under the same idempotency key. */
  | { solutionId: number; refusal: 'EARLIER' }
  | { refusal: SendingRefusal; status: ContestStatus };

/** What the receipt shows of the author. */
type SentBy = Pick<
  StoredSolution,
  'username' | 'firstName' | 'lastName' | 'teamName' | 'accessMask' | 'rating' | 'sentBy'
>;

export type SendingRefusal =
  | EntryRefusal
  | 'NOT_IN_TEAM'
  | 'PART_NOT_YOURS'
  | 'CONTEST_NOT_RUNNING'
  | 'PROBLEM_NOT_FOUND'
  | 'PROBLEM_CLOSED'
  | 'TOO_MANY_PENDING';

/**
 * Stores solutions of a contest with their places in the queue, their events in the contest's log and their
 * announcements, by one statement that holds the lock of the log meanwhile (`accept_solutions` in `database/schema.sql`). It
 * checks what may change at any moment and refuses single ones; language and tests are the caller's to check.
 *
 * @param solutions in the order of their arrival, which is that of their ids
 * @returns what becomes of each, in the same order, which is being committed
 */
export async function acceptSolutions(
  { changePrepared }: Pick<Connection, 'changePrepared'>,
  contestId: number,
  solutions: readonly SentSolution[],
): Promise<UncommittedRows<Acceptance>> {
  const call = acceptCall<Acceptance>(contestId, solutions.map(rowOf));
  return changePrepared('accept-solutions', call, solutions.length);
}

/** A copy of a solution, which a supervisor makes. */
export interface CopiedSolution extends StoredContent {
  duplicatedFromId: number;
}

/**
 * Stores a copy in the same way, without asking whether its author may send it. The transaction must hold the lock of
 * the contest's log.
 *
 * @returns its id
 */
export async function storeCopy(tx: Db, contestId: number, copy: CopiedSolution): Promise<number> {
  const given = [{ ...rowOf(copy), duplicated_from_id: copy.duplicatedFromId }];
  const { rows } = await tx.executeQuery(acceptCall<{ solutionId: number }>(contestId, given));
  const [stored] = rows;
  if (!stored) throw new Error(`The copy of solution ${copy.duplicatedFromId} was not stored`);
  return stored.solutionId;
}

/** The call, whose text is always the same: there is nothing to be built at each solution. */
const acceptCall = <Row>(contestId: number, given: readonly object[]) =>
  CompiledQuery.raw(ACCEPT, [contestId, JSON.stringify(given), MAX_PENDING_SOLUTIONS]) as CompiledQuery<Row>;

const ACCEPT = `
  select solution_id as "solutionId", at_ms as "atMs", refusal, status, author
  from accept_solutions($1::integer, $2::jsonb, $3::integer)
`;

/** A solution under the names by which the function reads it. */
function rowOf(solution: StoredContent & Partial<SentSolution>) {
  const { waitingKey, maxAttempts } = queuePlace(solution);
  return {
    account_id: solution.accountId,
    access_mask: solution.accessMask,
    group_ids: solution.groupIds,
    problem_id: solution.problemId,
    position: solution.position,
    language_id: solution.languageId,
    // The driver replaces half a surrogate pair in other texts, since it has no form in UTF-8.
    source: solution.source.toWellFormed(),
    // Absent for one file, whose call is as small as ever.
    entry_point: solution.entryPoint ?? undefined,
    files: solution.files?.map(({ name, content }) => ({ name, content: content.toWellFormed() })),
    source_sha256: solution.sourceSha256,
    idempotency_key: solution.idempotencyKey?.toWellFormed(),
    ip: solution.ip,
    sent_by_id: solution.sentById ?? undefined,
    system_type: solution.systemType,
    language_key: solution.languageKey,
    waiting_key: waitingKey,
    max_attempts: maxAttempts,
  };
}
