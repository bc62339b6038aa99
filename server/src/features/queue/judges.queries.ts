import type { JudgeHello } from '@balloon/contracts/judging/judge.ts';
import { ADVISORY_LOCKS } from '@balloon/database/advisory-locks.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import { type Db, executePrepared, type Tx } from '@balloon/database/connect.ts';
import type { JudgeTable } from '@balloon/database/judging-tables.ts';
import { type CompiledQuery, type Selectable, sql } from 'kysely';
import { storableJson } from '#content/storable.ts';
import type { DrainedLanguage } from '#features/queue/odd-versions.ts';
import { CHOSEN_OPTIONS, HAS_NEWS } from '#features/queue/options.queries.ts';

/** Time after which a silent judge counts as gone; a living one asks for work at least every 30 s. */
const LIVING_MS = 60_000;

/** Tokens as hashes: the one that a judge shows, and the one that the site's own judges share. */
export interface ShownToken {
  tokenHash: Buffer;
  sharedHash: Buffer;
}

/** Whether a row of `judge` is held by a token that is valid. */
const isHeld = (sharedHash: Buffer) => sql<boolean>`(
  judge.token_hash = ${sharedHash} or exists (
    select from judge_token
    where judge_token.token_hash = judge.token_hash and not is_relay and revoked_at_ms is null
  )
)`;

/**
 * Registers a judge, or updates the one with that name. A version that it already had when it was last seen
 * alive keeps its date of service. The name belongs to the token that registers it first, until that one is revoked;
 * a token that an admin made under this very name may take it over.
 *
 * @returns the judge's id, or `undefined` when the name belongs to another token
 */
export async function saveJudge(
  db: Db,
  hello: JudgeHello,
  { tokenHash, sharedHash }: ShownToken,
): Promise<number | undefined> {
  const { name, slots, mode, warnings, languages, triedOptions, version = null, compares = false } = hello;
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
  const told = {
    slots,
    mode,
    version,
    compares,
    warnings: JSON.stringify(warnings),
    languages: served,
    triedOptions: triedOptions ? storableJson(triedOptions) : null,
    seenAtMs: NOW_MS,
    tokenHash,
  };
  const isOwn = sql<boolean>`exists (
    select from judge_token where token_hash = ${tokenHash} and name = ${name} and revoked_at_ms is null
  )`;
  const saved = await db
    .insertInto('judge')
    .values({ name, ...told })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(told)
        .where((eb) =>
          eb.or([
            eb('judge.tokenHash', 'is', null),
            eb('judge.tokenHash', '=', tokenHash),
            eb.not(isHeld(sharedHash)),
            isOwn,
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  return saved?.id;
}

/** Names that one token may hold: far more than machines share one, and few enough to be read by an admin. */
export const MAX_NAMES_OF_TOKEN = 500;

/** Whether a token has registered so many other names of late that it gets no further one. */
export async function hasTooManyNames(db: Db, name: string, { tokenHash }: ShownToken): Promise<boolean> {
  const { others } = await db
    .selectFrom('judge')
    .where('tokenHash', '=', tokenHash)
    .where('name', '!=', name)
    .where('seenAtMs', '>', sql<number>`${NOW_MS} - ${JUDGE_EXPECTED_BACK_MS}`)
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .executeTakeFirstOrThrow();
  return others >= MAX_NAMES_OF_TOKEN;
}

/** Name of the token that holds a judge's name; null where it is the one that the site's own judges share. */
export async function findHolder(db: Db, judgeName: string): Promise<string | null> {
  const holder = await db
    .selectFrom('judge')
    .innerJoin('judgeToken', 'judgeToken.tokenHash', 'judge.tokenHash')
    .where('judge.name', '=', judgeName)
    .select('judgeToken.name')
    .executeTakeFirst();
  return holder?.name ?? null;
}

/** Whether a judge shows this token, or has not registered since names belong to tokens. */
export async function isJudgeOf(db: Db, judgeId: number, tokenHash: Buffer): Promise<boolean> {
  const judge = await db
    .selectFrom('judge')
    .where('id', '=', judgeId)
    .where((eb) => eb.or([eb('tokenHash', 'is', null), eb('tokenHash', '=', tokenHash)]))
    .select('id')
    .executeTakeFirst();
  return judge !== undefined;
}

/** Work that a judge may be given: nothing at all while an admin drains it. */
export interface Permission {
  languageKeys: string[];
  isPaused: boolean;
  /** Whether something new is to be told by a hello first. */
  hasNews: boolean;
}

const PERMISSION = [
  'languages',
  'drained',
  'pausedAtMs',
  'triedOptions',
  CHOSEN_OPTIONS.as('chosen'),
  HAS_NEWS.as('hasNews'),
] as const;

/** Judge that calls: the one that it says it is, and the hash of the token that it shows. */
export interface Caller {
  judgeId: number;
  tokenHash: Buffer;
}

/** Records that a judge is alive. */
export async function noteAlive(db: Db, judgeId: number): Promise<void> {
  await db.updateTable('judge').set({ seenAtMs: NOW_MS }).where('id', '=', judgeId).execute();
}

/**
 * Records that a judge is alive and returns what it may be given; `undefined` for a judge that has to register: an
 * unknown one, and one whose name this token does not hold.
 */
export async function seeJudge(db: Db, { judgeId, tokenHash }: Caller): Promise<Permission | undefined> {
  const row = await db
    .updateTable('judge')
    .set({ seenAtMs: NOW_MS })
    .where('id', '=', judgeId)
    .where('tokenHash', '=', tokenHash)
    .returning(PERMISSION)
    .executeTakeFirst();
  return row && permissionOf(row);
}

/** Stand for the judge in the query, which is written as SQL once: each claim asks it. */
const ANY_JUDGE = -1;
const ANY_TOKEN = Buffer.alloc(0);
let permissionQuery: CompiledQuery<PermissionRow> | undefined;

/** Like `seeJudge` without recording anything: a write costs more than the read. */
export async function findPermission(
  db: Db,
  { judgeId, tokenHash }: Caller,
): Promise<Permission | undefined> {
  permissionQuery ??= db
    .selectFrom('judge')
    .where('id', '=', ANY_JUDGE)
    .where('tokenHash', '=', ANY_TOKEN)
    .select(PERMISSION)
    .compile();
  const asked = new Map<unknown, unknown>([
    [ANY_JUDGE, judgeId],
    [ANY_TOKEN, tokenHash],
  ]);
  const parameters = permissionQuery.parameters.map((value) => asked.get(value) ?? value);
  const [row] = await executePrepared<PermissionRow>(db, 'permission of a judge', {
    ...permissionQuery,
    parameters,
  });
  return row && permissionOf(row);
}

type PermissionRow = Pick<Selectable<JudgeTable>, 'languages' | 'drained' | 'pausedAtMs' | 'triedOptions'> & {
  chosen: { key: string; sha256: string }[];
  hasNews: boolean;
};

function permissionOf({
  languages,
  drained,
  pausedAtMs,
  triedOptions,
  chosen,
  hasNews,
}: PermissionRow): Permission {
  const isPaused = pausedAtMs !== null;
  const works = ({ key, sha256 }: { key: string; sha256: string }) =>
    triedOptions?.some((one) => one.key === key && one.sha256 === sha256 && one.trouble === null) === true;
  const odd = new Set([...drained, ...chosen.filter((one) => !works(one))].map(({ key }) => key));
  const languageKeys = languages.map(({ key }) => key).filter((key) => !odd.has(key));
  return { languageKeys: isPaused ? [] : languageKeys, isPaused, hasNews };
}

/** Serialises the decisions on draining, so that two judges that register at once see each other. */
export function lockDraining(tx: Tx): Promise<unknown> {
  return sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.drain})`.execute(tx);
}

/**
 * Returns the judges that are alive and not drained as a whole, with their languages and those drained so far: while a
 * judge is drained for an upgrade, the versions of the others count.
 */
export function findLivingJudges(db: Db) {
  return db
    .selectFrom('judge')
    .where('seenAtMs', '>', sql<number>`${NOW_MS} - ${LIVING_MS}`)
    .where('pausedAtMs', 'is', null)
    .select(['id', 'name', 'tokenHash', 'languages', 'drained', 'triedOptions'])
    .orderBy('id')
    .execute();
}

/** Whether a judge that compares solutions is alive and may be given work, as `waitingKeys` has it. */
export async function hasComparingJudge(db: Db): Promise<boolean> {
  const rows = await db
    .selectFrom('judge')
    .where('seenAtMs', '>', sql<number>`${NOW_MS} - ${LIVING_MS}`)
    .where('compares', '=', true)
    .select(PERMISSION)
    .execute();
  return rows.some((row) => permissionOf(row).languageKeys.length > 0);
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

/**
 * Time after which an absent judge is no longer expected back, while others worked: languages that only this
 * judge had are closed. Until then solutions wait for it.
 */
const JUDGE_EXPECTED_BACK_MS = 24 * 3_600_000;

export interface ChangedLanguage {
  id: number;
  name: string;
  nonactive: boolean;
  hasJudge: boolean;
  wasClosed: boolean;
}

/**
 * Brings the languages of our own judge up to date with the judges. A language has a judge while one that lives and
 * is not drained has it and works with its options (a judge that an admin drained keeps its languages open, as one
 * that is away for a moment); its version is that of those judges. It is closed only when some judge lives and no
 * judge that has it is expected back: while all are away, every language stays as it was and solutions wait. Writes
 * only what changed, so that calling it often and from every web process costs a read.
 *
 * @returns the languages that were opened or closed, or whose judges came or went
 */
export async function refreshLanguages(db: Db): Promise<ChangedLanguage[]> {
  const { rows } = await sql<ChangedLanguage & { isOtherVersionOnly: boolean }>`
    with offered as (
      select
        language.key,
        bool_or(
          judge.seen_at_ms > ${NOW_MS} - ${LIVING_MS} and judge.paused_at_ms is null and (
            chosen.options is null or exists (
              select from jsonb_to_recordset(judge.tried_options) as tried(key text, sha256 text, trouble text)
              where tried.key = language.key and tried.sha256 = chosen.options_sha256 and tried.trouble is null
            )
          )
        ) as has_judge,
        string_agg(distinct language.version, ' / ')
          filter (where judge.seen_at_ms > ${NOW_MS} - ${LIVING_MS} and judge.paused_at_ms is null) as version
      from judge cross join jsonb_to_recordset(judge.languages) as language(key text, version text)
      left join compiler_options as chosen on chosen.language_key = language.key
      where judge.seen_at_ms > ${NOW_MS} - ${JUDGE_EXPECTED_BACK_MS}
        and not exists (
          select from jsonb_to_recordset(judge.drained) as odd(key text) where odd.key = language.key
        )
      group by language.key
    ),
    standing as (
      select
        language.id,
        language.nonactive as was_closed,
        language.has_judge as had_judge,
        coalesce(offered.has_judge, false) as has_judge,
        case
          when exists (select from judge where seen_at_ms > ${NOW_MS} - ${LIVING_MS}) then offered.key is null
          else language.nonactive
        end as nonactive,
        coalesce(offered.version, language.version) as version
      from language left join offered on offered.key = language.foreign_language_id
      where language.system_type = 'balloon'
    ),
    changed as (
      select standing.* from language join standing on standing.id = language.id
      where language.nonactive <> standing.nonactive
        or language.has_judge <> standing.has_judge
        or language.version is distinct from standing.version
      order by language.id
      for no key update of language -- in the order of a web process that starts, see upsertLanguages
    )
    update language
    set nonactive = changed.nonactive, has_judge = changed.has_judge, version = changed.version
    from changed
    where language.id = changed.id
    returning
      language.id, language.name, language.nonactive, language.has_judge, changed.was_closed,
      changed.was_closed = changed.nonactive and changed.had_judge = changed.has_judge as is_other_version_only
  `.execute(db);
  return rows.filter(({ isOtherVersionOnly }) => !isOtherVersionOnly);
}
