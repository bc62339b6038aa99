import type { Connection } from '@balloon/database/connect.ts';
import type { BenchSite } from '#processes/bench-site.ts';
import { median } from '#report/table.ts';
import { atMost, type Target } from '#report/target.ts';

export interface PeopleRow extends Partial<Target> {
  what: string;
  people: number;
  found: number;
  medianMs: number;
  worstMs: number;
}

const PEOPLE = 100_000;
const CALLS = 15;
/** A list must feel as if it were there already. */
const LIMIT_MS = 300;

/** What an organiser asks of the list of people → query of the call. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'first page, by role': 'count=10',
  'page 5,000, by role': 'count=10&offset=49990',
  'first page, by name': 'count=10&sort=name',
  'first page, by activity': 'count=10&sort=activity',
  'a whole last name': 'count=10&q=lastname77777',
  'a part of names that 1,000 have': 'count=10&q=name77',
  'two letters that everybody has': 'count=10&q=na',
  'a group of 1,000': 'count=10&groupId=GROUP',
};

/** What a supervisor types into the search over everything → query of the call. */
const SEARCHES: Readonly<Record<string, string>> = {
  'search over everything, a last name': 'q=lastname77777',
  'search over everything, two letters': 'q=na',
  'search over everything, found nowhere': 'q=qzxw',
};

/** Measures the list of people with filters and the search over everything, as the browser of an admin calls it. */
export async function benchPeople({ url, database, crew }: BenchSite): Promise<PeopleRow[]> {
  const groupId = await insertPeople(database);
  const rows: PeopleRow[] = [];
  for (const [what, query] of Object.entries(QUESTIONS)) {
    const address = `${url}/api/admin/people?${query.replace('GROUP', `${groupId}`)}`;
    rows.push(await measure(what, address, crew.admin.token));
  }
  for (const [what, query] of Object.entries(SEARCHES)) {
    rows.push(await measure(what, `${url}/api/admin/search?${query}`, crew.admin.token));
  }
  return rows;
}

async function measure(what: string, address: string, token: string): Promise<PeopleRow> {
  const times: number[] = [];
  let found = 0;
  for (let call = 0; call < CALLS; call += 1) {
    const startedAtMs = performance.now();
    const reply = await fetch(address, { headers: { 'x-token': token } });
    const { usersNumber, people = [] } = (await reply.json()) as { usersNumber?: number; people?: unknown[] };
    times.push(performance.now() - startedAtMs);
    found = usersNumber ?? people.length;
  }
  const medianMs = median(times);
  return {
    what,
    people: PEOPLE,
    found,
    medianMs,
    worstMs: Math.max(...times),
    ...atMost(medianMs, LIMIT_MS),
  };
}

/** @returns id of a group of 1,000 */
async function insertPeople({ pool }: Connection): Promise<number> {
  await pool.query(
    `insert into account (username, first_name, last_name, registered_at_ms, active_at_ms)
     select 'bench.' || n, 'Firstname' || n % 500, 'Lastname' || n, n, case when n % 3 = 0 then n end
     from generate_series(1, $1::integer) as n`,
    [PEOPLE],
  );
  const { rows } = await pool.query<{ id: number }>(
    `insert into user_group (name) values ('Bench') returning id`,
  );
  const groupId = rows[0]?.id ?? 0;
  await pool.query(
    `insert into user_group_member (group_id, account_id)
     select $1, id from account where username like 'bench.%' order by id limit 1000`,
    [groupId],
  );
  await pool.query('vacuum analyze account, user_group_member');
  return groupId;
}
