import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Connection, connect } from '#connect.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

const HELD = 4711;

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { maxConnections: 1 });
  await database.pool.query(`
    create table written (word text);
    create function hold_commit() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${HELD});
      if new.word = 'wrong' then
        raise exception 'refused at the commit';
      end if;
      return null;
    end
    $$;
    create constraint trigger commit_held after insert on written deferrable initially deferred
      for each row execute function hold_commit();
  `);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const write = (words: readonly string[]) =>
  connection.changePrepared<{ theWord: string }>(
    'write-words',
    CompiledQuery.raw('insert into written select unnest($1::text[]) returning word as "theWord"', [
      words,
    ]) as CompiledQuery<{ theWord: string }>,
    words.length,
  );
const stored = async () => (await database.pool.query('select word from written order by word')).rows;

test('rows are there before the commit, which is told when it is done', async () => {
  const holder = await database.pool.connect();
  onTestFinished(() => holder.release(true)); // frees the lock, too
  await holder.query('select pg_advisory_lock($1)', [HELD]);
  let isCommitted = false;

  const { rows, committed } = await write(['a', 'b']);
  void committed.then(() => {
    isCommitted = true;
  });
  expect(rows).toEqual([{ theWord: 'a' }, { theWord: 'b' }]);
  expect([await stored(), isCommitted]).toEqual([[], false]);

  await holder.query('select pg_advisory_unlock($1)', [HELD]);
  await committed;
  expect(await stored()).toEqual([{ word: 'a' }, { word: 'b' }]);
});

test('a commit that fails is told, and a statement that fails has no rows', async () => {
  const before = await stored();
  const { rows, committed } = await write(['wrong']);
  expect(rows).toEqual([{ theWord: 'wrong' }]);
  await expect(committed).rejects.toThrow('refused at the commit');

  const divided = CompiledQuery.raw('select 1 / $1::integer as one', [0]);
  await expect(connection.changePrepared('divide', divided, 1)).rejects.toThrow('division by zero');
  expect(await stored()).toEqual(before);
});

test('the connection is free for others afterwards, also where fewer rows come than expected', async () => {
  const none = CompiledQuery.raw('select 1 as one where $1::boolean', [false]);
  const { rows, committed } = await connection.changePrepared('none', none, 1);
  await committed;
  expect(rows).toEqual([]);
  expect((await connection.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
});
