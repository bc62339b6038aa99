import { expect, test } from 'vitest';
import { layCable } from '#testing/test-cable.ts';
import { startTestServer } from '#testing/test-server.ts';

test('a table whose first reading failed is read again by the next one who asks', async () => {
  const server = await startTestServer();
  const cable = await layCable(server.databaseUrl);
  const behindCable = await startTestServer({ databaseUrl: cable.url });
  const contest = await server.given.contest();
  const person = await behindCable.given.participant(contest);
  const status = async () => (await person.get(`/api/contest/${contest.id}/table2?count=50`)).status;

  cable.cutAfterCommitOf('select "virtual_of_id", "virtual_owner_id" from "contest"');
  expect(await status()).toBe(503);
  expect(await status()).toBe(200);

  await behindCable.close();
  await cable.close();
  await server.close();
});
