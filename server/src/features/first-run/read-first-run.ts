import { type FirstRun, FirstStep } from '@balloon/contracts/site/first-run.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { findFirstRunFacts, findNextContest } from '#features/first-run/first-run.queries.ts';
import type { Services, User } from '#services.ts';

/** Steps that moderators leave to admins. */
const FOR_ADMINS: readonly FirstStep[] = ['problems'];

/** How far this site is on the way to its first contest, for a supervisor. */
export async function readFirstRun({ db }: Services, reader: User): Promise<FirstRun> {
  const nowMs = await databaseNowMs(db);
  const { isHidden, ...facts } = await findFirstRunFacts(db, reader, nowMs);
  const steps = FirstStep.options.map((step) => ({
    step,
    isDone: facts[step],
    isAllowed: isAdmin(reader.accessMask) || !FOR_ADMINS.includes(step),
  }));
  return {
    steps,
    isDone: steps.every((one) => one.isDone),
    isHidden,
    nextContest: await findNextContest(db, reader, nowMs),
  };
}
