import { ContestMessage, MessageList } from '@balloon/contracts/talk/messages.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { ROOMS } from '@balloon/server/realtime/rooms.ts';
import { openEar, type TestEar } from '@balloon/server/testing/test-ear.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFaultsOfLook, findFaultsOfPresentLook, visit } from '#browser/browser.ts';
import { holdAnswers } from '#browser/hold-calls.ts';
import { escapeDialog, fieldOf, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/*
 * A participant asks, a supervisor answers, another participant must not notice: three people at three browsers, and
 * listeners on the sockets of the two participants. The tests build on each other.
 */

let server: TestServer;
let contest: GivenContest;
let anna: Person;
let boris: Person;
let jury: Person;
let annaPage: Page;
let borisPage: Page;
let juryPage: Page;
let borisEar: TestEar;

const { faults, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  contest = await server.given.contest({ problems: ['A', 'B'] });
  anna = await server.given.participant(contest, { username: 'anna' });
  boris = await server.given.participant(contest, { username: 'boris' });
  jury = await server.given.admin();
  annaPage = await enter(anna, 'problems');
  borisPage = await enter(boris, 'problems');
  juryPage = await enter(jury, 'messages');
  borisEar = await openEar(boris, contest);
});

/** Opens a screen of the contest in the browser of a signed-in person. */
async function enter(person: Person, screen: string): Promise<Page> {
  const page = await pageOf(person);
  await page.goto(`${server.url}/contest/${contest.id}/${screen}`);
  await page.getByText(t('socket.on')).first().waitFor({ state: 'attached' });
  return page;
}

const openMessages = (page: Page) =>
  page
    .getByRole('navigation', { name: t('tabs.label') })
    .getByRole('link', { name: t('tabs.messages') })
    .click();
const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const inboxButton = (page: Page, unread: number) =>
  page.getByRole('button', {
    name:
      unread === 0
        ? t('messages.inbox')
        : t(`messages.unread_${unread === 1 ? 'one' : 'other'}`, { count: unread }),
    exact: true,
  });

/** Collects everything that the API returns to a person about the contest's messages. */
async function told(person: Person): Promise<string> {
  const reply = await person.get(`/api/contest/${contest.id}/messages`);
  reply.as(MessageList);
  return reply.text;
}

describe('a question', () => {
  test('is seen by the supervisor at once, counted and on the list', async () => {
    await juryPage.getByText(t('messages.noOpenTitle')).waitFor();

    await annaPage.goto(`${server.url}/contest/${contest.id}/problems/A`);
    await inboxButton(annaPage, 0).press('Enter');
    await annaPage.getByRole('dialog').waitFor();
    await escapeDialog(annaPage);
    const isBack = () => inboxButton(annaPage, 0).evaluate((button) => button === document.activeElement);
    await expect.poll(isBack).toBe(true);

    await annaPage.getByRole('link', { name: t('messages.askAbout', { index: 'A' }) }).click();
    const form = annaPage.getByRole('form', { name: t('messages.ask') });
    await expect.poll(() => fieldOf(form, t('messages.about'), { exact: true }).inputValue()).toBe('A');
    await fieldOf(form, t('messages.about'), { exact: true }).selectOption('B');
    await fieldOf(form, t('messages.question'), { exact: true }).fill('May $n$ be zero?');
    await form.getByRole('button', { name: t('messages.preview') }).click();
    await form.locator('.katex').waitFor();
    const letAsked = await holdAnswers(annaPage, /\/messages$/);
    await form.getByRole('button', { name: t('messages.askButton') }).click();
    await expect.poll(() => form.getAttribute('aria-busy')).toBe('true'); // neither mended nor sent twice
    await letAsked();
    await form.getByRole('button', { name: t('messages.write') }).click();
    await expect.poll(() => fieldOf(form, t('messages.question'), { exact: true }).inputValue()).toBe('');

    await card(annaPage, 'be zero?').getByText(t('messages.waiting')).waitFor();
    await card(juryPage, 'be zero?').getByText('First anna').waitFor();
    await juryPage
      .getByText(t('messages.openQuestions_one', { count: 1 }))
      .first()
      .waitFor({ state: 'attached' });
  });

  test('answered in private reaches its author by a toast on any screen', async () => {
    await annaPage.getByRole('link', { name: t('tabs.scoreboard') }).click();
    // She came here by a load: a page that joins later learns of the answer without a toast.
    const room = ROOMS.contestUser(contest.id, anna.user.id);
    await expect.poll(() => server.services.sockets.hasMembers([room])).toBe(true);

    const form = juryPage.getByRole('form', { name: t('messages.answerForm') });
    const field = form.getByLabel(t('messages.answer'), { exact: true });
    const begin = (name: string) =>
      card(juryPage, 'be zero?')
        .getByRole('button', { name: t(name), exact: true })
        .click();
    const cancel = () => form.getByRole('button', { name: t('common.cancel') }).click();
    await begin('messages.sendOne');
    await field.fill('Own words, which are begun and kept');
    await cancel();
    await begin('messages.stock.no');
    await expect.poll(() => field.inputValue()).toBe(t('messages.stock.no'));
    await field.fill('No, $n$ is at least one.');
    await cancel();
    await begin('messages.sendOne');
    await expect.poll(() => field.inputValue()).toBe('Own words, which are begun and kept');
    await cancel();
    await begin('messages.stock.no');
    await expect.poll(() => field.inputValue()).toBe('No, $n$ is at least one.');
    await field.press('Control+Enter');

    await annaPage.getByText(t('messages.toast_one', { count: 1 })).waitFor();
    await inboxButton(annaPage, 1).waitFor();
    await annaPage.getByRole('button', { name: t('messages.open'), exact: true }).click();
    const panel = annaPage.getByRole('dialog');
    await panel
      .getByRole('region', { name: t('messages.sectionUnread') })
      .getByText('is at least one')
      .waitFor();
    await inboxButton(annaPage, 0).waitFor({ state: 'attached' });
    await juryPage.getByText(t('messages.noOpenTitle')).waitFor();
  });

  test('and its answer are unknown to the other participant in page, API and socket', async () => {
    await server.given
      .signedIn(jury.user)
      .then((other) =>
        other.post(`/api/contest/${contest.id}/messages`, { text: 'To all of you', asAdmin: true }),
      );
    await borisPage.getByText(t('messages.toast_one', { count: 1 })).waitFor();
    await openMessages(borisPage);
    await card(borisPage, 'To all of you').getByText(t('messages.jury')).waitFor();

    expect(await borisPage.getByRole('article').count()).toBe(1);
    await borisEar.hears('new contest message', ({ message }) => message.text === 'To all of you');
    for (const secret of ['be zero', 'at least one', 'anna']) {
      expect(await borisPage.getByRole('main').innerText()).not.toContain(secret);
      expect(await told(boris)).not.toContain(secret);
      expect(JSON.stringify(borisEar.heard('new contest message'))).not.toContain(secret);
    }
    expect(borisEar.heard('new contest message')).toHaveLength(1);
    expect(borisEar.heard('contest messages changed').length).toBeLessThanOrEqual(1); // read by himself
    expect(await told(anna)).toContain('at least one');
  });
});

describe('an announcement', () => {
  test('is asked about, reaches everybody and stays over their screens until they open it', async () => {
    await annaPage
      .getByRole('dialog')
      .getByRole('button', { name: t('common.close') })
      .click();
    const form = juryPage.getByRole('form', { name: t('messages.announce') });
    await fieldOf(form, t('messages.text'), { exact: true }).fill('The limit in B is **50**.');
    await fieldOf(form, t('messages.isUrgent'), { exact: true }).check();
    const chooser = juryPage.waitForEvent('filechooser');
    await form.getByRole('button', { name: t('messages.attach') }).click();
    await (await chooser).setFiles({ name: 'limits.txt', mimeType: 'text/plain', buffer: Buffer.from('50') });
    await form.getByRole('link', { name: 'limits.txt' }).waitFor();
    await form.getByRole('button', { name: t('messages.sendAll') }).click();
    const letAnnounced = await holdAnswers(juryPage, /\/messages$/);
    await juryPage
      .getByRole('dialog')
      .getByRole('button', { name: t('messages.sendAll') })
      .click();
    await juryPage.getByRole('dialog').waitFor({ state: 'detached' });
    const text = fieldOf(form, t('messages.text'), { exact: true });
    await expect.poll(() => form.getAttribute('aria-busy')).toBe('true');
    await juryPage.keyboard.type(' And in C?'); // goes nowhere: what is being sent is neither mended nor sent twice
    await letAnnounced();
    await expect.poll(() => text.inputValue()).toBe('');
    await form.getByRole('link', { name: 'limits.txt' }).waitFor({ state: 'detached' });

    await annaPage.getByRole('alert').getByText('The limit in B is 50.').waitFor();
    await borisPage.getByRole('alert').getByText('The limit in B is 50.').waitFor();
    await annaPage
      .getByRole('alert')
      .getByRole('button', { name: t('messages.open') })
      .click();
    await annaPage
      .getByRole('dialog')
      .getByRole('link', { name: /limits\.txt/ })
      .waitFor();
    await annaPage.getByRole('alert').waitFor({ state: 'detached' });
  });

  test('shows the supervisor live who has read it', async () => {
    await juryPage.getByRole('link', { name: t('messages.filter.announcements') }).click();
    const urgent = card(juryPage, 'The limit in B');
    await urgent.getByText(t('messages.readBy', { read: 1, all: 2 })).waitFor();

    await borisPage
      .getByRole('alert')
      .getByRole('button', { name: t('messages.open') })
      .click();

    await urgent.getByText(t('messages.readBy', { read: 2, all: 2 })).click();
    await juryPage.getByRole('dialog').getByText('First boris').waitFor();
    await juryPage
      .getByRole('dialog')
      .getByRole('button', { name: t('common.close') })
      .click();
  });

  test('that was missed is shown after the connection is back', async () => {
    await annaPage.context().setOffline(true);
    await annaPage.getByText(t('socket.off')).first().waitFor({ state: 'attached' });
    const sent = await jury.post(`/api/contest/${contest.id}/messages`, { text: 'Missed', asAdmin: true });
    sent.as(ContestMessage);
    await annaPage.context().setOffline(false);
    await annaPage.getByRole('dialog').getByText('Missed').waitFor();
    faults.splice(0); // calls that failed while she was offline
  });

  test('that came while somebody was out of the contest is shown as they come back', async () => {
    await visit(borisPage, `${server.url}/contests`);
    await borisPage.getByRole('heading', { level: 1 }).first().waitFor();
    const text = 'Said while Boris was away';
    const sent = await jury.post(`/api/contest/${contest.id}/messages`, {
      text,
      asAdmin: true,
      isUrgent: true,
    });
    sent.as(ContestMessage);
    await server.services.announcements.caughtUp();
    await visit(borisPage, `${server.url}/contest/${contest.id}/problems`);
    await borisPage.getByRole('alert').getByText(text).waitFor();
  });
});

test('a question that is sent without a connection says that nothing is lost, and arrives', async () => {
  const page = await enter(anna, 'messages');
  const form = page.getByRole('form', { name: t('messages.ask') });
  await fieldOf(form, t('messages.question')).fill('Is the statement of A complete?');
  await page.context().setOffline(true);
  await page.getByText(t('socket.off')).first().waitFor({ state: 'attached' });
  await form.getByRole('button', { name: t('messages.askButton') }).click();
  await form.getByText(t('send.triesAgain')).waitFor();
  await page.context().setOffline(false);
  await card(page, 'Is the statement of A complete?').waitFor();
  await form.getByText(t('messages.questionNote')).waitFor();
  faults.splice(0); // calls that failed without the connection
});

describe('two supervisors share the questions:', () => {
  let mate: Page;

  test('who answers is named to the other, with the answers that the contest has of its own', async () => {
    const colleague = await server.given.supervisor();
    mate = await enter(colleague, 'messages');
    await anna.post(`/api/contest/${contest.id}/messages`, {
      text: 'Where is water?',
      category: 'operations',
    });
    const question = card(mate, 'Where is water?');
    await question.getByText(t('messages.category.operations'), { exact: true }).waitFor();

    await question.getByRole('button', { name: t('messages.editStock') }).click();
    const dialog = mate.getByRole('dialog');
    await dialog.getByRole('button', { name: t('messages.stockAdd') }).click();
    await fieldOf(dialog, t('messages.stockIn.ru-ru')).fill('Вода у входа.');
    await fieldOf(dialog, t('messages.stockIn.en-us')).fill('Water is at the door.');
    expect(await findFaultsOfPresentLook(mate)).toEqual([]);
    await dialog.getByRole('button', { name: t('messages.stockSave') }).click();
    await dialog.waitFor({ state: 'detached' });

    await question.getByRole('button', { name: /Вода у входа|Water is at the door/ }).click();
    await mate.getByRole('form', { name: t('messages.answerForm') }).waitFor();
    await visit(juryPage, `${server.url}/contest/${contest.id}/messages?about=operations`);
    await card(juryPage, 'Where is water?')
      .getByText(t('messages.takenBy', { name: `First ${colleague.user.username}` }))
      .waitFor();
    await mate
      .getByRole('form', { name: t('messages.answerForm') })
      .getByRole('button', { name: t('messages.sendOne') })
      .click();
    await juryPage.getByText(t('messages.noneFoundTitle')).waitFor();
  });

  test('a question moves to the topic where it belongs, and is found there', async () => {
    await visit(juryPage, `${server.url}/contest/${contest.id}/messages?show=all&about=operations`);
    const question = card(juryPage, 'Where is water?');
    const tools = question.getByRole('button', { name: t('messages.tools', { name: 'First anna' }) });
    await tools.click();
    await juryPage.getByRole('menuitem', { name: t('messages.move') }).click();
    const dialog = juryPage.getByRole('dialog');
    await fieldOf(dialog, t('messages.about'), { exact: true }).selectOption('systems');
    await dialog.getByRole('button', { name: t('messages.moveButton') }).click();
    await juryPage.getByText(t('messages.noneFoundTitle')).waitFor();
    await visit(juryPage, `${server.url}/contest/${contest.id}/messages?show=all&about=systems`);
    await question.getByText(t('messages.category.systems'), { exact: true }).waitFor();
  });
});

test('the keyboard goes on where a question was closed without an answer, or its answer given up', async () => {
  const ask = async (text: string) => {
    const somebody = await server.given.participant(contest); // a person asks only so many a minute
    await somebody.post(`/api/contest/${contest.id}/messages`, { text, category: 'operations' });
  };
  await ask('Is there a dress code?');
  await ask('May we leave early?');
  const focused = () =>
    juryPage.evaluate(() =>
      document.activeElement === document.body ? '' : document.activeElement?.textContent,
    );
  const close = (text: string) =>
    card(juryPage, text)
      .getByRole('button', { name: t('messages.settle') })
      .press('Enter');

  await visit(juryPage, `${server.url}/contest/${contest.id}/messages?show=all&about=operations`);
  for (const name of [t('messages.sendOne'), t('messages.stock.noComment')]) {
    await card(juryPage, 'May we leave early?').getByRole('button', { name, exact: true }).press('Enter');
    const form = juryPage.getByRole('form', { name: t('messages.answerForm') });
    await form.getByRole('button', { name: t('common.cancel') }).press('Enter');
    await expect.poll(focused).toBe(name);
  }
  await close('May we leave early?');
  await expect.poll(focused).toMatch(/May we leave early/);
  await ask('May we eat here?');
  await visit(juryPage, `${server.url}/contest/${contest.id}/messages?about=operations`);
  await card(juryPage, 'May we leave early?').waitFor({ state: 'detached' });
  await close('May we eat here?');
  await expect.poll(focused).toMatch(/^(?!.*eat here).*dress code/s);
  await close('Is there a dress code?');
  await expect.poll(focused).toMatch(new RegExp(t('messages.noneFoundTitle')));
});

test('what a participant and a supervisor see is free of barriers and fits a phone', async () => {
  await annaPage.keyboard.press('Escape'); // the messages that lie over the screen
  await annaPage.getByRole('dialog').waitFor({ state: 'detached' });
  await visit(annaPage, `${server.url}/contest/${contest.id}/messages?show=all`);
  await card(annaPage, 'The limit in B').waitFor();
  expect(await findFaultsOfLook(annaPage)).toEqual([]);
  await inboxButton(annaPage, 0).click();
  await annaPage.getByRole('dialog').getByText('Missed').waitFor();
  expect(await findFaultsOfLook(annaPage)).toEqual([]);

  await visit(juryPage, `${server.url}/contest/${contest.id}/messages?show=all`);
  await card(juryPage, 'be zero?')
    .getByRole('button', { name: t('messages.answerMore') })
    .click();
  expect(await findFaultsOfLook(juryPage)).toEqual([]);
});

test('formulas of a question cover nothing outside of it', async () => {
  const { given } = server;
  const hall = await given.contest();
  const page = await pageOf(jury);
  const moved = [
    '\\smash{\\raisebox{6em}{U}}',
    '\\smash{\\raisebox{-14em}{D}}',
    '\\kern{-49em} L',
    '\\kern{49em}\\kern{49em} R',
  ];
  const text = `Moved ${moved.map((tex) => `$${tex}$`).join(' ')}`;
  const asked = await (await given.participant(hall)).post(`/api/contest/${hall.id}/messages`, { text });
  expect(asked.status).toBe(200);
  await page.goto(`${server.url}/contest/${hall.id}/messages`);
  await card(page, 'Moved').locator('.katex').last().waitFor();

  const outside = await card(page, 'Moved').evaluate((article) => {
    const edges = article.getBoundingClientRect();
    const signs = [...article.querySelectorAll('.katex-html .mord')].map((sign) =>
      sign.getBoundingClientRect(),
    );
    const isOutside = (x: number, y: number) =>
      x < edges.left || x > edges.right || y < edges.top || y > edges.bottom;
    const places = signs.map(({ x, y, width, height }) => [x + width / 2, y + height / 2] as const);
    const isSeen = ([x, y]: readonly [number, number]) => article.contains(document.elementFromPoint(x, y));
    return places.filter((place) => isOutside(...place)).map(isSeen);
  });
  expect(outside).toContain(false); // some stand outside, where they are not drawn
  expect(outside).not.toContain(true);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
});

describe('messages of before, which nobody would accept today,', () => {
  const ATTACKS = ['> '.repeat(9_990), `${'*'.repeat(9_990)}a${'*'.repeat(9_990)}`];

  /** Opens a page with the contest's messages, which contain each of the given rows. */
  async function readingOf(rows: readonly { text: string; postedAtMs?: number; isUrgent?: boolean }[]) {
    const old = await server.given.contest({ problems: ['A'] });
    const carol = await server.given.participant(old);
    const plain = { contestId: old.id, authorId: jury.user.id, kind: 'announcement' as const };
    for (const row of [{ text: 'Good one' }, ...rows]) {
      const values = { ...plain, postedAtMs: Date.now(), ...row };
      await server.services.db.insertInto('contestMessage').values(values).execute();
    }
    const page = await pageOf(carol);
    await page.goto(`${server.url}/contest/${old.id}/messages`);
    return page;
  }

  test.each(ATTACKS)('show as text beside the others (%#)', async (attack) => {
    const page = await readingOf([{ text: attack, isUrgent: true }]);
    await card(page, 'Good one').waitFor();
    await card(page, attack.slice(0, 40).trim()).getByText(t('statement.asText')).waitFor();
    await page.getByRole('link', { name: t('tabs.scoreboard') }).click();
    await page.getByRole('alert').getByText(t('statement.asText')).waitFor();
    await page.getByRole('table').waitFor();
  });

  test('of which one cannot be shown at all leave the others in place', async () => {
    const page = await readingOf([{ text: 'Bad one', postedAtMs: 9_000_000_000_000_000 }]);
    await page.getByText(t('messages.broken')).waitFor();
    await card(page, 'Good one').waitFor();
    expect(faults.splice(0)).not.toEqual([]); // the console says what is wrong with the bad one
  });
});
