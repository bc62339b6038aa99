import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a moderator keeps a contest that is open to everybody open, closes it for a group, and opens none', async () => {
  const groupId = await server.given.group();
  const moderator = await server.given.supervisor({ groups: [groupId] });
  const { id } = await server.given.contest({ startsInMin: 60 });
  const edit = (change: object) => moderator.post(`/api/admin/contests/${id}`, change);

  expect((await edit({ name: 'Open cup', groupIds: [] })).status).toBe(200);
  expect((await edit({ groupIds: [groupId] })).status).toBe(200);
  const opened = await edit({ groupIds: [] });
  expect([opened.status, opened.json.error?.issues?.[0]?.field]).toEqual([400, 'groupIds']);
});
