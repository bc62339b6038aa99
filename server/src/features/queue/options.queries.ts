import { createHash } from 'node:crypto';
import type { CompilerOptions, WantedOptions } from '@balloon/contracts/judging/compiler-options.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Hash that names options. */
export const hashOfOptions = ({ compile, run }: CompilerOptions) =>
  createHash('sha256')
    .update(JSON.stringify([compile, run]))
    .digest('hex');

/** Next revision of the options: each change takes one, so that judges hear of it. */
export const NEXT_REVISION = sql<number>`nextval('compiler_options_revision')`;

/**
 * Puts options in force that a judge has tried with success.
 *
 * @returns the languages whose options changed
 */
export async function takeTriedOptions(db: Db, judgeId: number): Promise<string[]> {
  const { rows } = await sql<{ languageKey: string }>`
    update compiler_options
    set options = candidate, options_sha256 = candidate_sha256, candidate = null, candidate_sha256 = null,
      revision = ${NEXT_REVISION}
    from judge, jsonb_to_recordset(judge.tried_options) as tried(key text, sha256 text, trouble text)
    where judge.id = ${judgeId}
      and tried.key = compiler_options.language_key
      and tried.sha256 = compiler_options.candidate_sha256
      and tried.trouble is null
    returning compiler_options.language_key
  `.execute(db);
  return rows.map(({ languageKey }) => languageKey);
}

/** What a judge should try: everything in force, and what waits for a trial. Records that the judge was told. */
export async function tellOptions(db: Db, judgeId: number): Promise<WantedOptions[]> {
  const { rows } = await sql<WantedOptions & { revision: number }>`
    select language_key as key, sha256, chosen.options, is_in_force, revision
    from compiler_options, lateral (values
      (compiler_options.options, options_sha256, true),
      (candidate, candidate_sha256, false)
    ) as chosen(options, sha256, is_in_force)
    order by language_key, is_in_force desc
  `.execute(db);
  const newest = Math.max(0, ...rows.map(({ revision }) => Number(revision)));
  await db.updateTable('judge').set({ optionsTold: newest }).where('id', '=', judgeId).execute();
  return rows.flatMap(({ revision: _revision, ...wanted }) => (wanted.options === null ? [] : [wanted]));
}

/** Options in force of every language that has some. */
export const CHOSEN_OPTIONS = sql<{ key: string; sha256: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('key', language_key, 'sha256', options_sha256)), '[]')
  from compiler_options where options is not null
)`;

/** Whether a judge that knows options has not heard of the newest change. */
export const HAS_NEWS = sql<boolean>`(
  judge.tried_options is not null
  and judge.options_told < coalesce((select max(revision) from compiler_options), 0)
)`;
