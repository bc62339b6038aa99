import type { OwnPrinting, SendPrint } from '@balloon/contracts/hall/printing.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { printPages } from '@balloon/domain/text/print-pages.ts';
import { ConflictError, ForbiddenError, NotFoundError, ThrottledError, TooLargeError } from '#errors.ts';
import { senderOf } from '#features/contests/acting/acting.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import { mayPrint } from '#features/printing/print-rules.ts';
import {
  changePrint,
  countPrintsSince,
  findOwnPrints,
  findPrint,
  findPrintRules,
  findPrintSentUnder,
} from '#features/printing/printing.queries.ts';
import { findContestProblem } from '#features/problems/contest/contest-problems.queries.ts';
import { inTurn } from '#limits/in-turn.ts';
import { Lanes } from '#limits/lanes.ts';
import type { Services, User } from '#services.ts';

const MINUTE_MS = 60_000;
/** Time in ms in which this process takes a job that it has stored; then any process does. */
const TAKEN_WITHIN_MS = 10_000;

/** Dividing a long text takes a tenth of a second, also of one that is refused, so a person has one divided at a time. */
export const DIVIDING = new Lanes();

/**
 * What a participant may print, and what they printed.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function readOwnPrinting(
  services: Services,
  user: User,
  contestId: number,
): Promise<OwnPrinting> {
  const { status } = await enterContest(services, user, contestId);
  const [rules, jobs] = await Promise.all([
    findPrintRules(services.db, contestId),
    findOwnPrints(services.db, contestId, user.id),
  ]);
  return { rules, isOpenNow: mayPrint(rules, status), jobs };
}

/**
 * Puts a text of a participant into the queue, and hands it to the printer of the site if there is one. The answer does
 * not wait for the printer. The same idempotency key sent again is the same job.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, PROBLEM_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`, PRINTING_CLOSED
 * @throws {ConflictError} IDEMPOTENCY_KEY_REUSED for another text
 * @throws {TooLargeError} TOO_MANY_PAGES
 * @throws {ThrottledError} PRINTING_TOO_FAST, THROTTLED
 */
export async function sendPrint(
  services: Services,
  user: User,
  input: SendPrint & { contestId: number },
): Promise<void> {
  const { contestId, title, text, symbolIndex, idempotencyKey = null } = input;
  const { status } = await enterContest(services, user, contestId);
  // Its first try may have been the last one that was allowed.
  if (await isStored(services.db, user, input)) return;
  const rules = await findPrintRules(services.db, contestId);
  if (!mayPrint(rules, status)) {
    throw new ForbiddenError('PRINTING_CLOSED', 'Nothing is printed in this contest now: ask the organisers');
  }
  const pages = await inTurn(DIVIDING, user, async () => printPages(text).length);
  if (pages > rules.maxPages) {
    throw new TooLargeError(
      'TOO_MANY_PAGES',
      `At most ${rules.maxPages} pages are printed; shorten the text`,
      {
        restParams: { pages, max: rules.maxPages },
      },
    );
  }
  if (symbolIndex !== undefined && !(await findContestProblem(services.db, contestId, symbolIndex))) {
    throw new NotFoundError('PROBLEM_NOT_FOUND', `The contest has no problem ${symbolIndex}`);
  }
  const hasPrinter = services.options.printQueue !== null;
  const jobId = await services.db.transaction().execute(async (tx) => {
    const sentAtMs = await databaseNowMs(tx);
    // Jobs of a person are stored one after the other, so that they can be counted.
    await tx.selectFrom('account').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
    if (await isStored(tx, user, input)) return null;
    await boundRate(tx, user.id, { sentAtMs, jobsPerMinute: rules.jobsPerMinute });
    // Without a printer people see to the job, also when the site has one later.
    const handedUntilMs = hasPrinter ? sentAtMs + TAKEN_WITHIN_MS : null;
    const job = {
      contestId,
      accountId: user.id,
      sentById: senderOf(user),
      title,
      content: text,
      pages,
      problemIndex: symbolIndex ?? null,
      idempotencyKey,
    };
    const row = await tx
      .insertInto('printJob')
      .values({ ...job, sentAtMs, changedAtMs: sentAtMs, handedUntilMs })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
  if (hasPrinter && jobId !== null) services.printing.handLater(jobId);
}

/** Whether a first try of this sending is stored. @throws {ConflictError} IDEMPOTENCY_KEY_REUSED */
async function isStored(
  db: Db,
  { id: accountId }: User,
  { contestId, title, text, idempotencyKey }: SendPrint & { contestId: number },
): Promise<boolean> {
  if (idempotencyKey === undefined) return false;
  const earlier = await findPrintSentUnder(db, accountId, idempotencyKey);
  if (!earlier) return false;
  if (earlier.contestId === contestId && earlier.title === title && earlier.content === text) return true;
  throw new ConflictError('IDEMPOTENCY_KEY_REUSED', 'Another text was sent under this idempotencyKey');
}

async function boundRate(
  tx: Tx,
  accountId: number,
  { sentAtMs, jobsPerMinute }: { sentAtMs: number; jobsPerMinute: number },
): Promise<void> {
  if ((await countPrintsSince(tx, accountId, sentAtMs - MINUTE_MS)) < jobsPerMinute) return;
  throw new ThrottledError('PRINTING_TOO_FAST', 'You print too often: wait a minute', { retryAfterSec: 60 });
}

/**
 * Takes an own job back that nobody has begun to print.
 *
 * @throws {NotFoundError} PRINT_JOB_NOT_FOUND, also when it is printed already
 */
export async function cancelOwnPrint(
  { db }: Services,
  user: User,
  { contestId, jobId }: { contestId: number; jobId: number },
): Promise<void> {
  const job = await findPrint(db, jobId);
  const isOwn = job?.userId === user.id && job.contestId === contestId;
  const change = { state: 'cancelled', changedAtMs: await databaseNowMs(db), changedById: user.id } as const;
  if (isOwn && (await changePrint(db, { jobId }, ['waiting'], change))) return;
  throw new NotFoundError('PRINT_JOB_NOT_FOUND', 'This job is not waiting any more');
}
