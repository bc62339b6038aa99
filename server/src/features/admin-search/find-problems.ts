import type { SystemType } from '@balloon/contracts/problems/problems.ts';
import type { AdminSearch } from '@balloon/contracts/site/admin-search.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { type RawBuilder, sql } from 'kysely';
import { FINDS_PER_KIND } from '#features/admin-search/admin-search.queries.ts';
import type { Search } from '#features/admin-search/parse-search.ts';
import { supervisedGroups } from '#features/contests/supervision.ts';
import { idsWithText, isReadableIn } from '#features/problem-admin/problem-search.queries.ts';
import { titleIn } from '#features/problems/title-in.ts';
import type { User } from '#services.ts';

/** Finds problems by title in any language, number in their system, name of the system and id, the newest first. */
export async function findProblems(
  db: Db,
  reader: User,
  { words, id }: Search,
  locale: Locale,
): Promise<AdminSearch['problems']> {
  const groupIds = supervisedGroups(reader);
  const isFound = sql.join(words.map(hasWord), sql` and `);
  const rows = await db
    .selectFrom('problem')
    .select(['id', 'systemType', 'foreignProblemIdentifier'])
    .select(titleIn(locale).as('title'))
    .where('deletedAtMs', 'is', null)
    .where(sql<boolean>`(problem.id = ${id} or (${isFound}))`)
    .where(groupIds === null ? sql<boolean>`true` : sql<boolean>`${isReadableIn(groupIds)}`)
    .orderBy(sql`problem.id = ${id}`, 'desc')
    .orderBy('id', 'desc')
    .limit(FINDS_PER_KIND)
    .execute();
  return rows.map((row) => ({ ...row, systemType: row.systemType as SystemType })); // the contract's list is the table's
}

/** A word of a problem's texts, or of the name of its system. */
function hasWord(word: string): RawBuilder<boolean> {
  return sql<boolean>`problem.id in (
    ${idsWithText(word)}
    union all select id from problem where system_type = any(${systemsNamed(word)}::text[])
  )`;
}

/** What people call the systems, besides the beginning of these names. */
const SYSTEM_WORDS: Readonly<Record<SystemType, readonly string[]>> = {
  balloon: ['balloon'],
  timus: ['timus'],
  acmp: ['acmp'],
  cf: ['cf', 'codeforces'],
  sgu: ['sgu'],
  ejudge: ['ejudge'],
  yandex: ['yandex'],
  yandexOfficial: ['yandex', 'yandexofficial'],
};
const LEAST_LETTERS = 2;

function systemsNamed(word: string): SystemType[] {
  if (word.length < LEAST_LETTERS) return [];
  const systems = Object.entries(SYSTEM_WORDS) as [SystemType, readonly string[]][];
  return systems.filter(([, names]) => names.some((name) => name.startsWith(word))).map(([system]) => system);
}
