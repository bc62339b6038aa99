import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSessions } from '#features/session/session.queries.ts';
import { countPlans } from '#testing/count-plans.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('sessions are read by a kept plan, for one token and for two, among many sessions', async () => {
  const { db } = server.services;
  const { id } = await server.given.user();
  await sql`insert into session (account_id, token_hash, created_at_ms, rotated_at_ms, seen_at_ms, expires_at_ms, device_hash)
    select ${id}, sha256(number::text::bytea), 0, 0, 0, 9e12, '' from generate_series(1, 5000) as number`.execute(
    db,
  );
  await sql`analyze session`.execute(db);

  const plans = await countPlans(server.services, async (connection) => {
    for (let time = 0; time < 8; time += 1) {
      const tokens = Array.from({ length: 1 + (time % 2) }, (_, one) => Buffer.alloc(32, one));
      await findSessions(
        connection,
        tokens.map((hash) => hash.toString('base64')),
      );
    }
  });

  expect(plans).toEqual([{ name: 'sessions', made: 5, kept: 3 }]);
});
