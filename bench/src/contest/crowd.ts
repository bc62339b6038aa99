import type { Connection } from '@balloon/database/connect.ts';
import { hashPassword } from '@balloon/server/features/session/password.ts';
import { newToken, tokenHash } from '@balloon/server/features/session/session-token.ts';

/** Participant with a session. */
export interface Member {
  userId: number;
  token: string;
}

/** Adds people to a contest. */
export async function insertPeople({ pool }: Connection, contestId: number, number: number): Promise<void> {
  await pool.query(
    `with person as (
       insert into account (username, first_name, last_name, registered_at_ms)
       select 'sender.' || n, 'Firstname', 'Lastname' || n, 0 from generate_series(1, $2::integer) as n
       returning id
     )
     insert into contest_participant (contest_id, account_id, joined_at_ms) select $1, id, 0 from person`,
    [contestId, number],
  );
  await pool.query('vacuum analyze account, contest_participant');
}

/** Gives sessions to the participants of a contest. */
export async function insertSessions({ pool }: Connection, contestId: number): Promise<Member[]> {
  const { rows } = await pool.query<{ id: number }>(
    'select account_id as id from contest_participant where contest_id = $1 order by account_id',
    [contestId],
  );
  const members = rows.map(({ id }) => ({ userId: id, token: newToken() }));
  await pool.query(
    `insert into session (token_hash, device_hash, account_id, created_at_ms, rotated_at_ms, seen_at_ms, expires_at_ms)
     select hash, hash, id, now_ms, now_ms, now_ms, now_ms + 86400000
     from unnest($1::bytea[], $2::integer[]) as member (hash, id),
       (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms) as clock`,
    [members.map(({ token }) => tokenHash(token)), members.map(({ userId }) => userId)],
  );
  await pool.query('update language set nonactive = false');
  await pool.query('vacuum analyze session');
  return members;
}

/** Shared by all, since a password of each would have to be hashed first. */
export const PASSWORD = 'the password of everybody';

/** Gives people a password that costs as much to compare as any; returns their usernames. */
export async function givePasswords({ pool }: Connection, members: readonly Member[]): Promise<string[]> {
  const { rows } = await pool.query<{ username: string }>(
    'update account set password_hash = $1 where id = any($2::integer[]) returning username',
    [await hashPassword(PASSWORD), members.map(({ userId }) => userId)],
  );
  return rows.map(({ username }) => username);
}
