import { readFileSync } from 'node:fs';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { VERDICTS, type VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { appendContestEvent } from '@balloon/server/features/contests/contest-log.ts';
import { announce } from '@balloon/server/realtime/announcements.ts';
import { ROOMS } from '@balloon/server/realtime/rooms.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFaultsOfPresentLook, PHONE, visit } from '#browser/browser.ts';
import { connectAfter } from '#browser/hold-calls.ts';
import { t, tableRow } from '#browser/person.ts';
import { HOLD_UP_MS } from '#browser/slow-line.ts';
import { tellStory } from '#browser/story.ts';

/*
 * A frozen contest on its scoreboard, used by a participant and a supervisor side by side. The tests build on
 * each other.
 */

const MINUTE = 60_000;
const NAMES = ['anna', 'boris', 'chen', 'dora', 'emil', 'fatma', 'goran', 'hana'];

let server: TestServer;
let contest: GivenContest;
const people = new Map<string, Person>();
let jury: Person;
let annaPage: Page;
let juryPage: Page;

const { faults, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  const { given } = server;
  const [north, south] = [await given.group('North'), await given.group('South')];
  contest = await given.contest({
    startsInMin: -200,
    freezeInMin: -20,
    problems: ['A', 'B'],
    groups: [north, south],
  });
  for (const [place, username] of NAMES.entries()) {
    const groups = [place % 2 === 0 ? north : south];
    people.set(username, await given.participant(contest, { username, groups }));
  }
  jury = await given.admin();
  // hana leads; anna solved nothing before the freeze, and A in it.
  for (const [place, username] of NAMES.entries())
    if (place > 0) await sent(username, 100 - place, 'accepted');
  await sent('anna', 50, 'wrongAnswer');
  await sent('anna', 190, 'accepted');
  annaPage = await enter(person('anna'), 'table');
  juryPage = await enter(jury, 'table');
});

function person(username: string): Person {
  const found = people.get(username);
  if (!found) throw new Error(`Nobody is called ${username}`);
  return found;
}

let lastSolutionId = 0;

/** Inserts a judged solution of problem A, or of the problem at another place. */
async function sent(
  username: string,
  minute: number,
  verdict: VerdictKey,
  place = 0,
  to: GivenContest = contest,
): Promise<void> {
  lastSolutionId += 1;
  const event = {
    type: 'solution',
    solutionId: lastSolutionId,
    userId: person(username).user.id,
    problemId: to.problemIds[place] ?? 0,
    sentAtMs: to.startTimeMs + minute * MINUTE,
    verdictId: VERDICTS[verdict].id,
  } as const;
  await server.services.db.transaction().execute(async (tx) => {
    await appendContestEvent(tx, to.id, event, await databaseNowMs(tx));
  });
}

async function enter(who: Person, screen: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await pageOf(who, options);
  await page.goto(`${server.url}/contest/${contest.id}/${screen}`);
  await page.getByRole('rowheader').first().waitFor();
  return page;
}

/** Returns `place name` of each row, as it is read. */
const rowsOf = (page: Page) =>
  page.locator('tbody tr[data-user]').evaluateAll((rows) =>
    rows.map((row) => {
      const name = row.querySelector('th [title], th button')?.textContent?.replace('First ', '') ?? '';
      return `${row.querySelector('td')?.textContent ?? ''} ${name}`;
    }),
  );

const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: t('scoreboard.more') }).click();
  await page.getByRole('menuitem', { name: t(item) }).click();
};

test('a participant finds people by name, with their places, and the way back to the own row', async () => {
  const search = annaPage.getByRole('searchbox', { name: t('scoreboard.search') });
  await search.fill('go');
  await annaPage.waitForURL(/q=go$/);
  await expect.poll(() => rowsOf(annaPage)).toEqual(['8 anna', '2 goran']); // the own row stays pinned
  await search.fill('nobody at all');
  await annaPage.getByText(t('scoreboard.notFoundTitle')).waitFor();
  await annaPage.getByRole('button', { name: t('scoreboard.showEverybody') }).click();
  await expect.poll(async () => (await rowsOf(annaPage)).length).toBe(NAMES.length);

  await search.fill('boris');
  await expect.poll(async () => (await rowsOf(annaPage)).length).toBe(2);
  await annaPage.getByRole('button', { name: t('scoreboard.goToMe') }).click();
  await annaPage.waitForURL(/\/table$/);
  await expect
    .poll(() => annaPage.evaluate(() => document.activeElement?.closest('tr')?.dataset.own))
    .toBe('true');
});

test('only groups that the person may see are offered', async () => {
  const group = (page: Page) => page.getByRole('combobox', { name: t('scoreboard.group') });
  await group(annaPage).click();
  await expect
    .poll(() => annaPage.getByRole('option').allTextContents())
    .toEqual([t('scoreboard.allGroups'), 'North']);
  await annaPage.keyboard.press('Escape');
  await group(juryPage).click();
  await juryPage.getByRole('option', { name: 'South' }).click();
  await expect
    .poll(async () => (await rowsOf(juryPage)).filter((row) => !row.includes('user')))
    .toEqual(['1 hana', '3 fatma', '5 dora', '7 boris']);
  await group(juryPage).click();
  await juryPage.getByRole('option', { name: t('scoreboard.allGroups') }).click();
  await expect.poll(async () => (await rowsOf(juryPage)).length).toBe(NAMES.length + 1); // the supervisor's too
});

test('results during the freeze reach the supervisor at once and no other person', async () => {
  await sent('boris', 195, 'accepted', 1);
  await tableRow(juryPage, 'First boris').getByTitle('B: solved at 03:15').waitFor();
  await annaPage.reload(); // she does not receive verdicts of the freeze
  await tableRow(annaPage, 'First boris')
    .getByTitle(`B: ${t('scoreboard.cellNothing')}, ${t('scoreboard.cellFrozen')}`)
    .waitFor();
  const statistics = (page: Page) => page.locator('tfoot td').nth(4).innerText();
  await expect.poll(() => statistics(juryPage)).toContain('1 of 1');
  await expect.poll(() => statistics(annaPage)).toContain('0 of 0');
  await visit(juryPage, `${server.url}/contest/${contest.id}/table?as=public`);
  await juryPage.getByText(t('scoreboard.publicShown')).waitFor();
  await expect.poll(() => statistics(juryPage)).toContain('0 of 0');
});

/** Time in ms for which a page waits, by its own clock, before it reads its table for a reason that it has by now. */
const READS_WITHIN_MS = 1_500;

/** Follows how a page reads its table; call before it is loaded. */
function readingsOf(page: Page) {
  const asked: string[] = [];
  let ended = 0;
  const first = Promise.withResolvers<void>();
  const isOfTable = (request: Request) => request.url().includes('/table2');
  const noteEnd = (request: Request) => {
    if (!isOfTable(request)) return;
    ended += 1;
    first.resolve();
  };
  page.on('request', (request) => isOfTable(request) && asked.push(request.url()));
  page.on('requestfinished', noteEnd);
  page.on('requestfailed', noteEnd);
  return {
    asked,
    /** The first reading; a connection that began before it would be no reason to read once more. */
    first: first.promise,
    /** Resolves when the page has read the table as often as it has a reason to. */
    async settled() {
      // The first connection makes the page read once more what it has read before it.
      await expect.poll(() => ended).toBeGreaterThan(1);
      let before: number;
      do {
        before = ended;
        await page.evaluate(
          (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
          READS_WITHIN_MS + HOLD_UP_MS,
        );
      } while (before !== asked.length || before !== ended);
    },
  };
}

test('a verdict moves rows on open tables without a request', async () => {
  const { given } = server;
  const live = await given.contest();
  for (const name of ['anna', 'boris']) await given.joined(person(name).user, live);
  for (const [viewer, screen] of [
    [person('anna'), 'table'],
    [jury, 'monitor'],
  ] as const) {
    const page = await pageOf(viewer);
    const frames: string[] = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(`${payload}`)));
    const rowsTold = () => frames.filter((frame) => frame.includes('"table rows"')).length;
    const readings = readingsOf(page);
    await connectAfter(page, readings.first);
    await page.goto(`${server.url}/contest/${live.id}/${screen}`);
    await expect.poll(rowsTold).toBeGreaterThan(0);
    await tableRow(page, 'First boris').waitFor();
    await readings.settled();
    readings.asked.splice(0);
    const toldBefore = rowsTold();

    const problem = screen === 'table' ? 'wrongAnswer' : 'accepted';
    await sent('boris', screen === 'table' ? 5 : 6, problem, 0, live);
    const shown = screen === 'table' ? /^A: / : 'A: solved at 00:06';
    await tableRow(page, 'First boris').getByTitle(shown).waitFor();
    await expect.poll(rowsTold).toBeGreaterThan(toldBefore);
    expect(readings.asked).toEqual([]);
  }
});

test('columns of an open table are those of the contest after organisers change its problems', async () => {
  const { given, services } = server;
  const live = await given.contest({ problems: ['A', 'B'] });
  await given.joined(person('anna').user, live);
  const page = await pageOf(person('anna'));
  const readings = readingsOf(page);
  await connectAfter(page, readings.first);
  await page.goto(`${server.url}/contest/${live.id}/table`);
  await tableRow(page, 'First anna').waitFor();
  await expect.poll(() => services.sockets.hasMembers([ROOMS.contest(live.id)])).toBe(true);
  await readings.settled();
  const columns = () =>
    page.locator('thead a').evaluateAll((links) => links.map((link) => link.getAttribute('title')));
  await expect.poll(columns).toEqual(['A. Problem A', 'B. Problem B']);

  await jury.post(`/api/admin/contests/${live.id}/live/problems/A/scoring`, { isDisabled: true });
  await expect.poll(columns).toEqual([`A. Problem A · ${t('scoreboard.problemDisabled')}`, 'B. Problem B']);

  const problemId = await given.problem('Problem C');
  await services.db.transaction().execute(async (tx) => {
    await tx.insertInto('contestProblem').values({ contestId: live.id, problemId, position: 2 }).execute();
    await announce(tx, 'contest.changed', { contestId: live.id });
  });
  await expect.poll(columns).toHaveLength(3);
  await expect.poll(() => tableRow(page, 'First anna').locator('td').count()).toBe(3 + 3);
});

test('an open table goes on after the contest was removed for a moment', async () => {
  const { given, services } = server;
  const live = await given.contest();
  for (const name of ['anna', 'boris']) await given.joined(person(name).user, live);
  const page = await pageOf(person('anna'));
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(`${payload}`)));
  await page.goto(`${server.url}/contest/${live.id}/table`);
  await expect.poll(() => frames.some((frame) => frame.includes('"table rows"'))).toBe(true);
  const remove = (isSuspended: boolean) =>
    services.db.transaction().execute(async (tx) => {
      await tx.updateTable('contest').set({ isSuspended }).where('id', '=', live.id).execute();
      await announce(tx, 'contest.changed', { contestId: live.id });
    });
  await remove(true);
  await expect.poll(() => services.sockets.hasMembers([ROOMS.contest(live.id)])).toBe(false);
  await remove(false);
  await expect.poll(() => services.sockets.hasMembers([ROOMS.contest(live.id)])).toBe(true);
  await sent('boris', 6, 'accepted', 0, live);
  await tableRow(page, 'First boris').getByTitle('A: solved at 00:06').waitFor();
  expect(faults.splice(0).filter((fault) => !/^40[34] /.test(fault))).toEqual([]);
});

test('a table that missed a change is read until it is what was told', async () => {
  const { given } = server;
  const live = await given.contest();
  for (const name of ['anna', 'boris']) await given.joined(person(name).user, live);
  const page = await pageOf(person('anna'));
  let frames = 0;
  let isDeaf = false;
  const readings = readingsOf(page);
  await page.routeWebSocket(/socket\.io/, async (line) => {
    await readings.first;
    const site = line.connectToServer();
    site.onMessage((frame) => {
      const isOfRows = `${frame}`.includes('"table rows"');
      if (isOfRows) frames += 1;
      if (!(isOfRows && isDeaf)) line.send(frame);
    });
  });
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/table2') && response.status() === 200) answers.push(await response.text());
  });
  await page.goto(`${server.url}/contest/${live.id}/table`);
  await tableRow(page, 'First boris').waitFor();
  await expect.poll(() => frames).toBeGreaterThan(0);
  await readings.settled();
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  const stale = answers.at(-1) ?? '';
  // Two answers are those of a web process that has yet to hear of the change.
  let late = 2;
  await page.route('**/table2*', (route) => {
    late -= 1;
    return late >= 0 ? route.fulfill({ contentType: 'application/json', body: stale }) : route.continue();
  });
  isDeaf = true;
  const before = frames;
  await sent('boris', 5, 'wrongAnswer', 0, live);
  await expect.poll(() => frames).toBeGreaterThan(before);
  isDeaf = false;
  await sent('boris', 6, 'accepted', 0, live);
  await tableRow(page, 'First boris').getByTitle('A: solved at 00:06').waitFor();
  expect(late).toBeLessThan(0);
});

test('the projector shows public results only, even to a supervisor, and Escape leaves it', async () => {
  await visit(juryPage, `${server.url}/contest/${contest.id}/table`);
  await juryPage.getByText(t('scoreboard.publicShown')).waitFor({ state: 'detached' });
  await juryPage.getByRole('button', { name: t('scoreboard.projector') }).press('Enter');
  const wall = juryPage.getByRole('dialog', { name: t('scoreboard.projector') });
  await wall.getByText(/^The scoreboard was frozen with/).waitFor();
  const anna = wall.getByRole('row').filter({ has: juryPage.getByRole('rowheader', { name: 'First anna' }) });
  await expect
    .poll(() => anna.getByRole('cell').allInnerTexts())
    .toEqual(['8', '0', '0', expect.stringMatching(/-1|−1/), '—']);
  expect(await findFaultsOfPresentLook(juryPage)).toEqual([]);
  await juryPage.keyboard.press('Escape');
  await wall.waitFor({ state: 'detached' });
  await juryPage.waitForURL(/\/table$/);
  await expect.poll(() => focused(juryPage)).toBe(t('scoreboard.projector'));
});

/** Name of what has the focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel);

describe('the past', () => {
  const atMinute = (page: Page) =>
    (Number(new URL(page.url()).searchParams.get('at')) - contest.startTimeMs) / MINUTE;

  const instantOf = (minute: number) => Math.round(contest.startTimeMs + minute * MINUTE);

  test('is stepped through by keys and from change to change, and its address shows it to others', async () => {
    await visit(annaPage, `${server.url}/contest/${contest.id}/table`);
    await annaPage.waitForURL(/\/table$/);
    await annaPage.getByRole('button', { name: t('scoreboard.rewind') }).press('Enter');
    const slider = annaPage.getByRole('slider');
    await expect.poll(() => annaPage.evaluate(() => document.activeElement?.role)).toBe('slider');
    await annaPage.keyboard.press('Home');
    await annaPage.keyboard.press('PageUp');
    await annaPage.keyboard.press('Shift+ArrowRight');
    await annaPage.keyboard.press('ArrowRight');
    await expect.poll(() => atMinute(annaPage)).toBeCloseTo(11 + 1 / 6, 5);
    await annaPage.getByRole('button', { name: t('rewind.next') }).click();
    await expect.poll(() => atMinute(annaPage)).toBe(50);
    await expect.poll(async () => (await rowsOf(annaPage))[0]).toBe('1–8 anna');

    const address = annaPage.url();
    await juryPage.goto(address);
    await tableRow(juryPage, 'First anna').getByText('−1').waitFor();
    expect(await tableRow(juryPage, 'First hana').getByText('+').count()).toBe(0);
    expect(await findFaultsOfPresentLook(annaPage)).toEqual([]);

    await slider.focus();
    await pressWhenAddressChanges(annaPage, 'ArrowRight');
    const shown = await placesOf(slider);
    await annaPage.keyboard.press('ArrowRight');
    await expect.poll(() => atMinute(annaPage)).toBeCloseTo(50 + 2 / 6, 5);
    expect(await shown.jsonValue()).toEqual([50 + 1 / 6, 50 + 2 / 6].map(instantOf));
    await annaPage.getByRole('button', { name: t('scoreboard.rewindClose') }).click();
    await annaPage.waitForURL(/\/table$/);
    await expect.poll(() => focused(annaPage)).toBe(t('scoreboard.rewind'));
    await expect.poll(() => rowsOf(annaPage)).toContain('8 anna');
  });
});

/** Collects the instants that a slider comes to from now on. */
const placesOf = (slider: Locator) =>
  slider.evaluateHandle((thumb) => {
    const places: number[] = [];
    const note = () => places.push(Number(thumb.getAttribute('aria-valuenow')));
    new MutationObserver(note).observe(thumb, { attributeFilter: ['aria-valuenow'] });
    return places;
  });

/** Presses a key after the address was changed and before the page draws what it says. */
const pressWhenAddressChanges = (page: Page, key: string) =>
  page.evaluate((pressed) => {
    const { replaceState } = history;
    history.replaceState = (...state) => {
      history.replaceState = replaceState;
      history.replaceState(...state);
      const event = new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    };
  }, key);

describe('paper and files', () => {
  test('a page of few rows is printed as the whole table', async () => {
    const page = await enter(person('anna'), 'table');
    await page.getByRole('combobox', { name: t('scoreboard.rowsPerPage') }).click();
    await page.getByRole('option', { name: '5', exact: true }).click();
    await expect.poll(async () => (await rowsOf(page)).length).toBe(5 + 1); // the own one is pinned
    await page.evaluate(() => {
      window.print = () => {
        dispatchEvent(new Event('beforeprint'));
        document.title = `${document.querySelectorAll('main > div > table tbody tr').length} rows`;
        dispatchEvent(new Event('afterprint'));
      };
    });
    await choose(page, 'scoreboard.print');
    await expect.poll(() => page.title()).toBe(`${NAMES.length + 1} rows`); // plus the statistics
  });

  test('the file has the rows that the viewer sees', async () => {
    const waiting = annaPage.waitForEvent('download');
    await choose(annaPage, 'scoreboard.csv');
    const file = await (await waiting).path();
    const lines = readFileSync(file, 'utf8').split('\r\n');
    expect(lines).toHaveLength(NAMES.length + 2);
    expect(lines.at(-1)).toContain('The scoreboard was frozen with');
    expect(lines.find((line) => line.includes('boris'))).toBe('7,First boris,boris,1,99,0,01:39,,,,1');
  });
});

test('a supervisor removes a range of people by keyboard, sees failures, and tries again', async () => {
  await juryPage.goto(`${server.url}/contest/${contest.id}/table`);
  await juryPage.getByRole('rowheader').first().waitFor();
  await choose(juryPage, 'selection.start');
  const box = (name: string) => juryPage.getByRole('checkbox', { name: `First ${name}`, exact: true });
  await box('fatma').focus();
  await juryPage.keyboard.press('Space');
  await juryPage.keyboard.press('ArrowDown');
  await juryPage.keyboard.press('ArrowDown');
  await juryPage.keyboard.press('Shift+Space');
  await juryPage.getByText(t('selection.count_other', { count: 3 })).waitFor();
  expect(await findFaultsOfPresentLook(juryPage)).toEqual([]);

  const address = `**/api/admin/contests/${contest.id}/users/${person('emil').user.id}`;
  const refusal = {
    error: { code: 'TRY_LATER', description: 'Not now', message: '', httpCode: 409, restParams: {} },
  };
  await juryPage.route(address, (route) => route.fulfill({ status: 409, json: refusal }));
  await juryPage.getByRole('button', { name: t('selection.remove') }).click();
  await juryPage
    .getByRole('dialog')
    .getByRole('button', { name: t('selection.remove') })
    .click();
  const report = juryPage.getByRole('dialog', { name: t('selection.reportTitle') });
  await report.getByText('First emil').waitFor();
  await report.getByText('Not now').waitFor();
  expect(faults.splice(0)).toEqual([expect.stringMatching(/^409 /)]);

  await juryPage.unroute(address);
  await report.getByRole('button', { name: t('selection.repeat_one', { count: 1 }) }).click();
  const left = NAMES.length - 3;
  await expect.poll(async () => (await rowsOf(juryPage)).length).toBe(left + 1);
  // The participant's table updates without a reload.
  await expect.poll(async () => (await rowsOf(annaPage)).length).toBe(left);
});

test('a long monitor draws the visible rows, and all rows for the browser’s search', async () => {
  const { given, services } = server;
  const crowd = await services.db
    .insertInto('account')
    .values(
      Array.from({ length: 300 }, (_, n) => ({
        username: `crowd-${n}`,
        firstName: 'Crowd',
        lastName: `${n}`,
        registeredAtMs: n,
      })),
    )
    .returning('id')
    .execute();
  for (const { id } of crowd) await given.joined({ ...jury.user, id }, contest);
  const page = await enter(person('anna'), 'monitor');
  const drawn = async () => (await rowsOf(page)).length;
  // A table that has yet to hear of most of them is drawn as a whole.
  await expect.poll(drawn).toSatisfy((rows: number) => rows > 10 && rows < 100);
  const scroller = page.locator('div:has(> table)');
  // Rows of people who joined last may come after the others.
  await expect
    .poll(async () => {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return page.getByRole('rowheader', { name: 'Crowd 299' }).isVisible();
    })
    .toBe(true);
  await expect.poll(async () => (await rowsOf(page)).filter((row) => row.endsWith(' anna'))).toHaveLength(1); // pinned

  await page.keyboard.press('Control+f');
  await expect.poll(drawn).toBe(300 + NAMES.length - 3);
});

test('fits a phone in the dark', async () => {
  const options: BrowserContextOptions = { viewport: PHONE, colorScheme: 'dark' };
  const page = await enter(jury, `table?at=${contest.startTimeMs + 60 * MINUTE}`, options);
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  await page.goto(`${server.url}/contest/${contest.id}/table`);
  await tableRow(page, 'First anna').waitFor(); // opened earlier, the menu was gone once before its entry was pressed; why is not known
  await choose(page, 'selection.start');
  await page.getByRole('checkbox', { name: 'First anna', exact: true }).click();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
});
