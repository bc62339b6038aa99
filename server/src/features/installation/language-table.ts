import type { Tx } from '@balloon/database/connect.ts';
import { LANGUAGES, OFFERED_LANGUAGES } from '@balloon/domain/languages.ts';
import { sql } from 'kysely';

/** Ids up to here are for the languages of our own judge; those of foreign systems come after. */
const LAST_OWN_LANGUAGE_ID = 999;

/**
 * Brings the languages of our own judge up to date with this version. A new one is inactive until a judge
 * says that it can run it.
 */
export async function upsertLanguages(tx: Tx): Promise<void> {
  const rows = OFFERED_LANGUAGES.map((key) => {
    const { id, name, family, extensions } = LANGUAGES[key];
    return {
      id,
      systemType: 'balloon',
      foreignLanguageId: key,
      name,
      languageFamily: family,
      nonactive: true,
      version: null,
      extensions: [...extensions],
    };
  });
  await tx
    .insertInto('language')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        foreignLanguageId: eb.ref('excluded.foreignLanguageId'),
        name: eb.ref('excluded.name'),
        languageFamily: eb.ref('excluded.languageFamily'),
        extensions: eb.ref('excluded.extensions'),
      })),
    )
    .execute();
  await sql`
    select setval(
      pg_get_serial_sequence('language', 'id'),
      greatest(${LAST_OWN_LANGUAGE_ID}, (select max(id) from language))
    )
  `.execute(tx);
}
