import type { Tx } from '@balloon/database/connect.ts';
import { LANGUAGES, type LanguageKey, OFFERED_LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { reserveIds } from '#features/installation/reserve-ids.ts';

/** Highest id for the languages of our own judge; ids of foreign systems are above. */
const LAST_OWN_LANGUAGE_ID = 999;

/**
 * Languages offered before the first judge has connected: the installation brings their compilers, and Node
 * is ours. The first judge closes those that it lacks.
 */
const ALWAYS_THERE: readonly LanguageKey[] = ['c', 'cpp17', 'cpp20', 'cpp23', 'python3', 'javascript'];

/**
 * Updates the languages of our own judge to this version. A new one is inactive until a judge reports that it
 * can run it, unless every judge has it.
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
      nonactive: !ALWAYS_THERE.includes(key),
      hasJudge: false,
      version: null,
      extensions: [...extensions],
    };
  });
  await tx
    .insertInto('language')
    // In the order in which a judge that arrives locks them, see refreshLanguages.
    .values(rows.toSorted((a, b) => a.id - b.id))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        foreignLanguageId: eb.ref('excluded.foreignLanguageId'),
        name: eb.ref('excluded.name'),
        languageFamily: eb.ref('excluded.languageFamily'),
        extensions: eb.ref('excluded.extensions'),
      })),
    )
    .execute();
  await reserveIds(tx, 'language', LAST_OWN_LANGUAGE_ID);
}
