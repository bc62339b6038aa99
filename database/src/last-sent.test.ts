import { expect, test } from 'vitest';
import { createDatabaseBefore } from '#testing/earlier-database.ts';

test('sending reads no solutions of other contests, however many these got since, and none is sent before the last', async () => {
  await using earlier = await createDatabaseBefore('0257_last_sent_in_heads.sql');
  const { client } = earlier;
  await client.query(`
    insert into account (id, username, registered_at_ms, access_mask)
    select n, 'person.' || n, 0, 4096 from generate_series(1, 501) as n;
    insert into contest (id, name, start_time_ms, duration_time_ms, relative_freeze_time_ms)
    values (1, 'of yesterday', 0, 1000, 1000), (2, 'of today', 0, 1000, 1000), (3, 'empty', 0, 1000, 1000);
    insert into language (id, system_type, foreign_language_id, name, language_family)
    values (1, 'balloon', 'cpp', 'C++', 'C++');
    insert into problem (id, title) values (1, 'A + B');
    insert into contest_problem (contest_id, problem_id, position) values (1, 1, 1), (3, 1, 1);
    insert into solution (id, contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256)
    select n, 2, 1, n, 1, n, '', '' from generate_series(2, 501) as n;
  `);
  // PostgreSQL knows of one contest only, as on a site whose second one begins.
  await client.query('analyze solution');
  await client.query(`
    insert into solution (id, contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256)
    values (1, 1, 1, 1, 1, (extract(epoch from clock_timestamp()) * 1000)::bigint + 40000, '', '');
    alter table solution alter id restart with 1000;
  `);

  await earlier.migrate();

  const sent = JSON.stringify([
    {
      ...{ account_id: 1, access_mask: 4096, group_ids: [], problem_id: 1, position: 1, language_id: 1 },
      ...{ source: '', source_sha256: '', system_type: 'balloon', language_key: 'cpp', waiting_key: 'cpp' },
    },
  ]);
  const readOfSolutions = async () => {
    const { rows } = await client.query<{ number: number }>(`
      select (idx_tup_fetch + seq_tup_read)::integer as number
      from pg_stat_xact_user_tables where relname = 'solution'
    `);
    return rows[0]?.number ?? 0;
  };
  await client.query('begin');
  const before = await readOfSolutions();
  const { rows } = await client.query('select refusal from accept_solutions(1, $1, 30)', [sent]);
  const read = (await readOfSolutions()) - before;
  await client.query('commit');
  expect(rows).toEqual([{ refusal: null }]);
  expect(read).toBeLessThan(10);
  await client.query('select accept_solutions(3, $1, 30)', [sent]);
  const { rows: heads } = await client.query(`
    select contest_id, last_sent_at_ms = newest.sent_at_ms as is_newest, newest.sent_at_ms - before.sent_at_ms as later
    from contest_log_head
    cross join lateral (
      select sent_at_ms from solution where contest_id = contest_log_head.contest_id order by id desc limit 1
    ) as newest
    cross join lateral (
      select sent_at_ms from solution where contest_id = contest_log_head.contest_id order by id limit 1
    ) as before
    order by contest_id
  `);
  // A clock that was 40 s ahead is waited for.
  expect(heads).toEqual([
    { contest_id: 1, is_newest: true, later: '0' },
    { contest_id: 2, is_newest: true, later: '499' },
    { contest_id: 3, is_newest: true, later: '0' },
  ]);
});
