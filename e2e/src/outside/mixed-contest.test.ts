import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OutsideServers } from '@balloon/contracts/outside/outside-systems.ts';
import { ManagedProblem, ProblemSearch, Rescan } from '@balloon/contracts/problems/problem-admin.ts';
import { RatingTable } from '@balloon/contracts/ratings/ratings.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { SolutionList, SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import type { OutsideSystemType } from '@balloon/domain/outside/outside-systems.ts';
import type { RunningJudge } from '@balloon/judge/main.ts';
import { givenOutsideLanguage, givenOutsideProblem } from '@balloon/server/testing/given-outside.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  TEST_RELAY_TOKEN,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import { ALL_SYSTEMS } from '@balloon/systems/all-systems.ts';
import { type RunningRelay, startRelay } from '@balloon/systems/relay/start-relay.ts';
import { ACMP_ACCOUNT, type AcmpStandIn, startAcmp } from '@balloon/systems/stand-ins/acmp.ts';
import { type EjudgeStandIn, startEjudge } from '@balloon/systems/stand-ins/ejudge.ts';
import { startTimus, TIMUS_ACCOUNT, type TimusStandIn } from '@balloon/systems/stand-ins/timus.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRealJudge } from '#sites/real-judge.ts';

/*
 * A contest that mixes three systems and our own judge: verdicts, table, freeze, a second judging and ratings are what they
 * are with our own problems alone, and nothing is sent twice.
 */

const CLOCK = { nowMs: Date.now, advance: () => {} };
const WRONG_ANSWER_OF_EJUDGE = 5;
const SUM = 'a, b = map(int, input().split())\nprint(a + b)\n';

let server: TestServer;
let admin: Person;
let first: Person;
let second: Person;
let contest: GivenContest;
let groupId: number;
let judge: RunningJudge;
let relay: RunningRelay;
let workDir: string;
let timus: TimusStandIn;
let acmp: AcmpStandIn;
let ejudge: EjudgeStandIn;
/** Language of each problem by its index. */
const languages: Record<string, number> = {};

beforeAll(async () => {
  workDir = mkdtempSync(path.join(tmpdir(), 'balloon-mixed-'));
  server = await startTestServer({ leaseMs: 5_000 });
  admin = await server.given.admin();
  timus = await startTimus({ clock: CLOCK });
  acmp = await startAcmp({ clock: CLOCK });
  ejudge = await startEjudge({ clock: CLOCK });
  await makeContest();
  const log = { info: () => {}, warn: () => {}, error: console.error };
  relay = startRelay({
    serverUrl: server.url,
    token: TEST_RELAY_TOKEN,
    name: 'hall',
    systems: ALL_SYSTEMS,
    log,
  });
  judge = await startRealJudge(server.url, workDir, 'one');
});
afterAll(async () => {
  await relay?.close();
  await judge?.close();
  for (const standIn of [timus, acmp, ejudge]) await standIn?.close();
  await server?.close();
  rmSync(workDir, { recursive: true, force: true });
});

interface Outside {
  systemType: OutsideSystemType;
  url: string;
  settings?: Record<string, string>;
  credentials: Record<string, string>;
  foreignId: string;
  language: string;
}

/** A server with its account, as an admin enters them, and a problem of it. Returns its id and language. */
async function givenProblemOf({ systemType, url, settings, credentials, foreignId, language }: Outside) {
  const base = '/api/admin/outside-systems/servers';
  const entered = {
    systemType,
    name: systemType,
    url,
    settings,
    sendEveryMs: systemType === 'timus' ? 10_500 : 0,
  };
  const { servers } = (await admin.post(base, entered)).as(OutsideServers);
  const serverId = servers.find((one) => one.systemType === systemType)?.id ?? 0;
  (await admin.post(`${base}/${serverId}/accounts`, { name: 'pool', credentials })).as(OutsideServers);
  const { db } = server.services;
  await givenOutsideLanguage(db, { serverId, systemType, key: language, name: language });
  return givenOutsideProblem(db, { serverId, systemType, foreignId });
}

async function makeContest(): Promise<void> {
  const { judgeId, password } = TIMUS_ACCOUNT;
  const ofTimus = await givenProblemOf({
    ...{ systemType: 'timus', url: timus.url, credentials: { judgeId, password } },
    ...{ foreignId: timus.problems[0]?.num ?? '', language: '78' },
  });
  const ofAcmp = await givenProblemOf({
    ...{ systemType: 'acmp', url: acmp.url, foreignId: '1', language: 'CPP' },
    credentials: { login: ACMP_ACCOUNT.login, password: ACMP_ACCOUNT.password },
  });
  const ofEjudge = await givenProblemOf({
    ...{ systemType: 'ejudge', url: ejudge.url, settings: { contests: '12' } },
    ...{ credentials: { apiKey: 'p'.repeat(43) }, foreignId: '12:A', language: '3' },
  });
  const own = await server.given.problem('Sum');
  const problems = [own, ofTimus.problemId, ofAcmp.problemId, ofEjudge.problemId];
  groupId = await server.given.group();
  contest = await server.given.contest({ problems, groups: [groupId] });
  const python = await server.services.db
    .selectFrom('language')
    .select('id')
    .where('systemType', '=', 'balloon')
    .where('foreignLanguageId', '=', 'python3')
    .executeTakeFirstOrThrow();
  const [b, c, d] = [ofTimus, ofAcmp, ofEjudge].map(({ languageId }) => languageId);
  Object.assign(languages, { A: python.id, B: b, C: c, D: d });
  first = await server.given.participant(contest, { groups: [groupId] });
  second = await server.given.participant(contest, { groups: [groupId] });
}

async function send(person: Person, symbolIndex: string, solution: string): Promise<number> {
  const sent = { symbolIndex, languageId: languages[symbolIndex] ?? 0, solution };
  return (await person.submit(contest, sent)).as(SubmitReply).id;
}

async function verdictOf(person: Person, solutionId: number): Promise<number | undefined> {
  const reply = await person.get(`/api/contest/${contest.id}/solutions/my`);
  return reply.as(SolutionList).solutions.find(({ id }) => id === solutionId)?.verdict?.id;
}

/** Cells of a person as a viewer sees them: `A+`, `B-1`, `D?1`. */
async function cellsOf(person: Person, viewer: Person): Promise<string[]> {
  const page = (await viewer.get(`/api/contest/${contest.id}/table2`)).as(ScoreboardPage);
  const row = page.rows.find(({ user }) => user.id === person.user.id);
  return (row?.cells ?? [])
    .map(({ problemSymbol, acceptedAfterMs, wrongTries, pendingTries }) => {
      const state = acceptedAfterMs !== undefined ? '+' : pendingTries > 0 ? '?' : '-';
      return `${problemSymbol}${state}${pendingTries || wrongTries || ''}`;
    })
    .filter((cell) => !cell.endsWith('-'));
}

const sentRuns = () => [timus.book.runs, acmp.book.runs, ejudge.runs.all].map(({ length }) => length);

test('the table counts verdicts of all systems alike', async () => {
  const sent: [Person, number, number][] = [];
  for (const [person, index, source, verdict] of [
    [first, 'A', SUM, VERDICTS.accepted],
    [first, 'B', '// first', VERDICTS.accepted],
    [first, 'D', '// first', VERDICTS.accepted],
    [second, 'A', 'print(0)', VERDICTS.wrongAnswer],
    [second, 'B', '// judge: WA 2', VERDICTS.wrongAnswer],
    [second, 'C', '// judge: TL 3', VERDICTS.timeLimit],
    [second, 'D', '// judge: CE', VERDICTS.compilationError],
  ] as const) {
    sent.push([person, await send(person, index, source), verdict.id]);
  }
  for (const [person, id, verdict] of sent) await expect.poll(() => verdictOf(person, id)).toBe(verdict);
  await expect.poll(() => cellsOf(first, second)).toEqual(['A+', 'B+', 'D+']);
  await expect.poll(() => cellsOf(second, first)).toEqual(['A-1', 'B-1', 'C-1']);
  expect(sentRuns()).toEqual([2, 1, 2]);
});

test('in the freeze a verdict of another system is its author’s alone', async () => {
  await server.services.db
    .updateTable('contest')
    .set({ relativeFreezeTimeMs: Date.now() - contest.startTimeMs })
    .where('id', '=', contest.id)
    .execute();
  const id = await send(second, 'D', '// second, at last');
  await expect.poll(() => verdictOf(second, id)).toBe(VERDICTS.accepted.id);
  await expect.poll(() => cellsOf(second, first)).toEqual(['A-1', 'B-1', 'C-1', 'D?1']);
  await expect.poll(() => cellsOf(second, admin)).toEqual(['A-1', 'B-1', 'C-1', 'D+']);
});

test('a second judging asks the systems again and sends nothing', async () => {
  const before = sentRuns();
  const [run] = ejudge.runs.all;
  if (run) run.fixedStatus = WRONG_ANSWER_OF_EJUDGE;
  const reply = await admin.post(`/api/admin/contests/${contest.id}/solutions/refresh/D`);
  expect(reply.status).toBe(200);
  await expect.poll(() => cellsOf(first, admin)).toEqual(['A+', 'B+', 'D-1']);
  expect(sentRuns()).toEqual(before);
});

test('ratings count it', async () => {
  const { db } = server.services;
  await db
    .updateTable('contest')
    .set({ durationTimeMs: Date.now() - contest.startTimeMs, isRated: true })
    .where('id', '=', contest.id)
    .execute();
  expect((await admin.post('/api/admin/computeRatings')).status).toBe(200);
  const table = (await admin.get(`/api/user/rating/table?groupId=${groupId}`)).as(RatingTable);
  expect(table.map(({ userId }) => userId)).toEqual([first.user.id, second.user.id]);
});

test('a problem of ejudge that is added by its number is the one that its short name stands for', async () => {
  const added = { title: 'Bridge', ejudgeContestId: 12, ejudgeProblemIndex: 2 };
  const { id } = (await admin.post('/api/admin/problems/new/ejudge', added)).as(ManagedProblem);
  const known = async () => {
    const { problems } = (await admin.get('/api/admin/problems?q=12:&systemType=ejudge')).as(ProblemSearch);
    return problems.map((one) => [one.id, one.foreignProblemIdentifier, one.latestVersionNumber]);
  };
  await expect.poll(known, { timeout: 60_000 }).toContainEqual([id, '12:B', 1]);
  expect(await known()).toHaveLength(2);
  const rescan = (await admin.post(`/api/admin/problems/${id}/rescan`)).as(Rescan);
  expect(rescan).toMatchObject({ state: 'done', versionNumber: 2 });
});
