import { afterEach, expect, test, vi } from 'vitest';
import { connect } from './connect.ts';
import { createTestDatabase } from './testing/test-database.ts';

afterEach(() => vi.useRealTimers());

test('who asks once in four minutes finds the same connection', async () => {
  const database = await createTestDatabase();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const backend = async () =>
    (await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const first = await backend();
  vi.advanceTimersByTime(4 * 60_000);
  expect(await backend()).toBe(first);
  vi.advanceTimersByTime(6 * 60_000);
  expect(database.pool.totalCount).toBe(0);
  vi.useRealTimers();
  await database.drop();
});

test('closing ends the connections also where only prepared or foreign queries used them', async () => {
  const database = await createTestDatabase();
  const { pool, close } = connect(database.url);
  await pool.query('select 1');
  expect(pool.totalCount).toBe(1);

  await close();
  await close();

  expect(pool.totalCount).toBe(0);
  await database.drop();
});
