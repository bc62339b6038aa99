import { JudgeTokens, NewJudgeToken, Queue, ServerStatus } from '@balloon/contracts/site/maintenance.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestJudge, TestJudge } from '#testing/test-judge.ts';
import { openTestMailbox, type TestMailbox } from '#testing/test-mailbox.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const SERVER = '/api/admin/server';

let mailbox: TestMailbox;
let server: TestServer;
let admin: Person;
let contest: GivenContest;
let participant: Person;
beforeAll(async () => {
  mailbox = await openTestMailbox({ refuses: (to) => to.startsWith('nobody') });
  server = await startTestServer({ smtpUrl: mailbox.url, publicUrl: 'https://contest.example.org' });
  admin = await server.given.admin();
  contest = await server.given.contest();
  participant = await server.given.participant(contest);
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const status = async () => (await admin.get(SERVER)).as(ServerStatus);
const queue = async (query = '') => (await admin.get(`${SERVER}/queue${query}`)).as(Queue).works;

test('every web process is shown while it lives, and gone when it was closed', async () => {
  const second = await startTestServer({ databaseUrl: server.databaseUrl });
  await expect.poll(async () => (await status()).processes).toHaveLength(2);
  expect((await status()).processes).toMatchObject([
    { isAlive: true, pid: process.pid },
    { isAlive: true, memoryMb: expect.any(Number) },
  ]);
  await second.close();
  await expect.poll(async () => (await status()).processes).toHaveLength(1);
});

test('a drained judge gets nothing more, also after it registered again, until it is resumed', async () => {
  const judge = await startTestJudge(server.url, 'hall-1');
  await participant.submit(contest, {});
  const path = `${SERVER}/judges/${judge.judgeId}`;
  expect((await admin.post(`${path}/drain`)).status).toBe(200);
  expect(await judge.claim()).toBeNull();
  await judge.hello();
  expect(await judge.claim()).toBeNull();
  await expect
    .poll(async () => (await status()).judges)
    .toMatchObject([{ name: 'hall-1', isAlive: true, isPaused: true, running: 0 }]);
  const languages = await server.services.db
    .selectFrom('language')
    .select(['nonactive', 'hasJudge'])
    .execute();
  expect(languages.every(({ nonactive, hasJudge }) => !nonactive && !hasJudge)).toBe(true);

  expect((await admin.post(`${path}/resume`)).status).toBe(200);
  const task = await judge.mustClaim();
  await judge.result(task, { verdict: 'accepted' });
  expect((await admin.post(`${SERVER}/judges/999/drain`)).json.error?.code).toBe('JUDGE_NOT_FOUND');
});

test('waiting work is moved to the front, taken from its judge and cancelled', async () => {
  const judge = await startTestJudge(server.url, 'hall-1');
  const [first, second] = [
    Number((await participant.submit(contest, {})).json.id),
    Number((await participant.submit(contest, {})).json.id),
  ];
  const rowOf = async (solutionId: number) => (await queue()).find((work) => work.solutionId === solutionId);
  expect(await rowOf(second)).toMatchObject({
    kind: 'verdict',
    judge: null,
    isInFront: false,
    contest: { id: contest.id },
    author: { id: participant.user.id },
  });
  const later = await rowOf(second);
  await admin.post(`${SERVER}/queue/${later?.id}/front`);
  expect((await queue('?kind=verdict')).map(({ solutionId }) => solutionId)).toEqual([second, first]);
  expect((await queue('?kind=trial')).length).toBe(0);

  const task = await judge.mustClaim();
  expect(task.solutionId).toBe(second);
  expect(await rowOf(second)).toMatchObject({ judge: 'hall-1', attempt: 1 });
  await admin.post(`${SERVER}/queue/${later?.id}/release`);
  expect(await rowOf(second)).toMatchObject({ judge: null, attempt: 0, state: 'queued' });
  const again = await admin.post(`${SERVER}/queue/${later?.id}/release`);
  expect(again.json.error?.code).toBe('WORK_NOT_LEASED');
  expect(await judge.result(task, { verdict: 'accepted' })).toBe(false);

  const claimed = await judge.mustClaim();
  expect((await admin.post(`${SERVER}/queue/${later?.id}/cancel`)).status).toBe(200);
  expect(await judge.result(claimed, { verdict: 'accepted' })).toBe(false);
  const stored = await server.services.db
    .selectFrom('solution')
    .select(['verdictId', 'judgingDetail'])
    .where('id', '=', second)
    .executeTakeFirstOrThrow();
  expect(stored.judgingDetail).toContain('Cancelled');
  const gone = await admin.post(`${SERVER}/queue/${later?.id}/front`);
  expect([gone.status, gone.json.error?.code]).toEqual([404, 'WORK_NOT_FOUND']);
});

test('the line for a new judge carries a token of its own, which is shown once and can be revoked', async () => {
  const { token, command } = (await admin.post(`${SERVER}/judge-tokens`, { name: 'hall-7' })).as(
    NewJudgeToken,
  );
  expect(command).toBe(
    `npm run -s balloon -- judge --server https://contest.example.org --name hall-7 --token ${token}`,
  );
  const judge = new TestJudge(server.url, 'hall-7');
  const hello = () =>
    server.given
      .anonymous()
      .post(
        '/api/judge/hello',
        { name: judge.name, slots: 1, mode: 'full', warnings: [], languages: [], version: '0.9.0' },
        { authorization: `Bearer ${token}` },
      );
  expect((await hello()).status).toBe(200);
  const listed = await admin.get(`${SERVER}/judge-tokens`);
  expect(listed.as(JudgeTokens)).toMatchObject([{ name: 'hall-7', seenAtMs: expect.any(Number) }]);
  expect(listed.text).not.toContain(token);
  expect((await admin.post(`${SERVER}/judge-tokens`, { name: 'a; rm -rf' })).status).toBe(400);
  await admin.send('DELETE', `${SERVER}/judge-tokens/hall-7`, {});
  expect((await hello()).status).toBe(401);
});

test('a test message is delivered, or its failure is told without secrets', async () => {
  const send = (to: string) => admin.post(`${SERVER}/test-message`, { channel: 'mail', to });
  expect((await send('me@example.org')).json).toEqual({ to: 'me@example.org' });
  expect((await mailbox.next('me@example.org')).subject).toContain('127.0.0.1');
  const refused = await send('nobody@example.org');
  expect([refused.status, refused.json.error?.code]).toEqual([503, 'TEST_MESSAGE_FAILED']);
  expect(refused.text).toContain('no such mailbox');
  const telegram = await admin.post(`${SERVER}/test-message`, { channel: 'telegram' });
  expect(telegram.json.error?.code).toBe('TELEGRAM_OFF');
  expect(await status()).toMatchObject({
    mail: { isOn: true, server: expect.stringMatching(/^127\.0\.0\.1:\d+$/) },
    telegram: { isOn: false },
  });
});
