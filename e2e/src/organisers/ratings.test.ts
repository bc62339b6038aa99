import { readFile } from 'node:fs/promises';
import { ROOMS } from '@balloon/server/realtime/rooms.ts';
import type { Person } from '@balloon/server/testing/test-server.ts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFaultsOfPresentLook, visit } from '#browser/browser.ts';
import { changeAnswers } from '#browser/hold-calls.ts';
import { fieldOf, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { openRatedSite, type RatedSite } from '#sites/rated-site.ts';

/*
 * A group after its first two contests, with computed ratings: a participant looks at the group and at
 * histories, makes a table from contests, and finds all submissions. The tests build on each other.
 */

let site: RatedSite;
let url: string;
let anna: Person;
let boris: Person;
let admin: Person;
/** Pages that the tests use one after the other. */
let annaPage: Page;
let borisPage: Page;
let adminPage: Page;
let contestIds: number[];

const { faults, pageOf } = tellStory(async () => {
  site = await openRatedSite('Second year');
  url = site.server.url;
  return site.server;
});
beforeAll(async () => {
  anna = await site.member('Anna', 'Smirnova');
  boris = await site.member('Boris', 'Orlov');
  admin = await site.server.given.admin();
  const first = await site.contest('Autumn cup', 24 * 20, [anna, boris]);
  const second = await site.contest('Winter cup', 24 * 3, [anna, boris]);
  await site.solution(first, anna, 10);
  await site.solution(first, boris, 30, { verdict: 'wrongAnswer' });
  await site.solution(second, anna, 20);
  await site.solution(second, anna, 50, { problem: 1 });
  await site.solution(second, boris, 400); // practice
  contestIds = [first.id, second.id];
  [annaPage, borisPage, adminPage] = [await pageOf(anna), await pageOf(boris), await pageOf(admin)];
});

const rows = (page: Page, table: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

describe('ratings', () => {
  test('are absent at first, and an admin is led to their computation', async () => {
    const page = adminPage;
    await page.goto(`${url}/rating`);
    await page.getByText(t('rating.emptyTitle')).waitFor();
    await page.getByRole('link', { name: t('rating.compute') }).click();
    await page.getByText(t('ratingAdmin.noHistoryTitle')).waitFor();
    expect((await admin.post('/api/admin/computeRatings')).status).toBe(200);
    await page.goto(`${url}/rating`);
    await rows(page, t('rating.groupTable')).first().waitFor();
  });

  test('of the group stand in a table, the own row marked, with a search in the address', async () => {
    const page = borisPage;
    await page.goto(`${url}/rating`);
    const table = rows(page, t('rating.groupTable'));
    await expect
      .poll(() => table.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^1\s+Anna Smirnova/),
        expect.stringMatching(/^2\s+Boris Orlov\s*you/),
      ]);
    expect(await page.getByRole('link', { name: t('rating.compute') }).count()).toBe(0);
    expect(await findFaultsOfPresentLook(page)).toEqual([]);

    await page.getByRole('searchbox').fill('smirn');
    await page.waitForURL(/query=smirn/);
    await page.getByRole('row', { name: /Anna/ }).waitFor();
    await page.getByRole('searchbox').fill('nobody of that name');
    await page.getByText(t('rating.nobodyTitle')).waitFor();
  });

  test('open as a history with a chart and a table, from one person of the group to the other', async () => {
    const page = borisPage;
    await visit(page, `${url}/rating`);
    await page.getByRole('button', { name: 'Anna Smirnova' }).click();
    const dialog = page.getByRole('dialog', { name: t('rating.historyOf', { name: 'Anna Smirnova' }) });
    await dialog.getByRole('row', { name: /Winter cup/ }).waitFor();
    await expect
      .poll(() => rows(page, t('rating.historyTable')).allInnerTexts())
      .toEqual([
        expect.stringMatching(/Winter cup[\s\S]*\b1\b[\s\S]*1\.5[\s\S]*\+\d+\.\d/),
        expect.stringMatching(/Autumn cup[\s\S]*\b1\b[\s\S]*1\.5[\s\S]*\+13\.5[\s\S]*1514/),
      ]);
    await dialog.locator('.recharts-wrapper svg circle').first().waitFor();
    expect(await findFaultsOfPresentLook(page)).toEqual([]);

    await dialog.getByRole('button', { name: t('rating.showGroup') }).click();
    await dialog.getByRole('button', { name: 'Boris Orlov' }).click();
    await page
      .getByRole('dialog', { name: t('rating.historyOf', { name: 'Boris Orlov' }) })
      .getByRole('row', { name: /Autumn cup.*−15\.5/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('show a notice to a person without groups', async () => {
    const page = await pageOf(await site.server.given.signedIn(await site.server.given.user()));
    await page.goto(`${url}/rating`);
    await page.getByText(t('rating.noGroupsText')).waitFor();
  });
});

test('the names of a contest’s table wear their ratings and open them too', async () => {
  const page = borisPage;
  await visit(page, `${url}/contest/${contestIds[1]}/table`);
  const name = page.getByRole('button', { name: 'Anna Smirnova' });
  await expect.poll(() => name.getAttribute('title')).toMatch(/\b15\d\d$/);
  await name.click();
  await page
    .getByRole('dialog')
    .getByRole('row', { name: /Winter cup/ })
    .waitFor();
});

test('a person without groups has no history, and the dialog shows the reason', async () => {
  const { given } = site.server;
  const contest = await given.contest({ name: 'Open cup' });
  const page = await pageOf(await given.participant(contest), { locale: 'ru-RU' });
  await page.goto(`${url}/contest/${contest.id}/table`);
  await page.getByRole('rowheader').getByRole('button').click();
  await page.getByRole('dialog').getByText('Пользователь не состоит ни в одной из групп').waitFor();
});

test('for a person in groups hidden from the reader the dialog does not claim that there are none', async () => {
  const { given } = site.server;
  const contest = await given.contest({ name: 'Open to all' });
  const { user } = await given.participant(contest, { groups: [await given.group('Hidden circle')] });
  const viewer = await given.participant(contest, { groups: [await given.group('Own circle')] });
  const page = await pageOf(viewer, { locale: 'ru-RU' });
  await page.goto(`${url}/contest/${contest.id}/table`);
  await page.getByRole('rowheader', { name: user.username }).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Рейтинг вам не виден').waitFor();
  expect(await dialog.textContent()).not.toMatch(/Hidden circle|не состоит/);
});

/** Types on after the address was changed and before the page draws what it says. Collects what the field shows from then on. */
const typeWhenAddressChanges = (field: Locator, text: string) =>
  field.evaluateHandle((input, letters) => {
    const shown: (string | null)[] = [];
    const note = () => shown.push(input.getAttribute('value'));
    const { replaceState } = history;
    history.replaceState = (...state) => {
      history.replaceState = replaceState;
      history.replaceState(...state);
      new MutationObserver(note).observe(input, { attributeFilter: ['value'] });
      queueMicrotask(() => document.execCommand('insertText', false, letters)); // the router knows of the address by then
    };
    return shown;
  }, text);

/** Chooses in several lists, given by their names, before the page draws any of the choices. */
const changeAtOnce = (page: Page, choices: readonly (readonly [name: string, value: string])[]) =>
  page.evaluate((given) => {
    for (const [name, value] of given) {
      const list = document.querySelector<HTMLSelectElement>(`select[aria-label="${name}"]`);
      if (!list) throw new Error(`There is no list ${name}`);
      list.value = value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, choices);

describe('a table from contests', () => {
  test('keeps both of two filters that are chosen before the page draws the first', async () => {
    const page = adminPage;
    await page.goto(`${url}/admin/rating/create`);
    await page.getByRole('checkbox', { name: /Autumn cup/ }).waitFor();
    await changeAtOnce(page, [
      [t('contests.filter'), 'showOnlyFinished'],
      [t('contests.sort'), 'byStart asc'],
    ]);
    await page.waitForURL('**/create?category=showOnlyFinished&sort_item=byStart&sort_order=asc');
  });

  test('keeps a filter that is chosen before a page of the list is clicked and is not drawn yet', async () => {
    const page = adminPage;
    const leave = await changeAnswers(page, /\/api\/contest\/all\?/, (body) => ({
      ...body,
      contestsNumber: 1000,
    }));
    await page.goto(`${url}/admin/rating/create`);
    const second = page.getByRole('link', { name: t('pager.page', { page: 2 }) });
    await second.evaluate((link: HTMLAnchorElement, filter) => {
      const list = document.querySelector<HTMLSelectElement>(`select[aria-label="${filter}"]`);
      if (!list) throw new Error('There is no list of filters');
      list.value = 'showOnlyFinished';
      list.dispatchEvent(new Event('change', { bubbles: true }));
      link.click();
    }, t('contests.filter'));
    await page.waitForURL('**/create/page/2?category=showOnlyFinished');
    await leave();
  });

  test('is made from the ticked contests, adds up points, and is saved as a file', async () => {
    const page = annaPage;
    await page.goto(`${url}/rating`);
    await page.getByRole('link', { name: t('rating.view.contests') }).click();
    await page.getByRole('checkbox', { name: /Autumn cup/ }).check();
    await page.getByRole('checkbox', { name: /Winter cup/ }).check();
    expect(await findFaultsOfPresentLook(page)).toEqual([]);
    await page.getByRole('link', { name: t('rating.showScores') }).click();
    await page.waitForURL(`**/rating/create/${contestIds.join(',')}`);

    const table = rows(page, t('rating.scoresTitle'));
    const cells = async () => (await table.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
    await expect.poll(cells).toEqual(['1 Anna Smirnovayou 1 0 2 0 6 0 6', '2 Boris Orlov 0 0 0 1 0 1 1']);
    expect(await findFaultsOfPresentLook(page)).toEqual([]);

    const inPractice = fieldOf(page, t('rating.scoreInPractice'));
    const points = await typeWhenAddressChanges(inPractice, '5');
    await inPractice.fill('8');
    await page.waitForURL(/scoreInPractice=85/);
    await page.getByRole('row', { name: /^1 Boris Orlov.* 85$/ }).waitFor();
    expect(await points.jsonValue()).toEqual(['85']);
    await inPractice.fill('8');
    await page.waitForURL(/scoreInPractice=8(&|$)/);
    await page.getByRole('row', { name: /^1 Boris Orlov.* 8$/ }).waitFor();
    await fieldOf(page, t('rating.scoreInTime')).fill('4');
    await inPractice.fill('7');
    await page.waitForURL(/scoreInTime=4&scoreInPractice=7$/);
    await page.getByRole('row', { name: /^1 Anna Smirnova.* 12$/ }).waitFor(); // the row of Boris that is awaited below stands in the table before this one, too
    await fieldOf(page, t('rating.scoreInTime')).fill('2');
    await inPractice.fill('8');
    await page.getByRole('row', { name: /^1 Boris Orlov.* 8$/ }).waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: t('rating.csv') }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.split('\r\n')[1]).toBe('1,Boris Orlov,0,0,0,1,0,8,8');
  });

  test('returns to the choice without a contest, and shows an error for an unknown one', async () => {
    const page = annaPage;
    await visit(page, `${url}/rating/create/abc,-3`);
    await page.waitForURL(/\/rating\?view=contests$/);
    await visit(page, `${url}/rating/create/999999`);
    const text = t('toast.failed', { error: t('errors.CONTEST_NOT_FOUND') });
    await page.getByRole('alert').getByText(text).waitFor();
    faults.splice(0); // the refusal itself
  });
});

describe('all submissions of a person', () => {
  const list = (page: Page) => page.getByRole('table', { name: t('solutions.title') });
  const numbers = (page: Page) => list(page).locator('tbody tr').count();

  test('are one’s own for a participant, of all contests, and grow while one looks', async () => {
    const page = annaPage;
    await visit(page, `${url}/rating`);
    await page.getByRole('button', { name: 'Anna Smirnova', exact: true }).waitFor();
    await page.getByRole('button', { name: /^Profile/ }).click();
    await page.getByRole('menuitem', { name: t('userSolutions.titleOfOwn') }).click();
    await page.waitForURL(`${url}/user/solutions/all`);
    await list(page).getByRole('link', { name: 'Winter cup' }).first().waitFor();
    const room = [ROOMS.solutionsOf(anna.user.id)];
    await expect.poll(() => site.server.services.sockets.hasMembers(room)).toBe(true);
    await expect.poll(() => numbers(page)).toBe(3);
    expect(await findFaultsOfPresentLook(page)).toEqual([]);

    const sent = await anna.submit({ id: contestIds[0] ?? 0 }, { symbolIndex: 'C' });
    expect(sent.status, sent.text).toBe(200);
    const newest = list(page).getByRole('row').nth(1);
    await newest
      .filter({ hasText: 'Autumn cup' })
      .filter({ hasText: t('solutions.waitsForJudge') })
      .waitFor();
    await expect.poll(() => numbers(page)).toBe(4);
    expect(await list(page).getByText('Boris').count()).toBe(0);
  });

  test('are everybody’s for an admin, who picks people and verdicts by the address', async () => {
    const page = adminPage;
    await visit(page, `${url}/user/solutions/all`);
    await list(page).getByRole('button', { name: 'Boris Orlov' }).first().waitFor();
    await page.getByRole('combobox', { name: t('solutions.filterParticipant') }).fill('orlov');
    await page.getByRole('option', { name: 'Boris Orlov' }).click();
    await page.waitForURL(/users=\d+$/);
    await list(page).getByRole('button', { name: 'Anna Smirnova' }).first().waitFor({ state: 'detached' });
    await expect.poll(() => numbers(page)).toBe(2);

    await visit(page, `${page.url()}&verdicts=2`);
    await list(page).getByText(t('verdict.2')).waitFor();
    await expect.poll(() => numbers(page)).toBe(1);
    expect(await findFaultsOfPresentLook(page)).toEqual([]);
    await page.getByRole('button', { name: t('solutions.clearFilters') }).click();
    await page.waitForURL(/solutions\/all$/);
  });
});
