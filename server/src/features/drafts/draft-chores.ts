import { DRAFTS_KEPT_DAYS } from '@balloon/contracts/hall/draft-limits.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import type { Services } from '#services.ts';

const TIDY_EVERY_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Removes drafts of contests that ended long ago, every hour; returns the function that stops it. */
export function startDraftChores(services: Services): () => void {
  const timer = setInterval(() => {
    removeOldDrafts(services.db).catch((error: unknown) =>
      services.log.warn({ err: error }, 'old drafts were not removed'),
    );
  }, TIDY_EVERY_MS);
  return () => clearInterval(timer);
}

/** Removes the drafts of contests that ended longer ago than they are kept, with their counts. */
export async function removeOldDrafts(db: Db): Promise<void> {
  const endedBeforeMs = (await databaseNowMs(db)) - DRAFTS_KEPT_DAYS * DAY_MS;
  await sql`
    delete from draft_count using contest
    where contest.id = contest_id
      and start_time_ms + duration_time_ms + extra_time_ms < ${endedBeforeMs}::bigint
  `.execute(db);
}
