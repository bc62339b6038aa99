import { expect, test } from 'vitest';
import { createDatabaseBefore } from '#testing/earlier-database.ts';

test('logs go on after the events that they have', async () => {
  await using earlier = await createDatabaseBefore('0232_heads_of_logs.sql');
  const { client } = earlier;
  await client.query(`
    insert into account (id, username, registered_at_ms, access_mask) values (1, 'ann', 0, 4096);
    insert into contest (id, name, start_time_ms, duration_time_ms, relative_freeze_time_ms, last_event_seq)
    values (1, 'long', 0, 1000, 1000, 2), (2, 'empty', 0, 1000, 1000, 0);
    insert into contest_event (contest_id, seq, happened_at_ms, event)
    values (1, 1, 0, '{"type": "changed"}'), (1, 2, 0, '{"type": "changed"}');
    insert into language (id, system_type, foreign_language_id, name, language_family)
    values (1, 'balloon', 'cpp', 'C++', 'C++');
    insert into problem (id, title) values (1, 'A + B');
    insert into contest_problem (contest_id, problem_id, position) values (1, 1, 1);
  `);

  await earlier.migrate();

  await client.query(`
    insert into contest (id, name, start_time_ms, duration_time_ms, relative_freeze_time_ms)
    values (3, 'new', 0, 1000, 1000)
  `);
  const heads = 'select contest_id, last_event_seq::integer from contest_log_head order by contest_id';
  expect((await client.query(heads)).rows).toEqual([
    { contest_id: 1, last_event_seq: 2 },
    { contest_id: 2, last_event_seq: 0 },
    { contest_id: 3, last_event_seq: 0 },
  ]);
  const sent = {
    ...{ account_id: 1, access_mask: 4096, group_ids: [], problem_id: 1, position: 1, language_id: 1 },
    ...{ source: '', source_sha256: '', system_type: 'balloon', language_key: 'cpp', waiting_key: 'cpp' },
  };
  const { rows } = await client.query('select refusal from accept_solutions(1, $1, 30)', [
    JSON.stringify([sent]),
  ]);
  expect(rows).toEqual([{ refusal: null }]);
  const { rows: log } = await client.query(
    'select max(seq)::integer as seq from contest_event where contest_id = 1',
  );
  expect(log).toEqual([{ seq: 3 }]);
  await client.query('delete from contest where id = 2');
  expect((await client.query(heads)).rows).toEqual([
    { contest_id: 1, last_event_seq: 3 },
    { contest_id: 3, last_event_seq: 0 },
  ]);
});
