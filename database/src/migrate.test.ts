import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '#migrate.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => database.drop());

test('a connection that breaks while it migrates fails the call and nothing else', async () => {
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const asked = Reflect.apply(query, this, given);
    const { connection } = this as unknown as { connection: { stream: NodeJS.WritableStream & Destroyable } };
    connection.stream.destroy(new Error('the cable was cut'));
    return asked;
  } as typeof query);

  await expect(migrate(database.url)).rejects.toThrow('the cable was cut');
});

interface Destroyable {
  destroy(error: Error): void;
}
