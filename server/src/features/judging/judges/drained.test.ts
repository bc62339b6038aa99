import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { drainLanguages } from '#features/judging/judges/drain-languages.ts';
import { addJudgeToken } from '#features/judging/judges/judge-tokens.ts';
import { openLanguages } from '#features/judging/judges/welcome-judge.ts';
import { startTestJudge, TestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
// Each test finds neither work in the queue nor judges.
afterEach(async () => {
  for (const table of ['judging', 'judge'] as const) await server.services.db.deleteFrom(table).execute();
});

const PYTHON = LANGUAGES.python3.id;
const KEYS = ['python3', 'cpp20'];

async function sendTwo() {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  await author.submit(contest, { languageId: PYTHON, solution: 'in Python' });
  await author.submit(contest, { languageId: LANGUAGES.cpp20.id, solution: 'in C++' });
}

/** Registers a judge with the given version of Python. */
async function judgeWithPython(name: string, version: string) {
  const judge = new TestJudge(server.url, name);
  const welcome = await judge.hello(KEYS, { python3: version });
  return { judge, drained: welcome.drained };
}

test('a judge with another version of a language gets work only in the others, and the reason', async () => {
  const first = await startTestJudge(server.url, 'first');
  const { judge: odd, drained } = await judgeWithPython('odd', 'Python 3.9');
  await sendTwo();

  expect(drained).toEqual([{ key: 'python3', version: 'Python 3.9', preferred: 'python3 1.0' }]);
  expect((await odd.mustClaim()).language).toBe('cpp20');
  expect(await odd.claim()).toBe(null);
  expect((await first.mustClaim()).language).toBe('python3');
});

test('after an upgrade of most judges the work moves to their version, also for a judge that waits', async () => {
  const { judge: early } = await judgeWithPython('early', 'Python 3.9');
  const { judge: second, drained } = await judgeWithPython('second', 'Python 3.13');
  expect(drained).toHaveLength(1);
  const waits = early.claim(20_000);
  const third = await judgeWithPython('third', 'Python 3.13');

  expect(third.drained).toEqual([]);
  await sendTwo();
  const toEarly = (await waits) ?? (await early.mustClaim());
  expect(toEarly.language).toBe('cpp20');
  expect((await second.mustClaim()).language).toBe('python3');
});

test('a restart with another version does not take the work from judges that went on serving', async () => {
  await judgeWithPython('first', 'Python 3.9');
  const other = await judgeWithPython('other', 'Python 3.9');
  expect(other.drained).toEqual([]);

  const upgraded = await judgeWithPython('first', 'Python 3.13');
  expect(upgraded.drained).toEqual([{ key: 'python3', version: 'Python 3.13', preferred: 'Python 3.9' }]);
  expect((await judgeWithPython('other', 'Python 3.9')).drained).toEqual([]);
});

test('whoever has one token takes no work from judges that show other ones', async () => {
  const { db } = server.services;
  for (const name of ['north', 'south'])
    await new TestJudge(server.url, name, await addJudgeToken(db, name)).hello(KEYS);
  const stolen = await addJudgeToken(db, 'stolen');
  const names = ['x1', 'x2', 'x3'].map((name) => new TestJudge(server.url, name, stolen));
  for (const judge of names) await judge.hello(KEYS, { python3: 'x', cpp20: 'x' });
  const rows = await db.selectFrom('judge').select(['name', 'drained']).orderBy('name').execute();
  expect(rows.map(({ name, drained }) => [name, drained.length])).toEqual([
    ['north', 0],
    ['south', 0],
    ['x1', 2],
    ['x2', 2],
    ['x3', 2],
  ]);
});

test('absent judges do not count, and participants see the version that is used', async () => {
  const { db } = server.services;
  await judgeWithPython('gone', 'Python 3.9');
  const odd = await judgeWithPython('odd', 'Python 3.13');
  expect(odd.drained).toHaveLength(1);
  const shownVersion = () =>
    db.selectFrom('language').where('id', '=', PYTHON).select('version').executeTakeFirstOrThrow();
  expect(await shownVersion()).toEqual({ version: 'Python 3.9' });

  await db.updateTable('judge').set({ seenAtMs: 0 }).where('name', '=', 'gone').execute();
  await drainLanguages(server.services);
  await openLanguages(server.services);

  expect(await shownVersion()).toEqual({ version: 'Python 3.13' });
  await sendTwo();
  expect((await odd.judge.mustClaim()).language).toBe('python3');
});

test('an operator may let all versions work', async () => {
  await server.close();
  server = await startTestServer({ sameVersions: false });
  await judgeWithPython('first', 'Python 3.9');
  expect((await judgeWithPython('odd', 'Python 3.13')).drained).toEqual([]);
});
