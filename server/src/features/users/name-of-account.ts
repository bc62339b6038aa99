import { sql } from 'kysely';

/** Name of the team that uses an account, in a query with the table `account`; null for a person. */
export const TEAM_NAME = sql<string | null>`(select team.name from team where team.account_id = account.id)`;

/**
 * Name in a query with the table `account`: that of the team, or the first and last name, or the username without
 * them.
 */
export const NAME_OF_ACCOUNT = sql<string>`coalesce(
  ${TEAM_NAME}, nullif(trim(account.first_name || ' ' || account.last_name), ''), account.username
)`;
