import type { JudgeHello } from '@balloon/contracts/judge.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import type { JudgeTable } from '@balloon/database/tables.ts';
import { type Selectable, sql } from 'kysely';
import { NOW_MS } from '#features/judging/claim.queries.ts';
import type { DrainedLanguage } from '#features/judging/odd-versions.ts';

/** A living judge asks for work at least every 30 s. */
const LIVING_MS = 60_000;

/**
 * Makes the judge known, or renews what is known of the one with that name. A version that it already had when it
 * was last seen alive keeps its date of service. Gives its id.
 */
export async function saveJudge(db: Db, hello: JudgeHello): Promise<number> {
  const { name, slots, mode, warnings, languages } = hello;
  const served = sql<string>`(
    select coalesce(jsonb_agg(told.language || jsonb_build_object('sinceMs', coalesce((
      select (known.language ->> 'sinceMs')::bigint
      from judge, jsonb_array_elements(judge.languages) as known(language)
      where judge.name = ${name}
        and judge.seen_at_ms > ${NOW_MS} - ${LIVING_MS}
        and known.language ->> 'key' = told.language ->> 'key'
        and known.language ->> 'version' = told.language ->> 'version'
    ), ${NOW_MS}))), '[]')
    from jsonb_array_elements(${JSON.stringify(languages)}::jsonb) as told(language)
  )`;
  const told = { slots, mode, warnings: JSON.stringify(warnings), languages: served, seenAtMs: NOW_MS };
  const { id } = await db
    .insertInto('judge')
    .values({ name, ...told })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(told))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes that a judge is alive and gives the languages it may work in; `undefined` for one that never said hello. */
export async function seeJudge(db: Db, judgeId: number): Promise<string[] | undefined> {
  const row = await db
    .updateTable('judge')
    .set({ seenAtMs: NOW_MS })
    .where('id', '=', judgeId)
    .returning(['languages', 'drained'])
    .executeTakeFirst();
  return row && workingLanguages(row);
}

/** The same, without noting anything: a write costs more than the read. */
export async function findWorkingLanguages(db: Db, judgeId: number): Promise<string[]> {
  const row = await db
    .selectFrom('judge')
    .where('id', '=', judgeId)
    .select(['languages', 'drained'])
    .executeTakeFirst();
  return row ? workingLanguages(row) : [];
}

function workingLanguages({
  languages,
  drained,
}: Pick<Selectable<JudgeTable>, 'languages' | 'drained'>): string[] {
  const odd = new Set(drained.map(({ key }) => key));
  return languages.map(({ key }) => key).filter((key) => !odd.has(key));
}

/** Any number will do, as long as every web process uses the same one. */
const DRAIN_LOCK = 7_266_204;

/** Decides one after another, so that two judges that come at once see each other. */
export function lockDraining(tx: Tx): Promise<unknown> {
  return sql`select pg_advisory_xact_lock(${DRAIN_LOCK})`.execute(tx);
}

/** The judges that are there, with what they have and what is drained so far. */
export function findLivingJudges(db: Db) {
  return db
    .selectFrom('judge')
    .where('seenAtMs', '>', sql<number>`${NOW_MS} - ${LIVING_MS}`)
    .select(['id', 'name', 'languages', 'drained'])
    .orderBy('id')
    .execute();
}

export async function findDrained(db: Db, judgeId: number): Promise<DrainedLanguage[]> {
  const row = await db.selectFrom('judge').where('id', '=', judgeId).select('drained').executeTakeFirst();
  return row?.drained ?? [];
}

export function saveDrained(db: Db, judgeId: number, drained: readonly DrainedLanguage[]) {
  return db
    .updateTable('judge')
    .set({ drained: JSON.stringify(drained) })
    .where('id', '=', judgeId)
    .execute();
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
        and not exists (
          select from jsonb_to_recordset(judge.drained) as odd(key text) where odd.key = offered.key
        )
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
