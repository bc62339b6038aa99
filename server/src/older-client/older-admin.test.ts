import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { OlderClient } from '#older-client/older-client.ts';
import * as shape from '#older-client/shapes.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

/*
 * The admin screens of the older client: contests and problems. Most answers are read as `result.error`, so JSON null
 * would break the screen.
 */

const HOUR_MS = 3_600_000;

let server: TestServer;
let admin: OlderClient;
let groupId: number;
beforeAll(async () => {
  server = await startTestServer();
  admin = new OlderClient(await server.given.admin(), server.url);
  groupId = await server.given.group('Second year');
});
afterAll(() => server.close());

/** An answer of which only `error` is read. */
const answered = z.object({ error: z.undefined().optional() });

test('contests are made, opened for edit, changed, given problems, removed and restored', async () => {
  const problemIds = [await server.given.problem('Sum'), await server.given.problem('Product')];
  const form = {
    name: '1 September 2026 • Cup',
    startTimeMs: Date.now(),
    durationTimeMs: 5 * HOUR_MS,
    relativeFreezeTimeMs: 4 * HOUR_MS,
    practiceDurationTimeMs: 3960000.0000000005,
    groupIds: [groupId],
    problemIds,
    isRated: true,
  };
  const { contest } = await admin.post('/admin/contests', form, z.object({ contest: shape.contest }));
  const path = `/admin/contests/${contest.id}`;

  const read = await admin.get(path, shape.adminContest);
  expect(read).toMatchObject({ practiceDurationTimeMs: 3_960_000, hasPracticeTime: true });
  expect(read.problems.map(({ id }) => id)).toEqual(problemIds);

  const change = { ...form, name: 'Renamed', contestId: String(contest.id) };
  await admin.post(path, change, z.object({ contest: shape.contest }));
  const problems = { contestId: String(contest.id), problemIds: problemIds.toReversed() };
  await admin.post(`${path}/problems`, problems, z.unknown());
  expect((await admin.get(path, shape.adminContest)).problems[0]?.title).toBe('Product');

  const removed = await admin.http.send('DELETE', `/api${path}`, {});
  expect(answered.safeParse(removed.json).success).toBe(true);
  await admin.post(`${path}/repair`, null, answered);
  await admin.post(`${path}/repair`, null, answered);
  expect(await admin.get(path, shape.adminContest)).toMatchObject({ name: 'Renamed', isSuspended: false });
});

test('problems are searched, opened in the editor, saved twice and deleted', async () => {
  const id = await server.given.problem('Triangle');
  const found = await admin.get('/admin/problems?q=triang&systemType=all', shape.problemSearch);
  expect(found).toMatchObject({ q: 'triang', problems: [{ id, title: 'Triangle' }] });
  await admin.get('/admin/problems?q=&systemType=yandexOfficial', shape.problemSearch);
  // Problems of our own judge go by the name of a system that the client knows, and are found by it.
  const { problems } = await admin.get('/admin/problems?q=triang&systemType=ejudge', shape.problemSearch);
  expect(problems).toMatchObject([{ id, systemType: 'ejudge' }]);

  const path = `/admin/problems/${id}`;
  const problem = (await admin.http.get(`/api${path}`)).json;
  await admin.get(path, shape.editedProblem);
  // The editor sends back all that it read, and goes on with the same object after a save.
  const attachments = {
    config: { markup: 'markdown', files_show_embed: true },
    content: { text: '' },
    files: [],
  };
  for (const title of ['Triangles', 'All triangles']) {
    await admin.post(path, { ...problem, title, attachments }, answered);
  }
  expect((await admin.get(path, shape.editedProblem)).title).toBe('All triangles');
  await admin.delete(path);
  expect((await admin.get('/admin/problems?q=triang&systemType=all', shape.problemSearch)).problems).toEqual(
    [],
  );
});
