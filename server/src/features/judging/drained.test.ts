import { LANGUAGES } from '@balloon/domain/languages.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drainLanguages } from '#features/judging/drain-languages.ts';
import { openLanguages } from '#features/judging/welcome-judge.ts';
import { startTestServer, type TestServer } from '#test-server.ts';
import { startTestJudge, TestJudge } from './test-judge.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ leaseMs: 60_000 });
});
afterEach(() => server.close());

const PYTHON = LANGUAGES.python3.id;
const KEYS = ['python3', 'cpp20'];

async function sendTwo() {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  await author.submit(contest, { languageId: PYTHON, solution: 'in Python' });
  await author.submit(contest, { languageId: LANGUAGES.cpp20.id, solution: 'in C++' });
}

/** A judge with a Python of its own version. */
async function judgeWithPython(name: string, version: string) {
  const judge = new TestJudge(server.url, name);
  const welcome = await judge.hello(KEYS, { python3: version });
  return { judge, drained: welcome.drained };
}

test('a judge with another version of a language gets work in its other languages only, and hears why', async () => {
  const first = await startTestJudge(server.url, 'first');
  const { judge: odd, drained } = await judgeWithPython('odd', 'Python 3.9');
  await sendTwo();

  expect(drained).toEqual([{ key: 'python3', version: 'Python 3.9', preferred: 'python3 1.0' }]);
  expect((await odd.mustClaim()).language).toBe('cpp20');
  expect(await odd.claim()).toBe(null);
  expect((await first.mustClaim()).language).toBe('python3');
});

test('when the others are upgraded, the work moves by itself, even to a judge that waits', async () => {
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

test('a restart with another version does not take the work from who went on serving', async () => {
  await judgeWithPython('first', 'Python 3.9');
  const other = await judgeWithPython('other', 'Python 3.9');
  expect(other.drained).toEqual([]);

  const upgraded = await judgeWithPython('first', 'Python 3.13');
  expect(upgraded.drained).toEqual([{ key: 'python3', version: 'Python 3.13', preferred: 'Python 3.9' }]);
  expect((await judgeWithPython('other', 'Python 3.9')).drained).toEqual([]);
});

test('who is gone has no say, and participants are shown the version that is used', async () => {
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
