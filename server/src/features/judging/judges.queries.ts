import type { JudgeHello } from '@balloon/contracts/judge.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { NOW_MS } from '#features/judging/claim.queries.ts';

/** Makes the judge known, or renews what is known of the one with that name. Gives its id. */
export async function saveJudge(db: Db, hello: JudgeHello): Promise<number> {
  const { name, slots, mode, warnings, languages } = hello;
  const told = {
    slots,
    mode,
    warnings: JSON.stringify(warnings),
    languages: JSON.stringify(languages),
    seenAtMs: NOW_MS,
  };
  const { id } = await db
    .insertInto('judge')
    .values({ name, ...told })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(told))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes that a judge is alive and gives its languages; `undefined` for one that never said hello. */
export async function seeJudge(db: Db, judgeId: number): Promise<string[] | undefined> {
  const row = await db
    .updateTable('judge')
    .set({ seenAtMs: NOW_MS })
    .where('id', '=', judgeId)
    .returning('languages')
    .executeTakeFirst();
  return row?.languages.map(({ key }) => key);
}

/** A language stays open for submissions this long after its last judge was seen: a restart must not close it. */
const LANGUAGE_STAYS_ACTIVE_MS = 5 * 60_000;

/**
 * Opens and closes the languages of our own judge by what living judges have, with their versions. Writes only
 * what changed, so that calling it often and from every web process costs a read. Before the first judge said
 * hello nothing is known and nothing changes.
 *
 * @returns names of the languages that were opened or closed
 */
export async function refreshLanguages(db: Db): Promise<{ name: string; nonactive: boolean }[]> {
  const { rows } = await sql<{ name: string; nonactive: boolean }>`
    with found as (
      select offered.key, string_agg(distinct offered.version, ' / ') as version
      from judge, jsonb_to_recordset(judge.languages) as offered(key text, version text)
      where judge.seen_at_ms > ${NOW_MS} - ${LANGUAGE_STAYS_ACTIVE_MS}
      group by offered.key
    )
    update language set
      nonactive = standing.nonactive,
      version = coalesce(standing.version, language.version)
    from (
      select language.id, found.key is null as nonactive, found.version
      from language left join found on found.key = language.foreign_language_id
      where language.system_type = 'balloon' and exists (select from judge)
    ) as standing
    where language.id = standing.id
      and (
        language.nonactive <> standing.nonactive
        or standing.version is not null and standing.version is distinct from language.version
      )
    returning language.name, language.nonactive
  `.execute(db);
  return rows;
}
