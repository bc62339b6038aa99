import { type RawBuilder, sql } from 'kysely';

/** Server that has the accounts of `server`: another one where systems share them (SGU and Codeforces). */
export const POOL_OF_SERVER = sql<number>`coalesce(server.accounts_of, server.id)`;

/** Server that has the accounts of a server. @param serverId its number, or a column with it */
export const poolOf = (serverId: number | RawBuilder<unknown>) =>
  sql<number>`(select coalesce(pool.accounts_of, pool.id) from outside_server as pool where pool.id = ${serverId})`;
