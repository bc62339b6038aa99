import { setTimeout as pause } from 'node:timers/promises';
import type { JudgeResult } from '@balloon/contracts/judge.ts';
import { Table2 } from '@balloon/contracts/scoreboard.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { VERDICTS } from '@balloon/domain/verdicts.ts';
import { ensureFrontEnd } from '@balloon/launch/front-end.ts';
import { startTestJudge, type TestJudge } from '@balloon/server/features/judging/test-judge.ts';
import { announce } from '@balloon/server/realtime/announcements.ts';
import { openEar, type TestEar } from '@balloon/server/realtime/test-ear.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestClient,
  type TestServer,
} from '@balloon/server/test-server.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '#browser.ts';
import {
  type AddressValues,
  differences,
  everythingTold,
  type ReadingCall,
  readingCalls,
} from '#everything-told.ts';
import { t, tableRow } from '#person.ts';
import { enterAs } from '#rated-site.ts';

/*
 * A contest before, in and after its freeze, and what each person learns of what one participant sends: over every
 * call that reads, on the socket and in the page. Whoever may not know a verdict must be told the very same bytes
 * before it, after it and after it was changed. So a call or an event that is added later and leaks fails here without
 * anybody thinking of it. The chapters follow each other.
 */

/** Nothing of these may ever reach anybody but their author and the supervisors, frozen or not. */
const SECRETS = {
  source: 'print("the idea of anna")',
  compiler: 'main.py:1: the words of the compiler',
  timeMs: 7_654,
  memoryKb: 87_654_321,
  testNumber: 7_654_321,
};
const MARKS = [SECRETS.source.slice(7, 20), SECRETS.compiler, '7.654', '87654321', '7654321'];
/** Longer than several changes of a table are gathered into one `table update`. */
const TABLE_PAUSE_MS = 1_300;

let server: TestServer;
let browser: Browser;
let judge: TestJudge;
let contest: GivenContest;
let groupId: number;
let anna: Person;
let boris: Person;
let jury: Person;
let stranger: Person;
let otherJury: Person;
let visitor: TestClient;
/** Who may know nothing of the contest at all. */
let outsiders: [string, TestClient][];
const ears = new Map<string, { ear: TestEar; events: [string, object][] }>();
const solutionIds: number[] = [];
let calls: ReadingCall[] = [];
const faults: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  const { given } = server;
  groupId = await given.group('Frozen group');
  contest = await given.contest({ name: 'Frozen cup', problems: ['A', 'B'], groups: [groupId] });
  anna = await given.participant(contest, { username: 'anna', groups: [groupId] });
  boris = await given.participant(contest, { username: 'boris', groups: [groupId] });
  jury = await given.supervisor({ groups: [groupId] });
  await given.joined(jury.user, contest);
  stranger = await given.signedIn(await given.user({ groups: [await given.group('Others')] }));
  otherJury = await given.supervisor();
  visitor = given.anonymous();
  outsiders = [
    ['a stranger', stranger],
    ['a supervisor of others', otherJury],
    ['a visitor', visitor],
  ];
  judge = await startTestJudge(server.url);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(() => {
  expect(faults.splice(0)).toEqual([]);
});

/** Opens a socket and asks for everything there is to hear, also in the name of somebody else. */
async function listen(name: string, client: TestClient): Promise<void> {
  const ear = await openEar(client);
  const events: [string, object][] = [];
  ear.socket.onAny((event: string, payload: object) => {
    // Of the clock of the server everybody may hear.
    if (event !== 'server started') events.push([event, payload]);
    expectNoMarks(name, JSON.stringify(payload));
  });
  for (const userId of [anna.user.id, 2]) {
    await ear.asks('contest.join', { contestId: contest.id, userId });
    await ear.asks('solutions.listen', { userId });
    await ear.asks('chat.listen', { userId });
  }
  ears.set(name, { ear, events });
}

/** Only once the answer to the sending has told the number of a solution: the event may come before it. */
function describeEvent([event, payload]: [string, object]): string {
  const { id, solutionId, verdict, progress } = payload as {
    id?: number;
    solutionId?: number;
    verdict?: { id: number | null } | null;
    progress?: { state: string } | null;
  };
  const about = id ?? solutionId;
  const outcome = verdict?.id ?? progress?.state;
  return [event, about && `#${solutionIds.indexOf(about) + 1}`, outcome].filter(Boolean).join(' ');
}

/** What everybody has heard since the last time, each event once. */
async function heard(): Promise<Record<string, string[]>> {
  await pause(TABLE_PAUSE_MS);
  const all = await Promise.all(
    [...ears].map(async ([name, { ear, events }]) => {
      await ear.asks('contest.left', { contestId: 999_999 }); // its answer comes after all that was sent before
      return [name, [...new Set(events.splice(0).map(describeEvent))].sort()] as const;
    }),
  );
  return Object.fromEntries(all.filter(([, events]) => events.length > 0));
}

function expectNoMarks(name: string, text: string) {
  if (name === 'anna' || name === 'the jury') return;
  for (const mark of MARKS) if (text.includes(mark)) faults.push(`${name} was told ${mark} by ${text}`);
}

const addresses = (): AddressValues => ({
  contestId: [contest.id],
  problemId: contest.problemIds,
  symbolIndex: ['A', 'B'],
  select: ['my', 'all'],
  solutionId: solutionIds,
  userId: [anna.user.id, boris.user.id],
});

/** All that a person is told at this moment. */
async function told(name: string, client: TestClient): Promise<Map<string, string>> {
  const everything = [
    'count=Infinity&limit=100&select=all&raw=1&q=anna&locale=en-us',
    `filterUserIds=${anna.user.id}&filterVerdictIds=1,2,3&ids=${anna.user.id}`,
    `userId=${anna.user.id}&groupId=${groupId}&peerUserId=${anna.user.id}`,
  ].join('&');
  const queries = [
    '',
    `?${everything}&showInTimeMs=Infinity`,
    `?filterUserIds=${anna.user.id}&showInTimeMs=${momentAgoMs}`,
  ];
  const answers = await everythingTold(client, calls, queries);
  for (const [call, text] of answers) expectNoMarks(name, `${call} ${text}`);
  return answers;
}
/** For the table of the past. */
let momentAgoMs = 0;

async function send(person: Person, symbolIndex: string, solution: string): Promise<number> {
  const reply = await person.submit(contest, { symbolIndex, solution });
  expect(reply.status, reply.text).toBe(200);
  const id = Number(reply.json.id);
  solutionIds.push(id);
  calls = await readingCalls(server, addresses());
  return id;
}

/** Judges the one solution that waits, step by step. */
async function judgeNext(verdict: JudgeResult['verdict'], result: Partial<JudgeResult> = {}): Promise<void> {
  const task = await judge.mustClaim();
  await judge.progress(task, 'testing', SECRETS.testNumber);
  const { timeMs, memoryKb, testNumber } = SECRETS;
  await judge.result(task, { verdict, timeMs, memoryKb, testNumber, ...result });
}

/** Moves an instant of the contest to now. */
async function turn(what: 'relativeFreezeTimeMs' | 'durationTimeMs'): Promise<void> {
  const { db } = server.services;
  const sinceStartMs = (await databaseNowMs(db)) - contest.startTimeMs;
  const practice = what === 'durationTimeMs' ? { practiceDurationTimeMs: 3_600_000 } : {};
  await db
    .updateTable('contest')
    .set({ [what]: sinceStartMs, ...practice })
    .where('id', '=', contest.id)
    .execute();
  await announce(db, 'contest.changed', { contestId: contest.id });
}

/** Results and open tries of everybody on A and B, as somebody sees them. */
async function results(viewer: Person): Promise<Record<string, string>> {
  const table = (await viewer.get(`/api/contest/${contest.id}/table2`)).as(Table2);
  return Object.fromEntries(
    table.rows.map(({ user, cells }) => [
      user.username,
      cells.map(({ result, pendingTries }) => result + (pendingTries ? ` ?${pendingTries}` : '')).join(' | '),
    ]),
  );
}

async function pageOf(person: Person, path: string): Promise<Page> {
  const page = await openPage(browser, (fault) => faults.push(fault));
  await enterAs(page, server.url, person);
  await page.goto(`${server.url}/contest/${contest.id}/${path}`);
  return page;
}

/** What the cell of a participant says, to eyes and ears. */
const cell = (page: Page, participant: string, index: string) =>
  tableRow(page, `First ${participant}`)
    .getByText(new RegExp(`^${index}: `))
    .innerText();
const waitForCell = (page: Page, participant: string, index: string, says: RegExp) =>
  expect.poll(() => cell(page, participant, index), { timeout: 20_000 }).toMatch(says);

describe('before the freeze', () => {
  test('the results are everybody’s of the contest, the solutions their author’s and the jury’s', async () => {
    for (const [name, client] of [
      ['anna', anna],
      ['boris', boris],
      ['the jury', jury],
      ...outsiders,
    ] as const) {
      await listen(name, client);
    }
    await send(anna, 'A', SECRETS.source);
    await judgeNext('wrongAnswer');

    const hers = [
      'new solution #1 queued',
      'table update',
      'verdict updated #1 2',
      'verdict updated #1 compiling',
      'verdict updated #1 testing',
    ];
    expect(await heard()).toEqual({ anna: hers, 'the jury': hers, boris: ['table update'] });
    for (const viewer of [anna, boris]) {
      expect(await results(viewer)).toEqual({ anna: '-1 | —', boris: '— | —' });
    }
    await told('boris', boris);
  });
});

describe('in the freeze', () => {
  let borisTable: Page;
  let borisMonitor: Page;
  let juryTable: Page;
  /** What boris is told once anna has sent, and is not judged. */
  let known: Map<string, string>;

  test('that something was sent is all that the others learn of it', async () => {
    await turn('relativeFreezeTimeMs');
    await pause(5); // a solution that is sent at the very instant still counts
    momentAgoMs = await databaseNowMs(server.services.db);
    await heard();
    borisTable = await pageOf(boris, 'table');
    borisMonitor = await pageOf(boris, 'monitor');
    juryTable = await pageOf(jury, 'table');
    for (const page of [borisTable, borisMonitor]) await page.getByText(t('table.frozen')).waitFor();
    await waitForCell(borisTable, 'anna', 'B', /nothing sent$/);

    await send(anna, 'B', SECRETS.source);

    await waitForCell(borisTable, 'anna', 'B', /nothing sent, sent after the freeze$/);
    await waitForCell(borisMonitor, 'anna', 'B', /nothing sent, sent after the freeze$/);
    const hers = ['new solution #2 queued', 'table update'];
    expect(await heard()).toEqual({ anna: hers, 'the jury': hers, boris: ['table update'] });
    expect(await results(boris)).toEqual({ anna: '-1 | — ?1', boris: '— | —' });
    known = await told('boris', boris);
    expect(differences(known, await told('boris', boris))).toEqual([]); // asking changes nothing
    expect([...known].filter(([, answer]) => answer.startsWith('200')).length).toBeGreaterThan(40);
  });

  test('the author and the jury hear the verdict at once, nobody else anything', async () => {
    const unmoved = await Promise.all(outsiders.map(([name, client]) => told(name, client)));
    const juryKnew = await told('the jury', jury);

    await judgeNext('accepted');

    await waitForCell(juryTable, 'anna', 'B', /^B: solved at /);
    const hers = [
      'table update',
      'verdict updated #2 1',
      'verdict updated #2 compiling',
      'verdict updated #2 testing',
    ];
    expect(await heard()).toEqual({ anna: hers, 'the jury': hers });
    expect(differences(known, await told('boris', boris))).toEqual([]);
    for (const [index, [name, client]] of outsiders.entries()) {
      expect([name, differences(unmoved[index] ?? new Map(), await told(name, client))]).toEqual([name, []]);
    }
    expect((await results(anna)).anna).toBe('-1 | +');
    expect((await results(jury)).anna).toBe('-1 | +');
    expect(differences(juryKnew, await told('the jury', jury)).length).toBeGreaterThan(5);
  });

  test.each<[string, (solutionId: number) => Promise<unknown>, string[]]>([
    [
      'the jury changes the verdict',
      (id) => jury.post(`/api/admin/solutions/${id}/verdict`, { verdictId: VERDICTS.wrongAnswer.id }),
      ['table update', 'verdict updated #2 2'],
    ],
    [
      'the jury has it judged again',
      (id) => jury.post(`/api/admin/solutions/${id}/refresh`),
      ['reset solution #2', 'table update'],
    ],
    [
      'it does not compile any more',
      () => judgeNext('compilationError', { compilationError: SECRETS.compiler }),
      ['table update', 'verdict updated #2 3', 'verdict updated #2 compiling', 'verdict updated #2 testing'],
    ],
    [
      'all of the problem are judged again',
      () => jury.post(`/api/admin/contests/${contest.id}/solutions/refresh/B`),
      ['reset solution #2', 'table update'],
    ],
    [
      'it is accepted after all',
      () => judgeNext('accepted'),
      ['table update', 'verdict updated #2 1', 'verdict updated #2 compiling', 'verdict updated #2 testing'],
    ],
  ])('nothing is learnt by others when %s', async (_what, happens, hers) => {
    await happens(solutionIds[1] ?? 0);
    expect(await heard()).toEqual({ anna: hers, 'the jury': hers });
    expect(differences(known, await told('boris', boris))).toEqual([]);
  });

  test('the pages of the other show no more, live, in the past and after a reload', async () => {
    for (const page of [borisTable, borisMonitor]) {
      expect(await cell(page, 'anna', 'B')).toMatch(/nothing sent, sent after the freeze$/);
      await page.reload();
      await waitForCell(page, 'anna', 'B', /nothing sent, sent after the freeze$/);
      expect(await tableRow(page, 'First anna').getByRole('button', { name: /^B/ }).count()).toBe(0);
    }
    const sinceStartMs = (await databaseNowMs(server.services.db)) - contest.startTimeMs;
    await borisTable.goto(`${server.url}/contest/${contest.id}/table?at=${sinceStartMs}`);
    await waitForCell(borisTable, 'anna', 'B', /nothing sent/);
    await borisTable.goto(`${server.url}/contest/${contest.id}/solutions/all`);
    await borisTable.waitForURL(/\/solutions\/my$/);
    await borisTable.getByText(t('solutions.emptyTitle')).waitFor();
    await borisTable.goto(`${server.url}/contest/${contest.id}/problems`);
    await borisTable.getByText(t('problems.solvedOf', { solved: 0, all: 2 })).waitFor();
    await borisMonitor.context().close();
  });

  test('the author’s page has the verdict, and her row is alive', async () => {
    const page = await pageOf(anna, 'solutions/my');
    await page.getByRole('table').getByText(t('verdict.1'), { exact: true }).waitFor();
    await page.goto(`${server.url}/contest/${contest.id}/table`);
    await waitForCell(page, 'anna', 'B', /^B: solved at /);
    await tableRow(page, 'First anna')
      .getByRole('button', { name: /^B: solved/ })
      .click();
    await page.getByRole('dialog').getByText(t('verdict.1'), { exact: true }).waitFor();
    await page.context().close();
  });

  test('the jury opens everybody’s cells and solutions', async () => {
    await tableRow(juryTable, 'First anna')
      .getByRole('button', { name: /^B: solved/ })
      .click();
    await juryTable.getByRole('dialog').getByText(t('verdict.1'), { exact: true }).waitFor();
    await juryTable.goto(`${server.url}/contest/${contest.id}/solutions/all`);
    await juryTable.getByRole('table').getByText(t('verdict.1'), { exact: true }).waitFor();
    await juryTable.context().close();
  });

  test('a stranger’s page is led away, a visitor’s to the sign-in', async () => {
    const page = await pageOf(stranger, 'table');
    await page.waitForURL(/\/contests$/);
    expect(await page.getByText('anna').count()).toBe(0);
    await page.context().close();
    // A page of its own: one that is signed out under way still has calls on theirs.
    const visitors = await openPage(browser, (fault) => faults.push(fault));
    await visitors.goto(`${server.url}/contest/${contest.id}/table`);
    await visitors.waitForURL(/\/auth/);
    await visitors.context().close();
  });
});

describe('after the freeze', () => {
  test('everybody of the contest learns the results, and still nobody else’s solutions', async () => {
    const page = await pageOf(boris, 'table');
    await waitForCell(page, 'anna', 'B', /nothing sent/);

    await turn('durationTimeMs');

    const toAll = ['contest changed', 'table update']; // of the times, which were moved
    expect(await heard()).toEqual({ anna: toAll, 'the jury': toAll, boris: toAll });
    expect(await results(boris)).toEqual({ anna: '-1 | +', boris: '— | —' });
    await waitForCell(page, 'anna', 'B', /^B: solved at /);
    expect(await page.getByText(t('table.frozen')).count()).toBe(0);
    await told('boris', boris);
    for (const [name, client] of outsiders) await told(name, client);
    const cellUrl = `/api/contest/${contest.id}/table/solutions/user/${anna.user.id}/problem/B`;
    expect((await boris.get(cellUrl)).json.error?.code).toBe('CELL_NOT_YOURS');
    expect((await boris.get(`/api/contest/${contest.id}/solutions/${solutionIds[1]}/code`)).status).toBe(404);
  });

  test('the past shows what was to be seen then', async () => {
    const past = (await boris.get(`/api/contest/${contest.id}/table2?showInTimeMs=${momentAgoMs}`)).as(
      Table2,
    );
    const row = past.rows.find(({ user }) => user.id === anna.user.id);
    expect(row?.cells.map(({ result }) => result)).toEqual(['-1', '—']);
  });
});
