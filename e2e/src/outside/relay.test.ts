import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OutsideServers } from '@balloon/contracts/outside/outside-systems.ts';
import { SolutionList, SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { givenOutsideLanguage, givenOutsideProblem } from '@balloon/server/testing/given-outside.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  TEST_RELAY_TOKEN,
  TEST_SETTINGS_KEY,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import { startTimus, TIMUS_ACCOUNT, type TimusStandIn } from '@balloon/systems/stand-ins/timus.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Launched, launchBalloon, readyOrExplain } from '#sites/launched.ts';

let server: TestServer;
let timus: TimusStandIn;
let cwd: string;
let relay: Launched;
let contest: GivenContest;
let person: Person;
let languageId: number;

beforeAll(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'balloon-relay-'));
  server = await startTestServer({ leaseMs: 2_000 });
  timus = await startTimus({ clock: { nowMs: Date.now, advance: () => {} } });
  await givenTimusProblem();
  relay = await startRelay('first');
});
afterAll(async () => {
  await relay?.stop();
  await timus?.close();
  await server?.close();
  rmSync(cwd, { recursive: true, force: true });
});

/** A contest with a problem of Timus, whose server and account an admin has entered. */
async function givenTimusProblem(): Promise<void> {
  const admin = await server.given.admin();
  const base = '/api/admin/outside-systems/servers';
  const entered = { systemType: 'timus', name: 'Timus', url: timus.url };
  const { servers } = (await admin.post(base, entered)).as(OutsideServers);
  const serverId = servers[0]?.id ?? 0;
  const { judgeId, password } = TIMUS_ACCOUNT;
  const account = { name: 'pool', credentials: { judgeId, password } };
  (await admin.post(`${base}/${serverId}/accounts`, account)).as(OutsideServers);
  const { db } = server.services;
  await db.updateTable('outsideServer').set({ sendEveryMs: 10_500 }).execute();
  await givenOutsideLanguage(db, { serverId, systemType: 'timus' });
  const given = await givenOutsideProblem(db, { serverId, foreignId: timus.problems[0]?.num ?? '' });
  languageId = given.languageId;
  contest = await server.given.contest({ problems: [given.problemId] });
  person = await server.given.participant(contest);
}

async function startRelay(name: string): Promise<Launched> {
  const args = ['relay', '--server', server.url, '--token', TEST_RELAY_TOKEN, '--name', name];
  const launched = launchBalloon(name, args, { cwd, env: { DATA_DIR: cwd } });
  await readyOrExplain(launched);
  return launched;
}

const send = async (solution: string) =>
  (await person.submit(contest, { languageId, solution })).as(SubmitReply).id;

async function seen(solutionId: number) {
  const reply = await person.get(`/api/contest/${contest.id}/solutions/my`);
  const found = reply.as(SolutionList).solutions.find(({ id }) => id === solutionId);
  return [found?.verdict?.id, found?.testNumber];
}

test('a relay process brings verdicts, and one that is killed while it sends leaves no second run', async () => {
  const first = await send('// judge: WA 2');
  await expect.poll(() => seen(first)).toEqual([VERDICTS.wrongAnswer.id, 2]);

  timus.plan('/submit.aspx', { kind: 'delay', ms: 0 });
  timus.plan('/submit.aspx', { kind: 'delay', ms: 500 });
  const second = await send('// judge: OK');
  await expect.poll(() => timus.count('POST', '/submit.aspx'), { interval: 20 }).toBe(2);
  await relay.kill();
  relay = await startRelay('second');

  await expect.poll(() => seen(second)).toEqual([VERDICTS.accepted.id, 0]);
  expect(timus.book.runs.map(({ source }) => source)).toEqual(['// judge: WA 2', '// judge: OK']);
});

test('the doctor sees on the command line whether the systems work, and sends nothing', async () => {
  const sent = timus.count('POST', '/submit.aspx');
  const env = { DATA_DIR: cwd, DATABASE_URL: server.databaseUrl, SETTINGS_KEY: TEST_SETTINGS_KEY };
  const healthy = launchBalloon('doctor', ['doctor', '--systems'], { cwd, env });
  expect(await healthy.exited).toBe('exit code 0');
  const lines = healthy.output().split('\n');
  expect(lines[0]).toMatch(/^Timus \(timus\) /);
  expect(lines.slice(1, 5)).toEqual([
    expect.stringMatching(/^ +ok +account pool: signed in as /),
    expect.stringMatching(/^ +ok +list: \d+ problems/),
    expect.stringMatching(/^ +ok +problem \d+: /),
    expect.stringMatching(/^ +ok +languages: /),
  ]);
  expect(healthy.output()).not.toContain(TIMUS_ACCOUNT.password);

  timus.plan('/problemset.aspx', { kind: 'answerInstead', reply: { body: '<p>We have moved</p>' } });
  const ill = launchBalloon('doctor', ['doctor', '--systems'], { cwd, env });
  expect(await ill.exited).toBe('exit code 1');
  expect(ill.output()).toMatch(/fails list: The page has changed/);
  expect(timus.count('POST', '/submit.aspx')).toBe(sent);
});
