import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { readSampleProblems } from '@balloon/sample/read-sample.ts';
import type { NewAccount } from '#features/installation/prepare-installation.ts';
import { createSampleContest } from '#features/installation/sample-contest.ts';
import { createSampleHistory } from '#features/installation/sample-history.ts';
import type { ServerOptions } from '#services.ts';

/** Key in `installation`: set once the sample was created, so that it is never created again. */
const OFFERED = 'sampleData';
/** Contests start at full minutes, those long planned at full hours. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Adds a running contest with its participants to a database that never had a contest, and unless only that is wanted
 * the past of a club: finished contests, ratings, news and messages.
 *
 * @returns the accounts with passwords to be shown once; empty when nothing was created
 */
export async function createSampleData(tx: Tx, extent: ServerOptions['sampleData']): Promise<NewAccount[]> {
  if (extent === 'off' || !(await isFirstOffer(tx))) return [];
  const problems = await readSampleProblems();
  const nowMs = await databaseNowMs(tx);
  const { accounts, problemIds } = await createSampleContest(tx, problems, nowMs - (nowMs % MINUTE_MS));
  if (extent === 'on') {
    await createSampleHistory(tx, { problems, problemIds, nowMs: nowMs - (nowMs % HOUR_MS) });
  }
  return accounts;
}

async function isFirstOffer(tx: Tx): Promise<boolean> {
  const noted = await tx
    .insertInto('installation')
    .values({ key: OFFERED, value: JSON.stringify({ offered: true }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!noted) return false;
  const contest = await tx.selectFrom('contest').select('id').limit(1).executeTakeFirst();
  return contest === undefined;
}
