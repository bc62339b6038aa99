import type { KnownTags } from '@balloon/contracts/problems/editorials.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Tags that problems carry and that contain a text, the most used first. */
export async function listKnownTags(db: Db, { q, count }: { q: string; count: number }): Promise<KnownTags> {
  const { rows } = await sql<KnownTags[number]>`
    select tag, count(*)::integer as problems_number
    from problem, unnest(tags) as tag
    where deleted_at_ms is null and cardinality(tags) > 0 and position(lower(${q}) in tag) > 0
    group by tag
    order by problems_number desc, tag
    limit ${count}
  `.execute(db);
  return rows;
}
