import { sql } from 'kysely';
import { type Db, type Tx, takeTime } from './connect.ts';

/*
 * Every column that names a blob must be listed here. Columns with a foreign key keep their blobs by
 * themselves; hashes inside JSON are found by their form, so a new kind of checker needs no new line.
 */

/** Time in ms for which an archive for another system is kept, so that a job which failed may be tried again. */
const ARCHIVE_KEPT_MS = 3 * 24 * 3_600_000;

/**
 * Throws away blobs that nothing refers to: uploads that broke off, tests and packages whose last user is gone.
 *
 * @param ageMs younger blobs stay, because references to them may not be committed yet
 * @returns number of removed blobs
 */
export function removeOrphanBlobs(db: Db, ageMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await takeTime(tx);
    return removeNow(tx, ageMs);
  });
}

async function removeNow(tx: Tx, ageMs: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from blob
    where stored_at_ms < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${ageMs}::bigint
      and not exists (select from test where input_sha256 = blob.sha256)
      and not exists (select from test where answer_sha256 = blob.sha256)
      and not exists (select from test where picture_sha256 = blob.sha256)
      and not exists (select from problem_file where problem_file.sha256 = blob.sha256)
      and not exists (select from package_import where blob_sha256 = blob.sha256)
      and not exists (select from uploaded_image where uploaded_image.sha256 = blob.sha256)
      and not exists (select from solution_output where solution_output.sha256 = blob.sha256)
      and not exists (select from contest_message_file where contest_message_file.sha256 = blob.sha256)
      and sha256 not in (
        select (regexp_matches(to_jsonb(testset)::text, '[0-9a-f]{64}', 'g'))[1] from testset
        union all
        select (regexp_matches(checker::text, '[0-9a-f]{64}', 'g'))[1] from problem_check where state = 'waiting'
        union all
        select request ->> 'sha256' from outside_job
        where kind = 'archive' and request ->> 'sha256' is not null
          and created_at_ms > (extract(epoch from clock_timestamp()) * 1000)::bigint - ${ARCHIVE_KEPT_MS}::bigint
      )
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}
