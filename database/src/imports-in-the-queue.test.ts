import { expect, test } from 'vitest';
import { createDatabaseBefore } from '#testing/earlier-database.ts';

test('imports that wait or are built move into the queue with their leases', async () => {
  await using earlier = await createDatabaseBefore('0022_imports_in_the_queue.sql');
  const { client } = earlier;
  await client.query(`
    insert into judge (id, name, slots, mode, seen_at_ms) values (7, 'judge', 1, 'full', 1);
    insert into package_import
      (id, file_name, size_bytes, state, attempt, fence, judge_id, leased_until_ms, created_at_ms)
    values
      (1, 'ended.zip', 1, 'done', 1, 10, null, null, 1),
      (2, 'waits.zip', 1, 'queued', 1, 11, null, null, 1),
      (3, 'is-built.zip', 1, 'running', 2, 12, 7, 99, 1);
  `);

  await earlier.migrate();

  const { rows: queued } = await client.query(`
    select import_id, purpose, state, attempt, max_attempts, fence::integer, judge_id, leased_until_ms::integer
    from judging order by id
  `);
  const common = { purpose: 'import', max_attempts: 2 };
  expect(queued).toEqual([
    {
      ...common,
      import_id: 2,
      state: 'queued',
      attempt: 1,
      fence: 11,
      judge_id: null,
      leased_until_ms: null,
    },
    { ...common, import_id: 3, state: 'testing', attempt: 2, fence: 12, judge_id: 7, leased_until_ms: 99 },
  ]);
  const { rows: imports } = await client.query('select id, state from package_import order by id');
  expect(imports).toEqual([
    { id: 1, state: 'done' },
    { id: 2, state: 'waiting' },
    { id: 3, state: 'waiting' },
  ]);
});
