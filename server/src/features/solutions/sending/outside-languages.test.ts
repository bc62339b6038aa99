import { Language } from '@balloon/contracts/problems/problems.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { announce } from '#realtime/announcements.ts';
import { givenOutsideLanguage, givenOutsideProblem } from '#testing/given-outside.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let contest: GivenContest;
let author: Person;
let ofServer: { id: number; other: number };
let ofList: number;
let elsewhere: number;

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.services;
  const plain = await givenOutsideProblem(db, { systemType: 'ejudge' });
  const { serverId } = plain;
  const ejudge = { serverId, systemType: 'ejudge' } as const;
  ofServer = {
    id: plain.languageId,
    other: await givenOutsideLanguage(db, { ...ejudge, key: '2', name: 'Pascal', family: 'pascal' }),
  };
  ofList = await givenOutsideLanguage(db, { ...ejudge, key: '3', name: 'Python', family: 'python' });
  const listed = await givenOutsideProblem(db, { systemType: 'ejudge', serverId, foreignId: '12:B' });
  const neighbour = await givenOutsideProblem(db, { systemType: 'ejudge', foreignId: '1:A' });
  elsewhere = neighbour.languageId;
  await db
    .insertInto('problemLanguage')
    .values([
      { problemId: listed.problemId, languageId: ofList },
      // Was moved here from another server by mistake: it is no language of this problem.
      { problemId: listed.problemId, languageId: elsewhere },
    ])
    .execute();
  contest = await server.given.contest({
    problems: [plain.problemId, listed.problemId, neighbour.problemId, 'Ours'],
  });
  author = await server.given.participant(contest);
});
afterAll(() => server.close());

const read = async (letter: string) =>
  (await author.get(`/api/contest/${contest.id}/problems/${letter}/languages`)).as(z.array(Language));
const idsOf = async (letter: string) => (await read(letter)).map(({ id }) => id).sort((a, b) => a - b);
const submit = async (symbolIndex: string, languageId: number) => {
  const reply = await author.submit(contest, { symbolIndex, languageId });
  return [reply.status, reply.json.error?.code];
};
const REFUSED = [400, 'LANGUAGE_OF_OTHER_SYSTEM'];

test('a problem has the languages of its server', async () => {
  expect(await idsOf('A')).toEqual([ofServer.id, ofServer.other, ofList]);
  expect((await read('A'))[0]).toMatchObject({ systemType: 'ejudge' });
  expect((await read('A')).map(({ languageFamily }) => languageFamily).sort()).toEqual([
    'c_cpp',
    'pascal',
    'python',
  ]);
  expect(await submit('A', ofServer.other)).toEqual([200, undefined]);
});

test('a problem with a list of its own has those alone', async () => {
  expect(await idsOf('B')).toEqual([ofList]);
  expect(await submit('B', ofList)).toEqual([200, undefined]);
  expect(await submit('B', ofServer.id)).toEqual(REFUSED);
});

test('languages of another server of the system, or of our judge, are refused', async () => {
  expect(await idsOf('C')).toEqual([elsewhere]);
  for (const letter of ['A', 'B']) expect(await submit(letter, elsewhere)).toEqual(REFUSED);
  expect(await submit('C', ofServer.id)).toEqual(REFUSED);
  expect(await submit('A', LANGUAGES.python3.id)).toEqual(REFUSED);
  expect(await submit('D', ofServer.id)).toEqual(REFUSED);
  expect(await idsOf('D')).not.toContain(ofServer.id);
});

test('a contest narrows the languages of each server by itself', async () => {
  const { db, announcements } = server.services;
  const narrowed = { contestId: contest.id, languageId: ofServer.id };
  await db.insertInto('contestLanguage').values(narrowed).execute();
  await announce(db, 'contest.changed', { contestId: contest.id }); // the form of a contest does so
  await announcements.caughtUp();

  expect(await idsOf('A')).toEqual([ofServer.id]);
  expect(await submit('A', ofServer.other)).toEqual([400, 'LANGUAGE_NOT_ALLOWED']);
  expect(await idsOf('C')).toEqual([elsewhere]);
  expect((await idsOf('D')).length).toBeGreaterThan(1);
});

test('a language that the system no longer offers is refused', async () => {
  const { db } = server.services;
  await db.updateTable('language').set({ nonactive: true }).where('id', '=', ofServer.id).execute();
  expect(await submit('A', ofServer.id)).toEqual([400, 'LANGUAGE_NOT_ACTIVE']);
});
