import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect, takeTime } from '#connect.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { OverloadedError } from '#waiting-line.ts';

/** Far longer than a busy machine needs for a statement that does nothing. */
const SOME_MS = 3_000;

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  const timeLimits = { statementMs: SOME_MS, lockMs: SOME_MS / 5, idleInTransactionMs: 60_000 };
  connection = connect(database.url, { maxConnections: 2, refusesEarly: true, timeLimits });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test('who would wait for long is refused at once, and served again when connections are free', async () => {
  const { db, patientDb, pool } = connection;
  const ask = () => sql`select 1`.execute(db);
  const held = await Promise.all([pool.connect(), pool.connect()]);
  // The longer the connections are held, the shorter the line that is still served soon.
  await expect.poll(() => refusedOf(Array.from({ length: 300 }, ask))).toBeGreaterThan(0);
  await expect(ask()).rejects.toThrow(OverloadedError);
  const patient = sql`select 1`.execute(patientDb);

  for (const client of held) client.release();

  await expect(patient).resolves.toHaveProperty('rows');
  await expect(ask()).resolves.toHaveProperty('rows');
});

test('nobody is refused because this process stood still while connections were held', async () => {
  const { db, pool, close } = connect(database.url, { maxConnections: 2, refusesEarly: true });
  const held = await Promise.all([pool.connect(), pool.connect()]);

  standStill(SOME_MS);
  const asked = Array.from({ length: 10 }, () => sql`select 1`.execute(db));
  const refused = await refusedOf(asked);
  for (const client of held) client.release();
  await Promise.allSettled(asked);
  await close();

  expect(refused).toBe(0);
});

const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Number of those that were refused by now. The others are served later. */
async function refusedOf(asked: readonly Promise<unknown>[]): Promise<number> {
  let refused = 0;
  for (const one of asked) one.catch((error) => (refused += error instanceof OverloadedError ? 1 : 0));
  await new Promise((resolve) => setImmediate(resolve));
  return refused;
}

test('a statement or a lock that takes too long is ended, unless its transaction takes time', async () => {
  const { db } = connection;
  const sleep = sql`select pg_sleep(${(2 * SOME_MS) / 1000})`;
  await expect(sleep.execute(db)).rejects.toMatchObject({ code: '57014' });

  await db.transaction().execute(async (tx) => {
    await sql`lock table contest`.execute(tx);
    await expect(sql`select count(*) from contest`.execute(db)).rejects.toMatchObject({ code: '55P03' });
    await takeTime(tx);
    await expect(sleep.execute(tx)).resolves.toHaveProperty('rows');
  });
  // The limit holds again for the next user of the connection.
  await expect(Promise.all([sleep.execute(db), sleep.execute(db)])).rejects.toMatchObject({ code: '57014' });
});
