import { sql } from 'kysely';

/** Name of a person in a query with the table `account`: the first and last name, or the username without them. */
export const NAME_OF_ACCOUNT = sql<string>`coalesce(
  nullif(trim(account.first_name || ' ' || account.last_name), ''), account.username
)`;
