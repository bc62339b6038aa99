import { expect } from 'vitest';
import { doJudgingChores } from '#features/judging/judging-chores.ts';
import type { Services } from '#services.ts';

/**
 * Lets all leases expire, as if the judges had been silent for a whole one, and takes their work back. A round of chores skips
 * what the server's own round beside it holds, so there may be several.
 */
export async function leasesRunOut(services: Services): Promise<void> {
  const { db } = services;
  const past = { leasedUntilMs: 1 };
  await db.updateTable('judging').set(past).where('leasedUntilMs', 'is not', null).execute();
  const findExpired = async () => {
    await doJudgingChores(services);
    return db.selectFrom('judging').select('fence').where('leasedUntilMs', '=', 1).execute();
  };
  await expect.poll(findExpired).toEqual([]);
}
