import { afterAll, beforeAll, expect, test } from 'vitest';
import { addJudgeToken, listJudgeTokens, revokeJudgeToken } from '#features/judging/judges/judge-tokens.ts';
import { startTestServer, TEST_JUDGE_TOKEN, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const hello = (token: string, mode = 'full', name = `judge-${mode}`, on = server) => {
  const body = {
    name,
    slots: 1,
    mode,
    warnings: [],
    languages: [{ key: 'python3', version: 'Python 3.13' }],
  };
  return on.given.anonymous().post('/api/judge/hello', body, { authorization: `Bearer ${token}` });
};

test('a judge with a token of its own has access until the token is revoked; other judges keep theirs', async () => {
  const { db } = server.services;
  const [north, south] = [await addJudgeToken(db, 'north'), await addJudgeToken(db, 'south')];
  expect((await hello(north, 'full', 'north')).status).toBe(200);
  await expect(addJudgeToken(db, 'north')).rejects.toThrow('revoke it first');

  await revokeJudgeToken(db, 'north');

  for (const name of ['north', 'of-another-name'])
    expect((await hello(north, 'full', name)).json.error?.code).toBe('JUDGE_TOKEN_WRONG');
  for (const token of [south, TEST_JUDGE_TOKEN])
    expect((await hello(token, 'full', `judge-with-${token}`)).status).toBe(200);
  await expect(revokeJudgeToken(db, 'north')).rejects.toThrow('no valid token');
  expect((await hello(await addJudgeToken(db, 'north'), 'full', 'north')).status).toBe(200);
});

test('tokens are stored as hashes and listed by name with the time of their last use', async () => {
  const { db } = server.services;
  const token = await addJudgeToken(db, 'west');
  await hello(token);
  const [west] = await listJudgeTokens(db);
  expect(west).toMatchObject({ name: 'west', seenAtMs: expect.any(Number), revokedAtMs: null });
  const stored = await db.selectFrom('judgeToken').select('tokenHash').execute();
  expect(stored.map(({ tokenHash }) => tokenHash.toString('hex'))).not.toContain(token);
  for (const name of ['', 'a b', 'x'.repeat(101)])
    await expect(addJudgeToken(db, name)).rejects.toThrow('name');
});

test('malformed and unknown tokens are refused', async () => {
  for (const token of ['', 'short', 'x'.repeat(5000), '\u0001'.repeat(20), '0'.repeat(64)]) {
    const reply = await server.given
      .anonymous()
      .post('/api/judge/hello', {}, { authorization: `Bearer ${encodeURIComponent(token)}` });
    expect(reply.status).toBe(401);
  }
});

const languagesOf = async (name: string, on: TestServer) => {
  const judge = await on.services.db
    .selectFrom('judge')
    .select(['languages', 'warnings'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return { languages: judge.languages.length, warnings: JSON.stringify(judge.warnings) };
};

test('a judge without isolation gets no work unless the site allows it, and supervisors see why', async () => {
  expect((await hello(TEST_JUDGE_TOKEN, 'plain', 'weak')).status).toBe(200);
  const refused = await languagesOf('weak', server);
  expect(refused.languages).toBe(0);
  expect(refused.warnings).toContain('PLAIN_JUDGES=on');

  const allowing = await startTestServer({ plainJudges: true, databaseUrl: server.databaseUrl });
  await hello(TEST_JUDGE_TOKEN, 'plain', 'weak', allowing);
  expect(await languagesOf('weak', allowing)).toEqual({ languages: 1, warnings: '[]' });
  await allowing.close();
});
