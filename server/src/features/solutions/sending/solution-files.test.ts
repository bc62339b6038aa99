import { createHash } from 'node:crypto';
import type { NamedText } from '@balloon/contracts/judging/solution-file-rules.ts';
import { MAX_SOURCE_BYTES } from '@balloon/contracts/judging/solution-limits.ts';
import { Language } from '@balloon/contracts/problems/problems.ts';
import { OpenedSolutionZip, SolutionCode, SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yazl from 'yazl';
import { z } from 'zod';
import { packSolutionZip, readSolutionZip } from '#features/solutions/solution-zip.ts';
import { TestJudge } from '#testing/test-judge.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let contest: GivenContest;
let anna: Person;
beforeAll(async () => {
  server = await startTestServer();
  contest = await server.given.contest();
  anna = await server.given.participant(contest);
});
afterAll(() => server.close());

const MAIN = { name: 'main.cpp', content: '#include "sum.h"\nint main() { return sum(); }\n' };
const SUM = { name: 'sum.cpp', content: '#include "sum.h"\nint sum() { return 0; }' };
const HEADER = { name: 'sum.h', content: 'int sum();\n' };
const FILES = [HEADER, SUM, MAIN];
const cpp = LANGUAGES.cpp20.id;

const send = (body: object, to = contest, person = anna) =>
  person.post(`/api/contest/${to.id}/solutions`, { symbolIndex: 'A', languageId: cpp, ...body });
const packed = async (files: readonly NamedText[]) => (await packSolutionZip(files, 0)).toString('base64');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const storedOf = (id: number) =>
  server.services.db.selectFrom('solution').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `part${at}.cpp`, content: 'int x;' }));

describe('a solution of several files', () => {
  test('is stored with the file where it starts, and its receipt is the hash of a list that anybody can make', async () => {
    const { receipt } = (await send({ files: FILES })).as(SubmitReply);
    expect(await storedOf(receipt.id)).toMatchObject({
      source: MAIN.content,
      entryPoint: 'main.cpp',
      files: [HEADER, SUM],
    });
    const list = [MAIN, HEADER, SUM].map(({ name, content }) => `${sha256(content)}  ${name}\n`);
    expect(receipt.sha256).toBe(sha256(list.join('')));
  });

  test('is the same as an archive and under the same key, and another one when a name or the start differs', async () => {
    const idempotencyKey = 'files-sent-once';
    const { receipt } = (await send({ files: FILES, idempotencyKey })).as(SubmitReply);
    const again = await send({ archive: await packed(FILES), idempotencyKey });
    expect(again.as(SubmitReply).receipt).toEqual(receipt);
    for (const other of [
      { files: [HEADER, { ...SUM, name: 'total.cpp' }, MAIN] },
      { files: FILES, entryPoint: 'sum.cpp' },
      { solution: MAIN.content },
    ]) {
      const reply = await send({ ...other, idempotencyKey });
      expect([reply.status, reply.json.error?.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    }
  });

  test('is read file by file, as one text and as an archive', async () => {
    const { id } = (await send({ files: FILES })).as(SubmitReply);
    const path = `/api/contest/${contest.id}/solutions/${id}`;
    const code = (await anna.get(`${path}/code`)).as(SolutionCode);
    expect(code.files).toEqual([MAIN, HEADER, SUM]);
    expect(code.sourceCode).toContain(`// ===== sum.cpp =====\n${SUM.content}\n`);
    const raw = await fetch(`${server.url}${path}/code?raw=1`, { headers: { 'x-token': anna.token } });
    expect(await raw.text()).toBe(code.sourceCode);
    const zip = await fetch(`${server.url}${path}/files.zip`, { headers: { 'x-token': anna.token } });
    expect(zip.headers.get('content-type')).toBe('application/zip');
    expect(await readSolutionZip(Buffer.from(await zip.arrayBuffer()))).toEqual([MAIN, HEADER, SUM]);
    const other = await server.given.participant(contest);
    expect((await other.get(`${path}/files.zip`)).status).toBe(404);
  });

  test('reaches the judge with all files, also as a copy and in a trial run', async () => {
    const judge = new TestJudge(server.url, 'files');
    await judge.hello();
    for (let task = await judge.claim(); task; task = await judge.claim()) await judge.result(task);
    const { id } = (await send({ files: FILES })).as(SubmitReply);
    const task = { source: MAIN.content, entryPoint: 'main.cpp', files: [HEADER, SUM] };
    const claimed = await judge.mustClaim();
    expect(claimed).toMatchObject(task);
    await judge.result(claimed);

    const admin = await server.given.admin();
    expect((await admin.post(`/api/admin/solutions/${id}/duplicate`)).status).toBe(200);
    const copied = await judge.mustClaim();
    expect(copied).toMatchObject(task);
    await judge.result(copied);

    const run = {
      symbolIndex: 'A',
      languageId: cpp,
      files: FILES,
      input: '1 2',
      idempotencyKey: 'try-files',
    };
    const start = () => anna.post(`/api/contest/${contest.id}/trial-runs`, run);
    const started = await start();
    expect(started.status).toBe(200);
    expect((await start()).json.id).toBe(started.json.id);
    const work = await judge.claimAny(['trial']);
    expect(work?.task).toMatchObject(task);
  });

  test('of one file after all is like any other solution', async () => {
    const { receipt } = (await send({ files: [{ name: 'odd.cpp', content: 'int main() {}' }] })).as(
      SubmitReply,
    );
    expect(await storedOf(receipt.id)).toMatchObject({
      ...{ source: 'int main() {}', sourceSha256: sha256('int main() {}'), entryPoint: null, files: null },
    });
    const code = (await anna.get(`/api/contest/${contest.id}/solutions/${receipt.id}/code`)).as(SolutionCode);
    expect(code.files).toBeUndefined();
  });
});

test.each<[string, object, number, string]>([
  ['31 files', { files: numbered(31) }, 413, 'TOO_MANY_FILES'],
  [
    'too much together',
    { files: [MAIN, { name: 'a.h', content: 'x'.repeat(MAX_SOURCE_BYTES) }] },
    413,
    'SOURCES_TOO_LARGE',
  ],
  ['a path', { files: [MAIN, { name: '../a.h', content: 'x' }] }, 400, 'FILE_NAME_NOT_ALLOWED'],
  [
    'equal names',
    { files: [MAIN, HEADER, { ...HEADER, name: 'Sum.H'.replace('H', 'h') }] },
    400,
    'FILE_NAMES_EQUAL',
  ],
  ['zero bytes', { files: [MAIN, { name: 'a.h', content: '\0' }] }, 400, 'FILE_NOT_TEXT'],
  [
    'only blanks',
    {
      files: [
        { ...MAIN, content: ' ' },
        { ...HEADER, content: '' },
      ],
    },
    400,
    'FILES_EMPTY',
  ],
  ['no source', { files: [HEADER, { name: 'a.txt', content: 'x' }] }, 400, 'NO_SOURCE_FILE'],
  ['a start that is missing', { files: FILES, entryPoint: 'other.cpp' }, 400, 'ENTRY_POINT_MISSING'],
  ['a start that is no source', { files: FILES, entryPoint: 'sum.h' }, 400, 'ENTRY_POINT_MISSING'],
  [
    'no start',
    { files: ['a.py', 'b.py'].map((name) => ({ name, content: 'x' })), languageId: LANGUAGES.python3.id },
    400,
    'ENTRY_POINT_NEEDED',
  ],
  ['a language of one file', { files: FILES, languageId: LANGUAGES.bash.id }, 400, 'ONE_FILE_LANGUAGE'],
  ['two forms at once', { files: FILES, solution: 'x' }, 400, 'INVALID_INPUT'],
  ['nothing', {}, 400, 'INVALID_INPUT'],
  ['an archive in no base64', { archive: '***' }, 400, 'INVALID_INPUT'],
  [
    'no archive',
    { archive: Buffer.from('nothing of the kind').toString('base64') },
    400,
    'SOLUTION_ZIP_BROKEN',
  ],
])('%s is refused', async (_what, body, status, code) => {
  const reply = await send(body);
  expect([reply.status, reply.json.error?.code]).toEqual([status, code]);
});

test('who may not send learns nothing of the problem', async () => {
  const later = await server.given.contest({ startsInMin: 10 });
  const person = await server.given.participant(later);
  const reply = await send({ files: FILES, languageId: LANGUAGES.bash.id }, later, person);
  expect(reply.json.error?.code).toBe('CONTEST_NOT_RUNNING');
});

test('a problem whose files are compiled with solutions takes one file, and its languages say so', async () => {
  const graded = await server.given.contest();
  const person = await server.given.participant(graded);
  const languages = async () =>
    (await person.get(`/api/contest/${graded.id}/problems/A/languages`)).as(z.array(Language));
  const takes = (await languages()).filter(({ takesFiles }) => takesFiles).map(({ id }) => id);
  expect(takes).toContain(cpp);
  expect(takes).not.toContain(LANGUAGES.bash.id);
  expect((await send({ files: FILES }, graded, person)).status).toBe(200);

  const testset = server.services.db
    .selectFrom('problem')
    .select('testsetId')
    .where('id', 'in', graded.problemIds);
  await server.services.db
    .updateTable('testset')
    .set({ rules: JSON.stringify({ graders: [{ languages: ['cpp20'], files: [] }] }) })
    .where('id', 'in', testset)
    .execute();
  const reply = await send({ files: FILES }, graded, person);
  expect([reply.status, reply.json.error?.code]).toEqual([409, 'ONE_FILE_PROBLEM']);
  expect((await send({ solution: 'int main() {}' }, graded, person)).status).toBe(200);
});

describe('an archive', () => {
  const open = (archive: Buffer) => anna.post('/api/solution-files', { archive: archive.toString('base64') });
  const codeOf = async (archive: Buffer) => (await open(archive)).json.error?.code;

  async function zipOf(add: (zip: yazl.ZipFile) => void): Promise<Buffer> {
    const zip = new yazl.ZipFile();
    add(zip);
    zip.end();
    const pieces: Buffer[] = [];
    for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces);
  }
  const file = (name: string, content: string | Buffer = 'int x;', options = {}) =>
    zipOf((zip) => zip.addBuffer(Buffer.from(content), name, options));
  /** Changes a text of an archive to another one of the same length. */
  const edited = (archive: Buffer, from: string, to: string) =>
    Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');

  test('is opened for the editor, without what systems leave in it', async () => {
    const archive = await zipOf((zip) => {
      for (const { name, content } of FILES) zip.addBuffer(Buffer.from(content), name);
      zip.addBuffer(Buffer.from('x'), '__MACOSX/._main.cpp');
      zip.addBuffer(Buffer.from('x'), '.DS_Store');
    });
    expect((await open(archive)).as(OpenedSolutionZip).files).toEqual(FILES);
  });

  test('with paths, folders or links is refused', async () => {
    expect(await codeOf(await file('lib/a.cpp'))).toBe('ZIP_WITH_FOLDERS');
    expect(await codeOf(edited(await file('aaaevil.cpp'), 'aaaevil', '../evil'))).toBe('ZIP_WITH_FOLDERS');
    expect(await codeOf(edited(await file('aevil.cpp'), 'aevil', '/evil'))).toBe('ZIP_WITH_FOLDERS');
    expect(await codeOf(edited(await file('aaevil.cpp'), 'aaevil', 'a\\evil'))).toBe('ZIP_WITH_FOLDERS');
    expect(await codeOf(await zipOf((zip) => zip.addEmptyDirectory('lib')))).toBe('ZIP_WITH_FOLDERS');
    expect(await codeOf(await file('a.cpp', '/etc/passwd', { mode: 0o120777 }))).toBe('ZIP_WITH_LINKS');
  });

  test('that grows is refused by the size that it states, and one that lies by what it is', async () => {
    const bomb = await file('a.cpp', Buffer.alloc(200 * MAX_SOURCE_BYTES));
    expect(bomb.length).toBeLessThan(MAX_SOURCE_BYTES);
    expect(await codeOf(bomb)).toBe('SOURCES_TOO_LARGE');
    const size = Buffer.alloc(4);
    size.writeUInt32LE(200 * MAX_SOURCE_BYTES);
    const small = Buffer.alloc(4);
    small.writeUInt32LE(100);
    const lying = edited(bomb, size.toString('latin1'), small.toString('latin1'));
    expect(await codeOf(lying)).toBe('SOLUTION_ZIP_BROKEN');
  });

  test('with too many files, with no text, or with nothing is refused', async () => {
    const many = (count: number) =>
      zipOf((zip) => {
        for (const { name, content } of numbered(count)) zip.addBuffer(Buffer.from(content), name);
      });
    expect(await codeOf(await many(31))).toBe('TOO_MANY_FILES');
    expect(await codeOf(await many(200))).toBe('TOO_MANY_FILES');
    expect(await codeOf(await file('a.cpp', Buffer.from([0xff, 0xfe])))).toBe('FILE_NOT_TEXT');
    expect(await codeOf(await file('a.cpp', 'a\0b'))).toBe('FILE_NOT_TEXT');
    expect(await codeOf(await file('a.exe'))).toBe('FILE_NAME_NOT_ALLOWED');
    expect(await codeOf(await file('.DS_Store'))).toBe('ZIP_WITHOUT_FILES');
  });
});
