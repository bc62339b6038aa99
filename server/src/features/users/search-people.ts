import { sql } from 'kysely';

/** The text of the trigram index `account_by_part_of_name`, to the letter. */
const NAMES = sql`lower(first_name || ' ' || last_name || ' ' || first_name || ' ' || username)`;

/**
 * Condition on `account`: every word of a search occurs in the names of the person.
 *
 * @param text typed text, in which signs of patterns have no special meaning
 */
export function hasWords(text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const parts = words.map((word) => sql`${NAMES} like ${containing(word)}`);
  return sql<boolean>`(${sql.join([sql`true`, ...parts], sql` and `)})`;
}

/** Pattern of `like` for texts with this part; signs of patterns in it mean themselves. */
export const containing = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
