import type { Tx } from '@balloon/database/connect.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealCredentials } from '#features/outside-systems/accounts.ts';
import { claimNextOutside, takeAccount } from '#features/outside-systems/relay.queries.ts';
import { givenOutsideProblem } from '#testing/given-outside.ts';
import { holdBackAt, meanwhile } from '#testing/held-back.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await holdBackAt(server.services.db, 'outside_account', 'disabled_at_ms');
});
afterAll(() => server.close());

const LEASE_MS = 60_000;

async function mustClaim(tx: Tx) {
  const claimed = await claimNextOutside(tx, LEASE_MS);
  if (!claimed) throw new Error('There was no solution');
  return claimed;
}

test('an account that another claim has just taken is not taken again', async () => {
  const { given, services } = server;
  const { db, options } = services;
  const { serverId, problemId, languageId } = await givenOutsideProblem(db);
  const credentials = sealCredentials(options.settingsKey, { judgeId: 'secret' });
  const { id: accountId } = await db
    .insertInto('outsideAccount')
    .values({ serverId, name: 'only', credentials })
    .returning('id')
    .executeTakeFirstOrThrow();
  const contest = await given.contest({ problems: [problemId] });
  const author = await given.participant(contest);
  for (let sent = 0; sent < 2; sent += 1)
    await author.submit(contest, { languageId, solution: `int main() { return ${sent}; }` });
  const slow = await db.transaction().execute(mustClaim);
  let taken: number | undefined;

  const late = await meanwhile(
    db,
    (tx) => takeAccount(tx, slow),
    () =>
      db.transaction().execute(async (tx) => {
        taken = await takeAccount(tx, await mustClaim(tx));
      }),
  );

  expect([taken, late]).toEqual([accountId, undefined]);
});
