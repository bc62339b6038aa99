import type { Db } from '@balloon/database/connect.ts';
import { outsideProgress } from '@balloon/domain/outside/outside-progress.ts';
import type { Subject } from '#features/queue/lease.queries.ts';
import { OUTSIDE_WAIT } from '#features/solutions/outside-wait.queries.ts';
import { announceTrialRun } from '#features/trial-runs/announce-trial-run.ts';
import { announce } from '#realtime/announcements.ts';

/** Announces a step in the transaction that made it. Runs on all tests, imports, checks, rejudgings and comparisons are not. */
export async function announceProgress(db: Db, subject: Subject): Promise<void> {
  if ('trialRunId' in subject) return announceTrialRun(db, subject.trialRunId);
  if (!('solutionId' in subject)) return;
  const found = await findProgress(db, subject.solutionId);
  if (!found) return;
  const { outsideWait, ...progress } = found;
  const outside = outsideWait && { outside: outsideProgress(outsideWait, progress.state) };
  await announce(db, 'solution.progress', { ...progress, ...outside });
}

function findProgress(db: Db, solutionId: number) {
  return db
    .selectFrom('judging')
    .innerJoin('solution', 'solution.id', 'judging.solutionId')
    .where('solution.id', '=', solutionId)
    .where('judging.purpose', '=', 'verdict')
    .select([
      'solution.id as solutionId',
      'solution.contestId',
      'solution.accountId as userId',
      'judging.state',
      'judging.testNumber',
      'judging.testsNumber',
      'judging.attempt',
      OUTSIDE_WAIT.as('outsideWait'),
    ])
    .executeTakeFirst();
}
