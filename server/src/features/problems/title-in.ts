import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { type RawBuilder, sql } from 'kysely';

/** Title of the row of `problem` in a query, in this language where the problem has such a statement. */
export const titleIn = (locale: Locale): RawBuilder<string> => sql<string>`coalesce(
  (select title from problem_statement where problem_id = problem.id and locale = ${locale}), problem.title
)`;
