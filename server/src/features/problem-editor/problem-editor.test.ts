import {
  EditedProblem,
  type SaveEditedProblem,
  StaleSummary,
  UploadedContent,
  UploadedFile,
  VersionHistory,
} from '@balloon/contracts/problems/problem-editor.ts';
import { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import { SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { SolutionTest } from '@balloon/contracts/solutions/test-files.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

const pathOf = (id: number) => `/api/admin/problems/${id}`;
const read = async (id: number) => (await admin.get(`${pathOf(id)}/editor`)).as(EditedProblem);
const save = async (id: number, form: Partial<SaveEditedProblem>, by = admin) =>
  by.post(`${pathOf(id)}/editor`, { basedOnVersion: (await read(id)).versionNumber, ...form });

/** The judging part of a form as the page sends it back. */
async function judgingOf(id: number) {
  const { judging } = await read(id);
  if (!judging) throw new Error('The problem has no tests');
  const { timeLimitMs, memoryLimitKb, checker, tests } = judging;
  return { timeLimitMs, memoryLimitKb, checker, tests };
}

function upload(id: number, content: string | Buffer, where = 'contents', name = '1.in') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return admin.post(`${pathOf(id)}/${where}`, form);
}
const contentOf = async (id: number, content: string) => (await upload(id, content)).as(UploadedContent);

describe('a save', () => {
  test('is a version with its author and comment, and keeps what it does not name', async () => {
    const id = await server.given.problem('Apples');
    const [statement] = (await read(id)).statements;
    const own = { text: 'In **Markdown**' };
    const saved = await save(id, {
      comment: 'A clearer wording',
      statements: [
        {
          locale: null,
          title: 'Pears',
          htmlStatement: `${statement?.htmlStatement}<script>alert(1)</script>`,
          attachments: { config: { markup: 'markdown', replaced: true }, content: own },
          samples: null,
        },
      ],
    });
    expect(saved.as(EditedProblem)).toMatchObject({
      versionNumber: 1,
      savedBy: { id: admin.user.id },
      statements: [
        { title: 'Pears', htmlStatement: '<p>Statement of Apples</p>', attachments: { content: own } },
      ],
      judging: { timeLimitMs: 1000, tests: [{ isSample: true }, { isSample: false }] },
    });
    const [version] = (await admin.get(`${pathOf(id)}/versions`)).as(VersionHistory);
    expect(version).toMatchObject({
      versionNumber: 1,
      comment: 'A clearer wording',
      author: { id: admin.user.id },
      testsNumber: 2,
      checker: 'tokens',
      contests: [],
    });
  });

  test('of a new language makes the former statement one of the other language', async () => {
    const id = await server.given.problem('Яблоки');
    const english = { title: 'Apples', htmlStatement: '<p>In English</p>', attachments: {}, samples: null };
    const { statements } = (await save(id, { statements: [{ locale: 'en-us', ...english }] })).as(
      EditedProblem,
    );
    expect(statements.map(({ locale, title }) => [locale, title]).sort()).toEqual([
      ['en-us', 'Apples'],
      ['ru-ru', 'Яблоки'],
    ]);
    const page = async (locale: string) =>
      (await admin.get(`/api/problems/${id}?locale=${locale}`)).as(ProblemPage).title;
    expect([await page('ru-ru'), await page('en-us')]).toEqual(['Яблоки', 'Apples']);

    const russian = { title: 'Яблоня', htmlStatement: '<p>По-русски</p>', attachments: {}, samples: null };
    await save(id, { statements: [{ locale: 'ru-ru', ...russian }] });
    expect([await page('ru-ru'), await page('en-us')]).toEqual(['Яблоня', 'Apples']);
    const { title } = await server.services.db
      .selectFrom('problem')
      .select('title')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(title).toBe('Яблоня');
  });

  test('from an older form is refused with what was saved meanwhile', async () => {
    const id = await server.given.problem();
    await save(id, { judging: await judgingOf(id) });
    const late = await save(id, { basedOnVersion: 0 });
    expect([late.status, late.json.error]).toMatchObject([
      409,
      { code: 'CHANGED_MEANWHILE', restParams: { version: 1, changedBy: { id: admin.user.id } } },
    ]);
  });

  test('adds, moves and removes tests by contents that were uploaded', async () => {
    const id = await server.given.problem();
    const judging = await judgingOf(id);
    const [first, second] = judging.tests;
    if (!first || !second) throw new Error('A given problem has two tests');
    const input = await contentOf(id, '1000000000 1000000000\n');
    const answer = await contentOf(id, '2000000000\n');
    expect(input).toMatchObject({ bytes: 22, excerpt: '1000000000 1000000000\n' });
    const added = { inputSha256: input.sha256, answerSha256: answer.sha256, isSample: true };
    const tests = [{ ...first, ...added }, second];
    const saved = (await save(id, { judging: { ...judging, tests } })).as(EditedProblem);
    expect(saved.judging?.tests.map((one) => [one.inputBytes, one.isSample])).toEqual([
      [22, true],
      [second.inputBytes, false],
    ]);
    expect(saved.sampleTests).toEqual([{ input: '1000000000 1000000000\n', output: '2000000000\n' }]);
  });

  test('refuses contents that nobody sent, unknown languages, and problems of other systems', async () => {
    const id = await server.given.problem();
    const judging = await judgingOf(id);
    const codeOf = async (form: object) =>
      (await save(id, { judging: { ...judging, ...form } })).json.error?.code;
    const tests = judging.tests.map((one) => ({ ...one, inputSha256: 'f'.repeat(64) }));
    expect(await codeOf({ tests })).toBe('CONTENTS_MISSING');
    expect(await codeOf({ tests: [] })).toBe('INVALID_INPUT');
    const limits = { timeLimitMs: 1000, memoryLimitKb: 65_536 };
    expect(await codeOf({ languageLimits: { klingon: limits } })).toBe('UNKNOWN_LANGUAGE');
    await server.services.db.updateTable('problem').set({ systemType: 'cf' }).where('id', '=', id).execute();
    expect(await codeOf({})).toBe('JUDGED_ELSEWHERE');
    expect((await read(id)).versionNumber).toBe(0);
  });
});

test('a save of the same judging makes no verdict stale, other limits do, with their number', async () => {
  const contest = await server.given.contest();
  const [id = 0] = contest.problemIds;
  const judge = await startTestJudge(server.url);
  const people = [await server.given.participant(contest), await server.given.participant(contest)];
  for (const person of people) await person.submit(contest, {});
  await judge.result(await judge.mustClaim(), {});
  await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer', testNumber: 2 });
  const stale = async () => (await admin.get(`${pathOf(id)}/stale`)).as(StaleSummary);

  const { db, announcements } = server.services;
  const drawn = await db.transaction().execute((tx) => storeBlob(tx, Buffer.from('a drawing')));
  const picture = { pictureSha256: drawn, pictureType: 'image/png' } as const;
  await db
    .updateTable('test')
    .set({ description: 'small numbers', ...picture })
    .execute();
  await announcements.caughtUp();
  await save(id, { judging: await judgingOf(id) });
  const supervised = await admin.get(`/api/contest/${contest.id}/solutions/all`);
  const { solutions } = supervised.as(SolutionList);
  const shown = await admin.get(`/api/admin/solutions/${solutions[0]?.id}/tests/2`);
  expect(shown.as(SolutionTest)).toMatchObject({
    description: 'small numbers', // the editor does not know it
    picture: { sha256: drawn, mediaType: 'image/png' },
  });
  expect(await stale()).toMatchObject({ solutionsNumber: 0, contests: [] });
  const languageLimits = { python3: { timeLimitMs: 3000, memoryLimitKb: 131_072 } };
  await save(id, { judging: { ...(await judgingOf(id)), languageLimits } });
  const counts = { solutionsNumber: 2, acceptedNumber: 1, participantsNumber: 2 };
  expect(await stale()).toEqual({ ...counts, contests: [{ id: contest.id, name: contest.name, ...counts }] });

  const refresh = await admin.post(`${pathOf(id)}/solutions/stale/refresh`);
  expect(refresh.json).toMatchObject({ count: 2 });
  expect((await judge.mustClaim()).rules).toMatchObject({ timeLimitMs: 3000, memoryLimitKb: 131_072 });
});

describe('contents', () => {
  test('of a problem are shown in part and downloaded whole, those of others are not', async () => {
    const id = await server.given.problem();
    const [test_] = (await judgingOf(id)).tests;
    const long = await contentOf(id, 'я'.repeat(20_000));
    expect(long).toMatchObject({ bytes: 40_000, excerpt: 'я'.repeat(8192) });
    const contents = `${pathOf(id)}/contents`;
    const shown = (await admin.get(`${contents}/${test_?.inputSha256}/excerpt`)).as(UploadedContent);
    expect(shown.bytes).toBe(test_?.inputBytes);
    const whole = await admin.get(`${contents}/${test_?.inputSha256}`);
    expect([whole.text, whole.headers.get('content-disposition')]).toEqual([
      shown.excerpt,
      expect.stringContaining('attachment'),
    ]);
    expect((await admin.get(`${contents}/${long.sha256}`)).status).toBe(404);
    const moderator = await server.given.supervisor();
    expect((await moderator.get(`${contents}/${test_?.inputSha256}`)).status).toBe(403);
  });

  test('for statements keep their address and kind by their content', async () => {
    const id = await server.given.problem();
    const file = (await upload(id, '%PDF-1.7 text', 'files', 'Условие задачи.pdf')).as(UploadedFile);
    expect(file).toMatchObject({ type: 'pdf', title: 'Условие задачи.pdf' });
    const reply = await admin.get(file.url);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await upload(id, '<html>', 'files', 'x.pdf')).as(UploadedFile).type).toBe('txt');
  });
});

test('a preview is what participants get: nothing in it runs', async () => {
  const id = await server.given.problem();
  const htmlStatement = '<p onclick="x()">Sum</p><script>alert(1)</script>';
  expect((await admin.post(`${pathOf(id)}/preview`, { htmlStatement })).json).toEqual({
    htmlStatement: '<p>Sum</p>',
  });
});
