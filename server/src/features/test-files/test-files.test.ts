import { gzipSync } from 'node:zlib';
import type { JudgeResult, TestReport } from '@balloon/contracts/judging/judge.ts';
import { SolutionDetails } from '@balloon/contracts/solutions/solution-details.ts';
import { OutputDifference, SolutionTest, TestFilePart } from '@balloon/contracts/solutions/test-files.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { removeExcessOutputs, removeOldOutputs } from '#features/test-files/outputs.queries.ts';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let judge: TestJudge;
beforeAll(async () => {
  server = await startTestServer();
  judge = await startTestJudge(server.url);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.deleteFrom('judging').execute(); // left by other tests
});

/** Two numbers to add on each of two tests; the author's program fails at the first. */
async function givenJudged() {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const id = Number((await author.submit(contest, {})).json.id);
  await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer', testNumber: 1 });
  const supervisor = await server.given.supervisor();
  return { author, supervisor, id, path: `/api/admin/solutions/${id}/tests/1` };
}

const read = async (person: Person, path: string) => (await person.get(path)).as(SolutionTest);
const partOf = async (person: Person, path: string) => (await person.get(path)).as(TestFilePart);

const reported = (output: string, told: Partial<TestReport> = {}): Partial<JudgeResult> => ({
  verdict: 'wrongAnswer',
  testNumber: 1,
  tests: [
    {
      ...{ number: 1, verdict: 'wrongAnswer', timeMs: 15, memoryKb: 2048, exitCode: 0, signal: null },
      ...{ points: null, comment: 'expected 3', input: null, answer: null },
      output: { text: output.slice(0, 10), bytes: Buffer.byteLength(output) },
      packedOutput: gzipSync(output).toString('base64'),
      ...told,
    },
  ],
});

test('the whole output of a test is made on request and read beside input and answer', async () => {
  const { supervisor, id, path } = await givenJudged();
  await server.services.db.updateTable('test').set({ description: 'small numbers' }).execute();
  await server.services.announcements.caughtUp();
  expect(await read(supervisor, path)).toMatchObject({
    ...{ testsNumber: 2, state: 'none', output: null, description: 'small numbers' },
  });
  expect((await partOf(supervisor, `${path}/files/answer`)).text.trim()).toBe('3');
  const missing = await supervisor.get(`${path}/files/output`);
  expect([missing.status, missing.json.error?.code]).toEqual([404, 'OUTPUT_NOT_FOUND']);

  for (const _ of ['asked', 'again']) {
    expect((await supervisor.post(path)).as(SolutionTest).state).toBe('queued');
  }
  const busy = await supervisor.post(`/api/admin/solutions/${id}/details`);
  expect(busy.json.error?.code).toBe('SOLUTION_NOT_JUDGED');
  const task = await judge.mustClaim();
  expect(task).toMatchObject({ solutionId: id, purpose: 'detail', outputBytes: 8 * 1024 * 1024 });
  expect(task.tests.map(({ number }) => number)).toEqual([1]);
  expect((await read(supervisor, path)).state).toBe('running');
  const output = `3\n${'я'.repeat(100_000)}\n`;
  for (const _ of ['sent', 'again']) expect(await judge.result(task, reported(output))).toBe(true);

  expect(await read(supervisor, path)).toMatchObject({
    state: 'done',
    output: { verdict: { id: 2 }, comment: 'expected 3', bytes: 200_003, keptBytes: 200_003, isStale: false },
  });
  let text = '';
  for (let offset: number | null = 0; offset !== null; ) {
    const part: TestFilePart = await partOf(supervisor, `${path}/files/output?offset=${offset}`);
    text += part.text;
    offset = part.nextOffset;
  }
  expect(text).toBe(output);
  const raw = await supervisor.get(`${path}/files/output/raw`);
  expect([raw.text, raw.headers.get('content-disposition')]).toEqual([
    output,
    `attachment; filename="${id}-test-1-output.txt"`,
  ]);
  const { firstLine, rows } = (await supervisor.get(`${path}/difference`)).as(OutputDifference);
  expect([firstLine, rows.map(({ differs }) => differs)]).toEqual([2, [false, true]]);
  const details = (await supervisor.get(`/api/admin/solutions/${id}/details`)).as(SolutionDetails);
  expect(details.state).toBe('none');
});

test('a judge without whole outputs brings the beginning, and one that fails says why', async () => {
  const { supervisor, path } = await givenJudged();
  await supervisor.post(path);
  const plain = reported('1234567890 and more', { packedOutput: 'no archive' });
  await judge.result(await judge.mustClaim(), plain);
  expect((await read(supervisor, path)).output).toMatchObject({ bytes: 19, keptBytes: 10 });
  const { isCut } = (await supervisor.get(`${path}/difference`)).as(OutputDifference);
  expect(isCut).toBe(true);

  await supervisor.post(path);
  await server.services.db.updateTable('judging').set({ maxAttempts: 1 }).execute();
  await judge.result(await judge.mustClaim(), { verdict: 'judgingError', detail: 'no disk', tests: [] });
  expect((await read(supervisor, path)).output).toMatchObject({ comment: 'no disk', bytes: null });
});

test('judging again ends the run, and outputs are forgotten', async () => {
  const { supervisor, id, path } = await givenJudged();
  await supervisor.post(path);
  const task = await judge.mustClaim();
  await supervisor.post(`/api/admin/solutions/${id}/refresh`);
  expect(await judge.result(task, reported('3'))).toBe(false);
  const judged = await judge.mustClaim();
  expect([judged.purpose, judged.tests.length]).toEqual(['verdict', 2]);
  await judge.result(judged);

  await supervisor.post(path);
  await judge.result(await judge.mustClaim(), reported('3'));
  await removeOldOutputs(server.services);
  expect((await read(supervisor, path)).state).toBe('done');
  const { db } = server.services;
  const longAgoMs = (await databaseNowMs(db)) - 24 * 3_600_000;
  await db.updateTable('solutionOutput').set({ madeAtMs: longAgoMs }).execute();
  await server.services.announcements.caughtUp();
  await removeOldOutputs(server.services);
  expect((await read(supervisor, path)).state).toBe('none');
});

test('tests are for who supervises the contest, and only those that are there', async () => {
  const { author, supervisor, path } = await givenJudged();
  for (const what of ['', '/difference', '/files/input', '/files/answer/raw']) {
    expect([what, (await author.get(path + what)).status]).toEqual([what, 403]);
  }
  expect((await author.post(path)).status).toBe(403);
  const missing = await supervisor.get(path.replace(/1$/, '3'));
  expect([missing.status, missing.json.error?.code]).toEqual([404, 'TEST_NOT_FOUND']);
  const stranger = await server.given.supervisor();
  const contest = await server.given.contest({ groups: [await server.given.group()] });
  const sent = await (await server.given.admin()).submit(contest, {});
  const hidden = await stranger.get(`/api/admin/solutions/${sent.json.id}/tests/1/files/answer`);
  expect([hidden.status, hidden.json.error?.code]).toEqual([404, 'SOLUTION_NOT_FOUND']);
});

test('what the judged run wrote on the test that failed it is shown, compared and downloaded without another run', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const id = Number((await author.submit(contest, {})).json.id);
  const task = await judge.mustClaim();
  expect(task.keptOutputBytes).toBe(64 * 1024);
  const failedOutput = { bytes: 5000, packed: gzipSync('5\nмир').toString('base64') };
  for (const _ of ['first', 'again'])
    await judge.result(task, { verdict: 'wrongAnswer', testNumber: 1, timeMs: 12, failedOutput });
  const supervisor = await server.given.supervisor();
  const path = `/api/admin/solutions/${id}/tests/1`;

  const seen = await read(supervisor, path);

  expect(seen).toMatchObject({
    ...{ state: 'none', output: null },
    judged: { verdict: { id: 2 }, executionTime: 0.012, bytes: 5000, keptBytes: 8, isStale: false },
  });
  expect(await partOf(supervisor, `${path}/files/judged`)).toEqual({
    text: '5\nмир',
    bytes: 5000,
    nextOffset: null,
  });
  expect((await supervisor.get(`${path}/files/judged/raw`)).text).toBe('5\nмир');
  const difference = (await supervisor.get(`${path}/difference?of=judged`)).as(OutputDifference);
  expect([difference.firstLine, difference.isCut]).toEqual([1, true]);
  expect((await supervisor.get(`${path}/difference`)).json.error?.code).toBe('OUTPUT_NOT_FOUND');
  expect((await author.get(`${path}/files/judged`)).status).toBe(403);
  expect((await read(supervisor, `/api/admin/solutions/${id}/tests/2`)).judged).toBeNull();
});

test('the oldest outputs of judgings go when all are larger than allowed, and a broken one costs no verdict', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const { db } = server.services;
  await db.deleteFrom('judgementOutput').execute();
  const judged = async (packed: string) => {
    const id = Number((await author.submit(contest, { solution: `print(${Math.random()})` })).json.id);
    const failedOutput = { bytes: 3, packed };
    expect(
      await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer', testNumber: 1, failedOutput }),
    ).toBe(true);
    return id;
  };
  const packed = gzipSync('abc');
  const ids: number[] = [];
  for (const _ of [1, 2, 3]) ids.push(await judged(packed.toString('base64')));
  await judged(Buffer.from('no gzip').toString('base64'));
  const kept = async () => {
    const rows = await db.selectFrom('judgementOutput').select('solutionId').orderBy('judgementId').execute();
    return rows.map(({ solutionId }) => solutionId);
  };
  expect(await kept()).toEqual(ids);

  await removeExcessOutputs(db, packed.length * 3);
  expect(await kept()).toEqual(ids);
  await removeExcessOutputs(db, packed.length * 2 + 1);
  expect(await kept()).toEqual(ids.slice(1));
});

test('the picture of a test is for supervisors, and nothing of a hostile one runs', async () => {
  const { author, supervisor, path } = await givenJudged();
  const { db } = server.services;
  const hostile = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const sha256 = await db.transaction().execute((tx) => storeBlob(tx, Buffer.from(hostile)));
  expect((await read(supervisor, path)).picture).toBeNull();
  expect((await supervisor.get(`${path}/picture/${sha256}`)).json.error?.code).toBe('IMAGE_NOT_FOUND');
  const drawn = { pictureSha256: sha256, pictureType: 'image/svg+xml' } as const;
  await db.updateTable('test').set(drawn).where('number', '=', 1).execute();

  expect((await read(supervisor, path)).picture).toEqual({ sha256, mediaType: 'image/svg+xml' });
  const shown = await supervisor.get(`${path}/picture/${sha256}`);
  expect([shown.status, shown.text]).toEqual([200, hostile]);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-disposition': 'attachment; filename="test.svg"',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  });
  const ofOtherTest = await supervisor.get(`${path.replace(/1$/, '2')}/picture/${sha256}`);
  expect(ofOtherTest.json.error?.code).toBe('IMAGE_NOT_FOUND');
  expect((await author.get(`${path}/picture/${sha256}`)).status).toBe(403);
  const group = await server.given.group();
  const strange = await server.given.contest({ groups: [group] });
  const sent = await (await server.given.admin()).submit(strange, {});
  const hidden = await supervisor.get(`/api/admin/solutions/${sent.json.id}/tests/1/picture/${sha256}`);
  expect([hidden.status, hidden.json.error?.code]).toEqual([404, 'SOLUTION_NOT_FOUND']);
});

test('the settings of the group of a test and its own arguments are shown beside its files', async () => {
  const { supervisor, path } = await givenJudged();
  const { db } = server.services;
  const grading = {
    ...{ aggregation: 'min', acceptScore: 20, rejectScore: 0, onReject: 'break', range: [0, 20] },
    ...{ ignoreSample: true, acceptIfAnyAccepted: false },
  };
  const group = { name: 'secret/1', points: null, isComplete: false, dependsOn: ['sample'], grading };
  expect((await read(supervisor, path)).rules).toEqual({
    ...{ isSample: expect.any(Boolean), points: null, flags: null, group: null },
  });
  const testsets = db.updateTable('testset').set({ rules: JSON.stringify({ groups: [group] }) });
  await testsets.execute();
  const own = { groupName: 'secret/1', points: 5, flags: JSON.stringify(['case_sensitive']) };
  await db.updateTable('test').set(own).execute();

  expect((await read(supervisor, path)).rules).toMatchObject({
    ...{ points: 5, flags: ['case_sensitive'] },
    group: { name: 'secret/1', points: null, dependsOn: ['sample'], grading },
  });
});
