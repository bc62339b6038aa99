import type { PrintAction, PrintRules, PrintState } from '@balloon/contracts/hall/printing.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { changePrint, findPrintRules } from '#features/printing/printing.queries.ts';
import { getPrint } from '#features/printing/read-print.ts';
import type { Services, User } from '#services.ts';

/** States from which an organiser leads a job where. */
const STEPS: Record<Exclude<PrintAction, 'send'>, { from: readonly PrintState[]; to: PrintState }> = {
  start: { from: ['waiting', 'failed', 'printed'], to: 'printing' },
  done: { from: ['waiting', 'printing', 'failed'], to: 'printed' },
  fail: { from: ['printing', 'printed'], to: 'failed' },
  cancel: { from: ['waiting', 'printing', 'failed'], to: 'cancelled' },
};

/**
 * Sends a job to the printer of the site, or notes what an organiser did with it.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; PRINT_JOB_NOT_FOUND
 * @throws {ConflictError} PRINT_JOB_MOVED when somebody else was faster; NO_PRINTER
 */
export async function changePrintJob(
  services: Services,
  user: User,
  { contestId, jobId, action }: { contestId: number; jobId: number; action: PrintAction },
): Promise<void> {
  const { db, options } = services;
  const contest = await getSupervisedContest(db, user, contestId);
  const { title, userId } = await getPrint(db, contestId, jobId);
  if (action === 'send' && options.printQueue === null)
    throw new ConflictError(
      'NO_PRINTER',
      'The site has no printer: print from the browser, or set PRINT_QUEUE',
    );
  const isSent = action === 'send' && (await services.printing.hand({ jobId, byId: user.id }));
  await db.transaction().execute(async (tx) => {
    const isDone = action === 'send' ? isSent : await step(tx, user, jobId, action);
    if (!isDone)
      throw new ConflictError(
        'PRINT_JOB_MOVED',
        'Somebody did something with this job meanwhile: look at the list again',
      );
    await recordChange(tx, user, {
      action: 'contest.printJob',
      ...{ subjectId: contestId, subjectName: contest.name, contestId },
      after: { printAction: action, jobId, title, userId },
    });
  });
}

async function step(tx: Tx, user: User, jobId: number, action: keyof typeof STEPS): Promise<boolean> {
  const { from, to } = STEPS[action];
  const changedAtMs = await databaseNowMs(tx);
  return changePrint(tx, { jobId }, from, { state: to, changedAtMs, changedById: user.id });
}

/** @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it */
export function changePrintRules(
  { db }: Services,
  user: User,
  contestId: number,
  rules: PrintRules,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { name } = await getSupervisedContest(tx, user, contestId);
    const before = await findPrintRules(tx, contestId);
    await tx
      .insertInto('printRules')
      .values({ contestId, ...rules })
      .onConflict((conflict) => conflict.column('contestId').doUpdateSet(rules))
      .execute();
    await recordChange(tx, user, {
      action: 'contest.printRules',
      ...{ subjectId: contestId, subjectName: name, contestId },
      before: { ...before },
      after: { ...rules },
    });
  });
}
