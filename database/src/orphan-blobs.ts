import { sql } from 'kysely';
import { draftName, dropBlob } from '#blobs.ts';
import { type Db, type Tx, takeTime } from '#connect.ts';

/*
 * Every column that names a blob must be listed here. Columns with a foreign key keep their blobs by
 * themselves; hashes inside JSON are found by their form, so a new kind of checker needs no new line.
 */

/** Time in ms for which an archive for another system is kept, so that a job which failed may be tried again. */
const ARCHIVE_KEPT_MS = 3 * 24 * 3_600_000;

/** Files that one transaction takes out of use. */
const TAKEN_AT_ONCE = 100;

/**
 * Throws away blobs that nothing refers to: uploads that broke off, tests and packages whose last user is gone. Large ones
 * are first taken out of use, as one step, and then deleted in pieces; what a broken round leaves is found by the next.
 *
 * @param ageMs younger blobs stay, because references to them may not be committed yet
 * @returns number of removed blobs
 */
export async function removeOrphanBlobs(db: Db, ageMs: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const drafts = await db.transaction().execute(async (tx) => {
      await takeTime(tx);
      return takeOutOfUse(tx, ageMs);
    });
    for (const draft of drafts) await dropBlob(db, draft);
    removed += drafts.length;
    if (drafts.length < TAKEN_AT_ONCE) return removed;
  }
}

/** Gives the chunks of unused blobs a name that nothing can know; returns these names. */
async function takeOutOfUse(tx: Tx, ageMs: number): Promise<string[]> {
  const { rows: orphans } = await sql<{ sha256: string }>`
    select sha256 from blob
    where stored_at_ms < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${ageMs}::bigint
      and not exists (select from test where input_sha256 = blob.sha256)
      and not exists (select from test where answer_sha256 = blob.sha256)
      and not exists (select from test where picture_sha256 = blob.sha256)
      and not exists (select from problem_file where problem_file.sha256 = blob.sha256)
      and not exists (select from package_import where blob_sha256 = blob.sha256)
      and not exists (select from package_upload where draft_sha256 = blob.sha256)
      and not exists (select from package_upload where stored_sha256 = blob.sha256)
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
    limit ${TAKEN_AT_ONCE}
    for update skip locked
  `.execute(tx);
  const drafts: string[] = [];
  for (const { sha256 } of orphans) {
    const draft = draftName();
    await tx.insertInto('blob').values({ sha256: draft, sizeBytes: 0, storedAtMs: 0 }).execute();
    await tx.updateTable('blobChunk').set({ sha256: draft }).where('sha256', '=', sha256).execute();
    await tx.deleteFrom('blob').where('sha256', '=', sha256).execute();
    drafts.push(draft);
  }
  return drafts;
}
