import { ChatMessages } from '@balloon/contracts/talk/chat.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { ROOMS } from '@balloon/server/realtime/rooms.ts';
import { type GivenUser, startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFaultsOfLook, visit } from '#browser/browser.ts';
import { t, typeAhead } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { waitFor } from '#browser/wait.ts';
import { watchFor } from '#browser/watch-for.ts';

/* Two people at two browsers, a participant and a supervisor, and a third without access to their dialog. */

let server: TestServer;
let anna: GivenUser;
let moderator: GivenUser;
/** Windows of the participant and the supervisor. */
let annaPage: Page;
let annaSecond: Page;
let moderatorPage: Page;

const { faults, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  anna = await server.given.user({ username: 'anna' });
  moderator = await server.given.user({ username: 'moderator', mask: 1024 });
  annaPage = await openFor(anna, '/contests');
  annaSecond = await annaPage.context().newPage();
  moderatorPage = await openFor(moderator, '/contests');
  for (const page of [annaPage, moderatorPage]) await letSound(page);
});

/** Opens an address in the browser of a signed-in person and counts its sounds. */
async function openFor(user: GivenUser, address: string): Promise<Page> {
  const page = await pageOf(await server.given.signedIn(user));
  await page.context().addInitScript(() => {
    if (Object.hasOwn(OscillatorNode.prototype, 'start')) return; // a page of a test before
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      const pops = Number(document.documentElement.dataset.pops ?? 0);
      document.documentElement.dataset.pops = String(pops + 1);
      start.call(this, when);
    };
    const { suspend } = AudioContext.prototype;
    AudioContext.prototype.suspend = function () {
      document.documentElement.dataset.maySound = 'yes';
      return suspend.call(this);
    };
  });
  await page.goto(server.url + address);
  return page;
}

/** Presses something on a page until it may sound: it opens the device first, and rests it. */
const letSound = (page: Page) =>
  waitFor('a page that may sound', async () => {
    await page.getByRole('heading', { level: 1 }).first().click();
    return page.evaluate(() => document.documentElement.dataset.maySound);
  });

/** Windows that hear of messages in dialogs of a person, and of supervisors: who comes later hears no sound. */
const listening = ({ id }: GivenUser) =>
  [ROOMS.chatOf(id), ROOMS.chatSupport].map((room) => server.services.sockets.membersOf(room).length);

const pops = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.pops ?? 0));
const log = (page: Page): Locator => page.getByRole('log', { name: t('chat.log') });
const field = (page: Page): Locator => page.getByRole('textbox', { name: t('chat.input') });
const bubble = (page: Page, text: string): Locator =>
  log(page)
    .getByRole('article')
    .filter({ has: page.getByText(text, { exact: true }) });

async function write(page: Page, text: string) {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Number of turns to sound that are waited for or taken: a page asks for its turn as soon as it receives a message. */
const turns = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].length;
  });

/** Finds the icon in the header, by the number that it shows. */
const link = (page: Page, unread: RegExp | string): Locator =>
  page.getByRole('banner').getByRole('link', { name: unread });

async function openDialogOf(page: Page, name: string) {
  await page
    .getByRole('navigation', { name: t('chat.dialogs') })
    .getByRole('link', { name })
    .click();
  await log(page).waitFor();
}

describe('a participant and a supervisor', () => {
  test('the participant writes, and the supervisor is notified on another screen', async () => {
    await link(annaPage, t('chat.title')).click();
    await annaPage.getByText(t('chat.empty')).waitFor();
    await annaSecond.goto(`${server.url}/chat/admin`);
    await annaSecond.getByText(t('chat.empty')).waitFor();
    await expect.poll(() => listening(anna)).toEqual([2, 1]);

    await write(annaPage, 'Is the empty string a palindrome?');

    await bubble(annaPage, 'Is the empty string a palindrome?').getByText(t('chat.sent')).waitFor();
    await link(moderatorPage, /1 unread/).waitFor();
    await expect.poll(() => moderatorPage.title()).toMatch(/^\(1\) /);
    await expect.poll(() => pops(moderatorPage)).toBe(1);
    expect(await pops(annaPage)).toBe(0);
  });

  test('another window of the same person shows it too', async () => {
    await bubble(annaSecond, 'Is the empty string a palindrome?').waitFor();
  });

  test('the supervisor opens the dialog: it counts as read, and the participant sees so', async () => {
    await link(moderatorPage, /1 unread/).click();
    await openDialogOf(moderatorPage, 'First anna');

    await bubble(moderatorPage, 'Is the empty string a palindrome?').waitFor();
    for (const page of [annaPage, annaSecond]) {
      await bubble(page, 'Is the empty string a palindrome?').getByText(t('chat.read')).waitFor();
    }
    await link(moderatorPage, t('chat.titleOfSupervisor')).waitFor();
    await expect.poll(() => moderatorPage.title()).not.toMatch(/^\(/);
  });

  test('typing is shown to the other person, as the support’s, and disappears after a while', async () => {
    const shown = [await watchFor(annaPage, t('chat.typing')), await watchFor(annaSecond, t('chat.typing'))];
    await field(moderatorPage).pressSequentially('Yes');
    for (const isShown of shown) await isShown();
    await annaPage.getByText(t('chat.typing')).waitFor({ state: 'detached' });

    const isShownBack = await watchFor(moderatorPage, t('chat.typing'));
    await field(annaPage).pressSequentially('hm');
    await isShownBack();
    await field(annaPage).fill('');
  });

  test('the answer is in the name of the support, and read at once in an open dialog', async () => {
    await field(moderatorPage).press('Shift+Enter');
    await field(moderatorPage).pressSequentially('see https://example.org/a?b=1.');
    await field(moderatorPage).press('Enter');

    const answer = log(annaPage).getByRole('article').last();
    await answer.getByText('Yes\nsee').waitFor();
    const address = answer.getByRole('link');
    expect(await address.getAttribute('href')).toBe('https://example.org/a?b=1');
    expect(await address.getAttribute('rel')).toContain('noopener');
    expect(await annaPage.content()).not.toContain('moderator');
    await log(moderatorPage).getByRole('article').last().getByText(t('chat.read')).waitFor();
    await expect.poll(async () => (await pops(annaPage)) + (await pops(annaSecond))).toBe(1);
    await expect.poll(() => field(moderatorPage).inputValue()).toBe('');
  });

  test('a message that one window receives long after another sounds once', async () => {
    const person = await server.given.user({ username: 'windows' });
    const first = await openFor(person, '/contests');
    const second = await first.context().newPage();
    const late = Promise.withResolvers<void>();
    await second.routeWebSocket(/socket\.io/, (socket) => {
      const behind = socket.connectToServer();
      behind.onMessage(async (message) => {
        if (`${message}`.includes('new chat message')) await late.promise;
        socket.send(message);
      });
    });
    await second.goto(`${server.url}/chat/admin`);
    await second.getByText(t('chat.empty')).waitFor();
    for (const page of [first, second]) await letSound(page);
    await expect.poll(() => listening(person)).toEqual([2, 1]);
    const supervisor = await server.given.supervisor();
    await supervisor.post('/api/chat/chatMessages', { recipientUserId: person.id, message: 'once' });
    await expect.poll(() => pops(first)).toBe(1);
    await expect.poll(() => turns(first)).toBe(0);

    late.resolve();
    await bubble(second, 'once').waitFor();
    await expect.poll(() => turns(first)).toBe(0);
    expect(await pops(second)).toBe(0);
    await second.close();
  });

  test('a message of spaces is not sent, and markup is shown as text', async () => {
    await field(annaPage).fill(' \n ');
    await expect.poll(() => annaPage.getByRole('button', { name: t('chat.send') }).isDisabled()).toBe(true);
    await field(annaPage).press('Enter');
    await write(annaPage, '<img src=x onerror="document.title=1"> javascript:alert(1)');

    const shown = log(moderatorPage).getByRole('article').last();
    await shown.getByText('<img src=x onerror="document.title=1"> javascript:alert(1)').waitFor();
    expect(await shown.locator('img, a').count()).toBe(0);
    await expect.poll(() => log(annaPage).getByRole('article').count()).toBe(3);
  });

  test('a muted window stays silent, also after a reload', async () => {
    await moderatorPage.getByRole('button', { name: t('chat.sound'), pressed: true }).click();
    await moderatorPage.reload();
    await moderatorPage.getByRole('button', { name: t('chat.sound'), pressed: false }).click({ trial: true });
    await letSound(moderatorPage); // browsers are silent before the first press

    await write(annaPage, 'Thanks');

    await bubble(moderatorPage, 'Thanks').waitFor();
    await expect.poll(() => turns(moderatorPage)).toBe(0);
    expect(await pops(moderatorPage)).toBe(0);
  });

  test('a message is taken back after a question, on all screens', async () => {
    const deleted = bubble(annaPage, 'Thanks');
    await deleted.hover();
    await deleted.getByRole('button', { name: t('chat.delete') }).click();
    await annaPage
      .getByRole('dialog')
      .getByRole('button', { name: t('common.cancel') })
      .click();
    await annaPage.getByRole('dialog').waitFor({ state: 'detached' });
    await bubble(moderatorPage, 'Thanks').waitFor();
    await deleted.getByRole('button', { name: t('chat.delete') }).click();
    await annaPage
      .getByRole('dialog')
      .getByRole('button', { name: t('chat.delete') })
      .click();

    for (const page of [annaPage, annaSecond, moderatorPage]) {
      await bubble(page, 'Thanks').waitFor({ state: 'detached' });
    }
    const deletable = log(moderatorPage).getByRole('button', { name: t('chat.delete') });
    await expect.poll(() => deletable.count()).toBe(1);
  });

  test('a draft is kept for each dialog', async () => {
    await field(annaPage).fill('to be continued');
    await annaPage.reload();
    await expect.poll(() => field(annaPage).inputValue()).toBe('to be continued');
    await field(annaPage).fill('');
  });

  test('without a connection a message shows that it waits, survives a reload and arrives once', async () => {
    // Not taken off later: a call that comes at that very moment would be lost.
    let isCut = true;
    await annaPage.route('**/api/chat/chatMessages', (route) => (isCut ? route.abort() : route.continue()));
    await write(annaPage, 'from the tunnel');
    await annaPage.getByText(t('chat.waiting')).waitFor();
    await expect.poll(() => field(annaPage).inputValue()).toBe('');
    await annaPage.reload();
    await annaPage.getByText(t('chat.waiting')).waitFor();

    isCut = false;

    await bubble(moderatorPage, 'from the tunnel').waitFor();
    await annaPage.getByText(t('chat.waiting')).waitFor({ state: 'detached' });
    for (const page of [annaPage, annaSecond]) {
      await expect.poll(() => bubble(page, 'from the tunnel').count()).toBe(1);
    }
    faults.splice(0); // faults caused on purpose
  });

  test('messages sent during a lost live connection are shown after it is back', async () => {
    const person = await server.given.signedIn(anna);
    for (const socket of server.services.sockets.all()) socket.conn.close();

    await person.post('/api/chat/chatMessages', { recipientUserId: 'admin', message: 'in between' });

    await bubble(moderatorPage, 'in between').waitFor();
    await bubble(annaSecond, 'in between').getByText(t('chat.read')).waitFor();
  });
});

describe('a long dialog', () => {
  test('loads older messages near its beginning without moving what is read, and keeps thirty after a send', async () => {
    const person = await server.given.user({ username: 'long' });
    const client = await server.given.signedIn(person);
    await writeMany(person.id, 60);
    const page = await openFor(person, '/chat/admin');
    await bubble(page, 'number 60').waitFor();
    const count = () => log(page).getByRole('article').count();
    await expect.poll(count).toBe(20);
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);

    const read = bubble(page, 'number 43');
    const placeOf = async () => (await read.boundingBox())?.y ?? 0;
    // Delays the older messages until the reading position has been stored.
    const noted = Promise.withResolvers<void>();
    await page.route(/chatMessages\?.*beforeId/, async (route) => {
      await noted.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(/chatMessages\?.*beforeId/);
    await log(page).evaluate((element) => {
      element.scrollTop = 150;
    });
    await asked;
    const before = await placeOf();
    noted.resolve();
    await expect.poll(count).toBeGreaterThanOrEqual(40);

    expect(Math.abs((await placeOf()) - before)).toBeLessThan(3);
    expect(
      (await client.get('/api/chat/chatMessages?peerUserId=admin')).as(ChatMessages).messagesNumber,
    ).toBe(60);
    await write(page, 'the last word');
    await bubble(page, 'the last word').waitFor();
    await expect.poll(count).toBe(30);
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  });

  test('does not scroll down while older messages are read', async () => {
    const person = await server.given.user({ username: 'reader' });
    await writeMany(person.id, 40);
    const page = await openFor(person, '/chat/admin');
    await bubble(page, 'number 40').waitFor();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2); // the dialog has opened at its end
    await log(page).evaluate((element) => {
      element.scrollTop -= 400;
    });
    await expect.poll(() => distanceToEnd(page)).toBeGreaterThan(100);
    const supervisor = await server.given.supervisor();

    await supervisor.post('/api/chat/chatMessages', { recipientUserId: person.id, message: 'news' });

    await bubble(page, 'news').waitFor({ state: 'attached' });
    expect(await distanceToEnd(page)).toBeGreaterThan(100);
    await page.getByRole('button', { name: t('chat.toEnd') }).click();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  });

  test('lets a person scroll up in the very frame in which the dialog is drawn anew', async () => {
    const person = await server.given.user({ username: 'quick' });
    await writeMany(person.id, 40);
    const page = await openFor(person, '/chat/admin');
    await bubble(page, 'number 40').waitFor();
    await page.route(/chat\/chatMessages$/, (route) => route.fulfill({ status: 400, json: {} }));
    await write(page, 'unwelcome');
    const back = bubble(page, 'unwelcome').getByRole('button', { name: t('chat.edit') });
    await back.waitFor();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    faults.splice(0); // the refusal

    await back.evaluate((button: HTMLElement) => {
      const scroller = button.closest('[role=log]');
      if (scroller) scroller.scrollTop -= 400;
      button.click(); // takes the message away, and so draws the dialog before the event of the scroll
    });

    await bubble(page, 'unwelcome').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t('chat.toEnd') }).waitFor();
    expect(await distanceToEnd(page)).toBeGreaterThan(100);
  });
});

/** Writes messages into the database, since the API limits how much a person may write at once. */
async function writeMany(accountId: number, number: number) {
  const fromMs = Date.now() - 3_600_000;
  await server.services.db
    .insertInto('chatMessage')
    .values(
      Array.from({ length: number }, (_, index) => ({
        accountId,
        authorId: accountId,
        isFromSupport: false,
        text: `number ${index + 1}`,
        postedAtMs: fromMs + index * 1000,
        readAtMs: fromMs,
      })),
    )
    .execute();
}

const distanceToEnd = (page: Page) =>
  log(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);

describe('somebody else', () => {
  test('receives no part of it: on the page, by the API or on the socket', async () => {
    const stranger = await server.given.user({ username: 'stranger' });
    const client = await server.given.signedIn(stranger);
    const socket = await client.socket();
    const heard: string[] = [];
    socket.onAny((event: string) => heard.push(event));
    for (const userId of [anna.id, 2]) await socket.emitWithAck('chat.listen', { userId });
    const page = await openFor(stranger, `/chat/${anna.id}`);
    await page.waitForURL(/\/chat\/admin$/);

    await write(annaPage, 'a secret');
    await bubble(moderatorPage, 'a secret').waitFor();

    await page.getByText(t('chat.empty')).waitFor();
    expect(await page.content()).not.toContain('a secret');
    const reply = await client.get(`/api/chat/chatMessages?peerUserId=${anna.id}`);
    expect([reply.status, (await client.get('/api/chat/chatDialogs')).text]).toEqual([403, '[]']);
    await socket.emitWithAck('chat.stopListen', {}); // its answer comes after all that was sent before
    expect(heard.filter((event) => event.includes('chat'))).toEqual([]);
  });
});

describe('a supervisor', () => {
  test('finds people by name and begins a dialog with them', async () => {
    const boris = await server.given.user({ username: 'boris-zed' });
    await moderatorPage.keyboard.press('Escape');
    const search = moderatorPage.getByRole('searchbox', { name: t('chat.search') });
    // The page's own timers tell: on a slow machine they keep their order.
    await search.evaluate((field) => {
      const look = () => field.setAttribute('data-soon', location.search);
      field.addEventListener('input', () => setTimeout(look, 100), { once: true });
    });
    await search.press('z');
    await moderatorPage.locator('[data-soon]').waitFor();
    expect(await search.getAttribute('data-soon')).toBe('?q=z');
    await typeAhead(search, 'ed');
    await moderatorPage.waitForURL(/\?q=zed$/);
    await moderatorPage
      .getByRole('region', { name: t('chat.people') })
      .getByRole('link', { name: 'First boris-zed' })
      .click();
    await moderatorPage.waitForURL(`${server.url}/chat/${boris.id}`);
    // The address changes before the screen: the field of the dialog before would take the text.
    await moderatorPage.getByRole('heading', { name: 'First boris-zed' }).waitFor();

    await write(moderatorPage, 'Please come to the desk');

    await moderatorPage
      .getByRole('navigation', { name: t('chat.dialogs') })
      .getByRole('link', { name: /First boris-zed.*Please come/ })
      .waitFor();
    const borisPage = await openFor(boris, '/contests');
    await link(borisPage, /1 unread/).click();
    await bubble(borisPage, 'Please come to the desk').waitFor();
  });

  test('who opens the dialog with the support or with another supervisor gets the list', async () => {
    const other = await server.given.supervisor();
    for (const peer of ['2', String(other.user.id)]) {
      await visit(moderatorPage, `${server.url}/chat/${anna.id}`);
      await moderatorPage.getByRole('heading', { name: 'First anna' }).waitFor();
      await visit(moderatorPage, `${server.url}/chat/${peer}`);
      await moderatorPage.waitForURL(/\/chat\/admin$/);
      await moderatorPage.getByText(t('chat.chooseTitle')).waitFor();
    }
  });
});

test('the chat of a supervisor has no barriers and fits its width', async () => {
  const page = await openFor(moderator, `/chat/${anna.id}`);
  await page.getByText('a secret').first().waitFor();
  expect(await findFaultsOfLook(page)).toEqual([]);
});
