import { setTimeout as pause } from 'node:timers/promises';
import type { JudgeResult } from '@balloon/contracts/judging/judge.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { announce } from '@balloon/server/realtime/announcements.ts';
import { openEar, type TestEar } from '@balloon/server/testing/test-ear.ts';
import { startTestJudge, type TestJudge } from '@balloon/server/testing/test-judge.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestClient,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { visit } from '#browser/browser.ts';
import { t, tableRow } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import {
  type AddressValues,
  differences,
  everythingTold,
  type ReadingCall,
  readingCalls,
} from '#sites/everything-told.ts';

/*
 * A contest before, during and after its freeze, and what each person learns of a participant's solutions: over every
 * reading call, on the socket and in the page. A person who may not see a verdict must receive the same bytes before
 * it, after it and after it was changed. So a call or an event that is added later and leaks fails here without a
 * change to this test. The tests build on each other.
 */

/** Values that only their author and the supervisors may ever receive, frozen or not. */
const SECRETS = {
  source: 'print("the idea of anna")',
  compiler: 'main.py:1: the words of the compiler',
  timeMs: 7_654,
  memoryKb: 87_654_321,
  testNumber: 7_654_321,
};
const MARKS = [SECRETS.source.slice(7, 20), SECRETS.compiler, '7.654', '87654321', '7654321'];
/** Name that only supervisors may receive: who knows when a judge is busy can measure verdicts. */
const JUDGE_NAME = 'judge-in-the-cellar';
const VISITOR = 'a visitor';

let server: TestServer;
let judge: TestJudge;
let contest: GivenContest;
let groupId: number;
let anna: Person;
let boris: Person;
let jury: Person;
let stranger: Person;
let otherJury: Person;
let visitor: TestClient;
/** People who may learn nothing about the contest. */
let outsiders: [string, TestClient][];
/** Contest in whose room nothing happens but what `tablesAreUpdated` does. */
let quiet: { contest: GivenContest; ear: TestEar };
const ears = new Map<string, { ear: TestEar; events: [string, object][] }>();
const solutionIds: number[] = [];
let calls: ReadingCall[] = [];

const story = tellStory(async () => {
  // Without a token everybody here could read the metrics: they come from this machine.
  server = await startTestServer({ staticDir: await ensureFrontEnd(), metricsToken: 'of the operator' });
  return server;
});
const { faults } = story;
beforeAll(async () => {
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
    [VISITOR, visitor],
  ];
  const quietContest = await given.contest({ name: 'Quiet cup' });
  quiet = { contest: quietContest, ear: await openEar(await given.participant(quietContest), quietContest) };
  judge = await startTestJudge(server.url, JUDGE_NAME);
});

/** Opens a socket and joins every room, also with the ids of other people. */
async function listen(name: string, client: TestClient): Promise<void> {
  const ear = await openEar(client);
  const events: [string, object][] = [];
  ear.socket.onAny((event: string, payload: object) => {
    // Everybody may receive the server's clock and the languages that the site accepts.
    if (!['server started', 'languages changed'].includes(event)) events.push([event, payload]);
    expectNoMarks(name, JSON.stringify(payload));
  });
  ears.set(name, { ear, events });
  if (client === visitor) {
    // The server closes the connection of a visitor that sends an event for signed-in people.
    const joining = ear.asks('contest.join', { contestId: contest.id, userId: anna.user.id });
    // Its answer may still arrive before the connection ends.
    expect(await joining.catch(() => ({ ok: false }))).toMatchObject({ ok: false });
    return;
  }
  for (const userId of [anna.user.id, 2]) {
    await ear.asks('contest.join', { contestId: contest.id, userId });
    await ear.asks('solutions.listen', { userId });
    await ear.asks('chat.listen', { userId });
  }
}

/**
 * Describes an event. Call after the answer to the submission, which gives the solution's number: the event may come
 * first.
 */
function describeEvent([event, payload]: [string, object]): string {
  const { id, solutionId, verdict, progress } = payload as {
    id?: number;
    solutionId?: number;
    verdict?: { id: number | null } | null;
    progress?: { state: string } | null;
  };
  const about = id ?? solutionId;
  // A judge may have the solution before its event is sent: the state in it is the one of that moment.
  const outcome = event === 'new solution' ? undefined : (verdict?.id ?? progress?.state);
  return [event, about && `#${solutionIds.indexOf(about) + 1}`, outcome].filter(Boolean).join(' ');
}

/**
 * Waits until every update of a table that was held back so far is sent. Rooms pause equally long between two updates
 * and in the order in which the pauses began, so the second update of the quiet room comes after those of the others.
 */
async function tablesAreUpdated(): Promise<void> {
  const updates = () => quiet.ear.heard('table update').length;
  for (let round = 1; round <= 2; round += 1) {
    const before = updates();
    await announce(server.services.db, 'contest.changed', { contestId: quiet.contest.id });
    await expect.poll(updates, { interval: 10 }).toBeGreaterThan(before);
  }
}

/**
 * Returns the events that each person has received since the last call, each event once.
 *
 * @param wanted events that have to come: what is read before it is told may come after the updates of tables
 */
async function heard(wanted: Readonly<Record<string, readonly string[]>> = {}) {
  await tablesAreUpdated();
  for (const [name, awaited] of Object.entries(wanted)) {
    const described = () => ears.get(name)?.events.map(describeEvent);
    await expect.poll(described).toEqual(expect.arrayContaining([...awaited]));
  }
  const all = await Promise.all(
    [...ears].map(async ([name, { ear, events }]) => {
      // Its answer comes after all that was sent before; a visitor's request would get none.
      if (name !== VISITOR) await ear.asks('contest.left', { contestId: 999_999 });
      return [name, [...new Set(events.splice(0).map(describeEvent))].sort()] as const;
    }),
  );
  return Object.fromEntries(all.filter(([, events]) => events.length > 0));
}

async function expectHeard(wanted: Readonly<Record<string, readonly string[]>>) {
  expect(await heard(wanted)).toEqual(wanted);
}

function expectNoMarks(name: string, text: string) {
  if (name !== 'the jury' && text.includes(JUDGE_NAME))
    faults.push(`${name} was told of the judge by ${text}`);
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

/**
 * Collects everything that a person receives from the API at this moment.
 *
 * @param how `brief` for people to whom most is closed, and for repeated looks: with fewer of the possible queries
 */
async function told(
  name: string,
  client: TestClient,
  how: 'thorough' | 'brief' | 'bare' = 'thorough',
): Promise<Map<string, string>> {
  const everything = [
    'count=Infinity&limit=100&select=all&raw=1&q=anna&locale=en-us',
    `filterUserIds=${anna.user.id}&filterVerdictIds=1,2,3&ids=${anna.user.id}`,
    `userId=${anna.user.id}&groupId=${groupId}&peerUserId=${anna.user.id}`,
  ].join('&');
  const brief = ['', `?${everything}&showInTimeMs=Infinity`];
  const thorough = [
    ...brief,
    `?${everything}&showInTimeMs=${momentAgoMs}`,
    '?scope=contest&past=real',
    `?scope=contest&past=real&audience=public&showInTimeMs=${momentAgoMs}`,
  ];
  // How often languages are used is counted once a minute, which may fall between two looks.
  await announce(server.services.db, 'languages.stored', {});
  // A look itself stands in the log of changes: whoever exports the list of people leaves an entry.
  await server.services.db.deleteFrom('auditEntry').where('action', '=', 'user.export').execute();
  await server.services.announcements.caughtUp();
  const answers = await everythingTold(client, calls, { thorough, brief, bare: [''] }[how]);
  for (const [call, text] of answers) expectNoMarks(name, `${call} ${text}`);
  return answers;
}
/** Instant for the table of the past. */
let momentAgoMs = 0;

async function send(person: Person, symbolIndex: string, solution: string): Promise<number> {
  const reply = await person.submit(contest, { symbolIndex, solution });
  expect(reply.status, reply.text).toBe(200);
  const id = Number(reply.json.id);
  solutionIds.push(id);
  calls = readingCalls(server, addresses());
  return id;
}

/** Judges the only waiting solution, step by step. */
async function judgeNext(verdict: JudgeResult['verdict'], result: Partial<JudgeResult> = {}): Promise<void> {
  const task = await judge.mustClaim();
  await judge.progress(task, 'testing', SECRETS.testNumber);
  const { timeMs, memoryKb, testNumber } = SECRETS;
  await judge.result(task, { verdict, timeMs, memoryKb, testNumber, ...result });
}

/** Moves an instant of the contest (freeze or end) to now. */
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

/** Returns results and pending tries of all participants on A and B, as a person sees them. */
async function results(viewer: Person): Promise<Record<string, string>> {
  const table = (await viewer.get(`/api/contest/${contest.id}/table2`)).as(ScoreboardPage);
  return Object.fromEntries(
    table.rows.map(({ user, cells }) => [
      user.username,
      cells.map(({ result, pendingTries }) => result + (pendingTries ? ` ?${pendingTries}` : '')).join(' | '),
    ]),
  );
}

async function pageOf(person: Person, path: string): Promise<Page> {
  const page = await story.pageOf(person);
  await show(page, path);
  return page;
}

const show = (page: Page, path: string) => page.goto(`${server.url}/contest/${contest.id}/${path}`);
const goTo = (page: Page, path: string) => visit(page, `${server.url}/contest/${contest.id}/${path}`);

/** Returns the content of a participant's cell, as seen and as read aloud. */
const cell = (page: Page, participant: string, index: string) =>
  tableRow(page, `First ${participant}`)
    .getByTitle(new RegExp(`^${index}: `))
    .getAttribute('title');
const waitForCell = (page: Page, participant: string, index: string, says: RegExp) =>
  expect.poll(() => cell(page, participant, index)).toMatch(says);

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
      'new solution #1',
      'table update',
      'verdict updated #1 2',
      'verdict updated #1 compiling',
      'verdict updated #1 testing',
    ];
    await expectHeard({ anna: hers, 'the jury': hers, boris: ['table update'] });
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
  /** Answers that boris receives when anna's solution is sent but not judged. */
  let known: Map<string, string>;
  beforeAll(async () => {
    [borisTable, borisMonitor] = [await story.pageOf(boris), await story.pageOf(boris)];
    juryTable = await story.pageOf(jury);
  });

  test('that something was sent is all that the others learn of it', async () => {
    await turn('relativeFreezeTimeMs');
    await pause(5); // a solution that is sent at the exact instant still counts
    momentAgoMs = await databaseNowMs(server.services.db);
    await heard();
    await show(borisTable, 'table');
    await show(borisMonitor, 'monitor');
    await show(juryTable, 'table');
    for (const page of [borisTable, borisMonitor])
      await page.getByText(t('scoreboard.frozen'), { exact: true }).waitFor();
    await waitForCell(borisTable, 'anna', 'B', /nothing sent$/);

    await send(anna, 'B', SECRETS.source);

    await waitForCell(borisTable, 'anna', 'B', /nothing sent, sent after the freeze$/);
    await waitForCell(borisMonitor, 'anna', 'B', /nothing sent, sent after the freeze$/);
    const hers = ['new solution #2', 'table update'];
    await expectHeard({ anna: hers, 'the jury': hers, boris: ['table update'] });
    expect(await results(boris)).toEqual({ anna: '-1 | — ?1', boris: '— | —' });
    known = await told('boris', boris);
    expect(differences(known, await told('boris', boris, 'brief'))).toEqual([]); // reading changes nothing
    expect([...known].filter(([, answer]) => answer.startsWith('200')).length).toBeGreaterThan(40);
  });

  test('the author and the jury receive the verdict at once, others nothing', async () => {
    const unmoved = await Promise.all(outsiders.map(([name, client]) => told(name, client, 'brief')));
    const juryKnew = await told('the jury', jury, 'bare');

    await judgeNext('accepted');

    await waitForCell(juryTable, 'anna', 'B', /^B: solved at /);
    const hers = [
      'table update',
      'verdict updated #2 1',
      'verdict updated #2 compiling',
      'verdict updated #2 testing',
    ];
    await expectHeard({ anna: hers, 'the jury': hers });
    expect(differences(known, await told('boris', boris))).toEqual([]);
    for (const [index, [name, client]] of outsiders.entries()) {
      expect([name, differences(unmoved[index] ?? new Map(), await told(name, client, 'brief'))]).toEqual([
        name,
        [],
      ]);
    }
    expect((await results(anna)).anna).toBe('-1 | +');
    expect((await results(jury)).anna).toBe('-1 | +');
    expect(differences(juryKnew, await told('the jury', jury, 'bare')).length).toBeGreaterThan(5);
  });

  test.each<[string, (solutionId: number) => Promise<unknown>, string[]]>([
    [
      'the jury changes the verdict',
      (id) => jury.decide(id, VERDICTS.wrongAnswer.id),
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
      'it is accepted after all', // steps of what is judged again together are not announced
      () => judgeNext('accepted'),
      ['table update', 'verdict updated #2 1'],
    ],
  ])('nothing is learnt by others when %s', async (_what, happens, hers) => {
    await happens(solutionIds[1] ?? 0);
    await expectHeard({ anna: hers, 'the jury': hers });
    expect(differences(known, await told('boris', boris, 'brief'))).toEqual([]);
  });

  test('others receive nothing of her trial runs', async () => {
    const url = `/api/contest/${contest.id}/trial-runs`;
    const started = await anna.post(url, { symbolIndex: 'B', languageId: 5, solution: SECRETS.source });
    expect(started.status, started.text).toBe(200);
    const task = await judge.mustClaimTrial();
    await judge.trialProgress(task, 'testing', SECRETS.testNumber);
    expect(await judge.trialResult(task)).toBe(true);

    expect(Object.keys(await heard())).toEqual(['anna']);
    expect(differences(known, await told('boris', boris, 'brief'))).toEqual([]);
    await told('anna', anna, 'brief');
  });

  test('the pages of the other show no more, live, in the past and after a reload', async () => {
    for (const page of [borisTable, borisMonitor]) {
      expect(await cell(page, 'anna', 'B')).toMatch(/nothing sent, sent after the freeze$/);
      await page.reload();
      await waitForCell(page, 'anna', 'B', /nothing sent, sent after the freeze$/);
      expect(await tableRow(page, 'First anna').getByRole('button', { name: /^B/ }).count()).toBe(0);
    }
    const nowMs = await databaseNowMs(server.services.db);
    await borisTable.goto(`${server.url}/contest/${contest.id}/table?at=${nowMs}`);
    await waitForCell(borisTable, 'anna', 'B', /nothing sent/);
    await goTo(borisTable, 'solutions/all');
    await borisTable.waitForURL(/\/solutions\/my$/);
    await borisTable.getByText(t('solutions.emptyTitle')).waitFor();
    await goTo(borisTable, 'problems');
    await borisTable.getByText(t('problems.solvedOf', { solved: 0, all: 2 })).waitFor();
    await story.giveBack(borisMonitor);
  });

  test('the author’s page has the verdict, and her row is alive', async () => {
    const page = await pageOf(anna, 'solutions/my');
    await page.getByRole('table').getByText(t('verdict.1'), { exact: true }).waitFor();
    await goTo(page, 'table');
    await waitForCell(page, 'anna', 'B', /^B: solved at /);
    await tableRow(page, 'First anna')
      .getByRole('button', { name: /^B: solved/ })
      .click();
    await page.getByRole('dialog').getByText(t('verdict.1'), { exact: true }).waitFor();
  });

  test('the jury opens everybody’s cells and solutions', async () => {
    await tableRow(juryTable, 'First anna')
      .getByRole('button', { name: /^B: solved/ })
      .click();
    await juryTable.getByRole('dialog').getByText(t('verdict.1'), { exact: true }).waitFor();
    await goTo(juryTable, 'solutions/all');
    await juryTable.getByRole('table').getByText(t('verdict.1'), { exact: true }).waitFor();
    await story.giveBack(juryTable);
  });

  test('the page of a person without access is redirected, that of a visitor to the sign-in', async () => {
    const page = await pageOf(stranger, 'table');
    await page.waitForURL(/\/contests$/);
    expect(await page.getByText('anna').count()).toBe(0);
    // A separate page: calls of a page that is just signed out would still be under way.
    const visitors = await story.newPage();
    await visitors.goto(`${server.url}/contest/${contest.id}/table`);
    await visitors.waitForURL(/\/auth/);
  });
});

describe('after the freeze', () => {
  test('all participants receive the results, and still no solutions of others', async () => {
    const page = await pageOf(boris, 'table');
    await waitForCell(page, 'anna', 'B', /nothing sent/);

    await turn('durationTimeMs');

    const toAll = ['contest changed', 'table update']; // for the changed times
    await expectHeard({ anna: toAll, 'the jury': toAll, boris: toAll });
    expect(await results(boris)).toEqual({ anna: '-1 | +', boris: '— | —' });
    await waitForCell(page, 'anna', 'B', /^B: solved at /);
    await page.getByText(t('scoreboard.frozen'), { exact: true }).waitFor({ state: 'detached' });
    await told('boris', boris);
    for (const [name, client] of outsiders) await told(name, client, 'brief');
    const cellUrl = `/api/contest/${contest.id}/table/solutions/user/${anna.user.id}/problem/B`;
    expect((await boris.get(cellUrl)).json.error?.code).toBe('CELL_NOT_YOURS');
    expect((await boris.get(`/api/contest/${contest.id}/solutions/${solutionIds[1]}/code`)).status).toBe(404);
  });

  test('the table of a past instant shows what was public then', async () => {
    const past = (await boris.get(`/api/contest/${contest.id}/table2?showInTimeMs=${momentAgoMs}`)).as(
      ScoreboardPage,
    );
    const row = past.rows.find(({ user }) => user.id === anna.user.id);
    expect(row?.cells.map(({ result }) => result)).toEqual(['-1', '—']);
  });
});
