import { sql } from 'kysely';
import type { Db } from './connect.ts';

/*
 * Whatever names a blob must be found here. Columns with a foreign key keep their blobs by themselves; the hashes
 * inside of JSON are found by their looks, so that a new kind of checker needs no new line.
 */

/**
 * Throws away blobs that nothing refers to: uploads that broke off, tests and packages whose last user is gone.
 *
 * @param ageMs younger ones stay: what is going to refer to them may still be on its way
 * @returns how many went
 */
export async function removeOrphanBlobs(db: Db, ageMs: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from blob
    where stored_at_ms < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${ageMs}::bigint
      and not exists (select from test where input_sha256 = blob.sha256)
      and not exists (select from test where answer_sha256 = blob.sha256)
      and not exists (select from problem_file where problem_file.sha256 = blob.sha256)
      and not exists (select from package_import where blob_sha256 = blob.sha256)
      and not exists (select from contest_message_file where contest_message_file.sha256 = blob.sha256)
      and sha256 not in (
        select (regexp_matches(to_jsonb(testset)::text, '[0-9a-f]{64}', 'g'))[1] from testset
      )
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
