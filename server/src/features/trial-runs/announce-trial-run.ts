import type { Db } from '@balloon/database/connect.ts';
import { announce } from '#realtime/announcements.ts';

/** Announces the state of a trial run, in the transaction that changed it. */
export async function announceTrialRun(db: Db, trialRunId: number): Promise<void> {
  const run = await db
    .selectFrom('trialRun')
    .leftJoin('judging', 'judging.trialRunId', 'trialRun.id')
    .where('trialRun.id', '=', trialRunId)
    .select(['trialRun.id', 'trialRun.contestId', 'trialRun.accountId', 'trialRun.state'])
    .select(['judging.state as step', 'judging.testNumber', 'judging.testsNumber'])
    .executeTakeFirst();
  if (!run) return;
  const { id, contestId, accountId: userId, state, step, testNumber, testsNumber } = run;
  const progress = step === null ? null : { state: step, testNumber: testNumber ?? 0, testsNumber };
  await announce(db, 'trial-run.changed', { id, contestId, userId, state, progress });
}
