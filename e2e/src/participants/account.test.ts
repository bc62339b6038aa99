import { RegisterLink } from '@balloon/contracts/people/group-links.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { openTestMailbox, type TestMailbox } from '@balloon/server/testing/test-mailbox.ts';
import { portOfPages, startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import {
  openTestTelegram,
  TEST_BOT_TOKEN,
  type TestTelegram,
} from '@balloon/server/testing/test-telegram.ts';
import type { Locator, Page, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFaultsOfLook, PHONE, visit } from '#browser/browser.ts';
import { fieldOf, signIn, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { watchFor } from '#browser/watch-for.ts';

/*
 * An account's story: a student gets a link, registers, confirms an address, forgets the password and gets a new one
 * by the letter that arrived, and edits the account. The tests build on each other.
 */

let mailbox: TestMailbox;
let telegram: TestTelegram;
let server: TestServer;
let page: Page;
let registerPath: string;

const GROUP = 'Second year';
const EMAIL = 'dana@example.org';
const [FIRST_PASSWORD, SECOND_PASSWORD, THIRD_PASSWORD] = ['a first password', 'another one', 'and a third'];

afterAll(async () => {
  await telegram?.close();
  await mailbox?.close();
});
const { faults, newPage, pageOf } = tellStory(async () => {
  [mailbox, telegram] = [await openTestMailbox(), await openTestTelegram()];
  const port = await portOfPages();
  server = await startTestServer({
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    smtpUrl: mailbox.url,
    telegramToken: TEST_BOT_TOKEN,
    telegramApiRoot: telegram.url,
    staticDir: await ensureFrontEnd(),
  });
  return server;
});
beforeAll(async () => {
  registerPath = await newRegisterPath(GROUP);
  page = await newPage();
});

async function newRegisterPath(group: string): Promise<string> {
  const admin = await server.given.admin();
  const groupId = await server.given.group(group);
  const { registerKey } = (await admin.post(`/api/admin/groups/${groupId}/links`)).as(RegisterLink);
  return `/auth/register?groupKey=${registerKey}`;
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const type = (label: string, text: string) => fieldOf(page, label, { exact: true }).fill(text);
const section = (name: string) => page.getByRole('region', { name });

/** Opens the link of the next letter, as its reader does. */
async function openLetter(to: string): Promise<void> {
  const { html } = await mailbox.next(to);
  const href = /href="([^"]+)"/.exec(html)?.[1];
  await page.goto(href?.replaceAll('&amp;', '&') ?? 'about:blank');
}

describe('a student', () => {
  test('registers by the link of a group and is let in', async () => {
    await page.goto(server.url + registerPath);
    await heading(t('auth.registerTitle', { group: GROUP })).waitFor();

    await press(t('auth.registerAction'));
    await page.getByText(t('form.required')).first().waitFor();
    await type(t('auth.firstName'), 'Dana');
    await type(t('auth.lastName'), 'Lee');
    await type(t('auth.email'), EMAIL);
    await type(t('auth.newUsername'), 'dana');
    await type(t('auth.password'), FIRST_PASSWORD);
    await press(t('auth.registerAction'));

    await page.getByText(t('auth.registerDone')).waitFor();
    await page.getByRole('link', { name: t('auth.toContests') }).click();
    await heading(t('contests.title')).waitFor();
  });

  test('confirms the address by the letter that arrived', async () => {
    await openLetter(EMAIL);

    await press(t('auth.confirmAction'));

    await page.getByText(t('auth.confirmDone', { email: EMAIL })).waitFor();
    await page.getByRole('link', { name: t('auth.continue') }).click();
    await heading(t('contests.title')).waitFor();
  });

  test('forgets the password and chooses a new one by the letter, which works once', async () => {
    await signOut();
    await page.getByRole('link', { name: t('auth.forgotten') }).click();
    await heading(t('auth.forgetTitle')).waitFor();
    await type(t('auth.username'), 'dana');
    await press(t('auth.forgetAction'));
    await page.getByText(t('auth.forgetSent')).waitFor();

    await openLetter(EMAIL);
    await type(t('auth.newPassword'), SECOND_PASSWORD);
    await type(t('auth.repeatPassword'), `${SECOND_PASSWORD}?`);
    await press(t('auth.resetAction'));
    await page.getByText(t('form.notSame')).waitFor();
    await type(t('auth.repeatPassword'), SECOND_PASSWORD);
    const usedLink = page.url();
    await press(t('auth.resetAction'));
    await page.getByText(t('auth.resetDone')).waitFor();

    await page.goto(usedLink);
    await type(t('auth.newPassword'), THIRD_PASSWORD);
    await type(t('auth.repeatPassword'), THIRD_PASSWORD);
    await press(t('auth.resetAction'));
    await page.getByText(t('errors.KEY_NOT_VALID')).waitFor();
    expect(faults.splice(0)).toEqual([expect.stringContaining('400')]);
    await signIn(page, server.url, EMAIL, SECOND_PASSWORD); // by the address too
  });

  test('links another address, which counts only when confirmed', async () => {
    await page.getByRole('button', { name: /^Profile/ }).click();
    await page.getByRole('menuitem', { name: t('profile.title') }).click();
    await section(t('profile.email')).getByText(EMAIL, { exact: true }).waitFor();
    await page.getByText(GROUP).waitFor();
    await page.getByRole('link', { name: t('profile.changeEmail') }).click();
    await type(t('auth.email'), 'dana@example.com');
    await type(t('profile.oldPassword'), SECOND_PASSWORD);
    await press(t('auth.linkAction'));
    await page.getByText(t('auth.linkSent', { email: 'dana@example.com' })).waitFor();
    await visit(page, `${server.url}/profile`);
    await page.getByText(t('profile.pendingEmail', { email: 'dana@example.com' })).waitFor();

    await openLetter('dana@example.com');
    await press(t('auth.confirmAction'));
    await page.getByText(t('auth.confirmDone', { email: 'dana@example.com' })).waitFor();

    await visit(page, `${server.url}/profile`);
    await section(t('profile.email')).getByText('dana@example.com', { exact: true }).waitFor();
  });

  test('links Telegram, and the page shows that without a reload', async () => {
    await section('Telegram').getByRole('button').click();
    const href = await page.getByRole('link', { name: t('profile.telegramOpen') }).getAttribute('href');
    expect(href).toMatch(/^https:\/\/t\.me\/balloon_bot\?start=/);

    await telegram.say({ id: 42, username: 'dana_lee' }, `/start ${href?.split('=')[1]}`);

    await page.getByRole('link', { name: '@dana_lee' }).waitFor();
    await section('Telegram').getByRole('button').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('profile.telegramUnlink') })
      .click();
    await page.getByText(t('profile.telegramNone')).waitFor();
  });

  test('sees a forgotten phone among the sessions, ends it, and changes the password', async () => {
    const phone = await newPage({ viewport: PHONE, isMobile: true, hasTouch: true });
    await signIn(phone, server.url, 'dana', SECOND_PASSWORD);
    await page.reload();

    await section(t('profile.sessions'))
      .getByRole('button', { name: /^End the session/ })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('profile.endSession') })
      .click();
    await section(t('profile.sessions')).getByRole('button').waitFor({ state: 'detached' });
    // The phone's page notices it without a reload.
    await phone.getByRole('heading', { name: t('auth.title') }).waitFor();
    await phone.context().close(); // further refusals of what it asked for would be faults of what follows
    expect(faults.splice(0).filter((fault) => !fault.startsWith('401'))).toEqual([]);

    await press(t('profile.changePassword'));
    await type(t('profile.oldPassword'), FIRST_PASSWORD);
    await type(t('auth.newPassword'), THIRD_PASSWORD);
    await type(t('auth.repeatPassword'), THIRD_PASSWORD);
    await press(t('profile.changePassword'));
    await page.getByText(t('errors.WRONG_PASSWORD')).waitFor();
    expect(faults.splice(0)).toEqual([expect.stringContaining('403')]);
    await type(t('profile.oldPassword'), SECOND_PASSWORD);
    const changed = await watchFor(page, t('profile.passwordChanged'));
    await press(t('profile.changePassword'));
    await changed();
    await signOut();
    await signIn(page, server.url, 'dana', THIRD_PASSWORD);
  });

  test('joins one more group by its link, with the account that is there', async () => {
    const path = await newRegisterPath('Team camp');
    await signOut();
    await visit(page, server.url + path);
    await page.getByRole('link', { name: t('auth.haveAccount') }).click();
    await type(t('auth.username'), 'dana');
    await type(t('auth.password'), THIRD_PASSWORD);
    await press(t('auth.signIn'));
    await heading(t('auth.joinTitle', { group: 'Team camp' })).waitFor();
    await press(t('auth.joinAction'));
    await page.getByText(t('auth.joinDone')).waitFor();

    await visit(page, `${server.url}/profile`);
    await section(t('profile.sessions')).waitFor();
    await page.getByText('Team camp').waitFor();
    await visit(page, server.url + path);
    await page.getByText(t('auth.joinedAlready')).waitFor();
  });
});

test('the four screens are open without signing in; an invalid link shows an error', async () => {
  const stranger = await newPage();
  await stranger.goto(`${server.url}/auth/register?groupKey=nonsense`);
  await stranger.getByText(t('errors.LINK_NOT_FOUND')).waitFor();
  expect(faults.splice(0)).toEqual([expect.stringContaining('404')]);
  await visit(stranger, `${server.url}/auth/reset`);
  await stranger.getByText(t('errors.KEY_NOT_VALID')).waitFor();
  await visit(stranger, `${server.url}/auth/link-email`);
  await stranger.getByText(t('auth.linkSignedOut')).waitFor();
  await visit(stranger, `${server.url}/profile`);
  await stranger.getByRole('heading', { name: t('auth.title') }).waitFor();
});

async function signOut(): Promise<void> {
  await pressSignOut(page);
  await heading(t('auth.title')).waitFor();
}

async function pressSignOut(of: Page): Promise<void> {
  await of.getByRole('button', { name: /^Profile/ }).click();
  await of.getByRole('menuitem', { name: t('profile.signOut') }).click();
  await of
    .getByRole('dialog')
    .getByRole('button', { name: t('profile.signOut') })
    .click();
}

/** Lets idle moments of a page come one after the other, each when `nextIdle` is called. */
const IDLE_IN_STEPS = `const waiting = [];
  requestIdleCallback = (run) => waiting.push(run);
  nextIdle = () => waiting.shift()?.();`;

async function answerNo(page: Page): Promise<void> {
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: t('common.cancel') }).press('Enter');
  await question.waitFor({ state: 'detached' });
}

const expectFocus = (control: Locator) =>
  expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true);

test('the question of a menu that is answered with no gives the focus to the button of the menu', async () => {
  const leaver = await pageOf(await server.given.participant(await server.given.contest()));
  await leaver.goto(`${server.url}/contests`);
  const profile = leaver.getByRole('button', { name: /^Profile/ });
  await profile.press('Enter');
  await leaver.getByRole('menuitem', { name: t('profile.signOut') }).press('Enter');
  await answerNo(leaver);
  await expectFocus(profile);
  await leaver.close();
});

test('so it does where the part of the page that asks comes later than the menu', async () => {
  const slow = await pageOf(await server.given.participant(await server.given.contest()));
  await slow.addInitScript(IDLE_IN_STEPS);
  await slow.goto(`${server.url}/contests`);
  const profile = slow.getByRole('button', { name: /^Profile/ });
  await profile.press('Enter');
  await slow.getByRole('menuitem', { name: t('profile.signOut') }).press('Enter');
  await slow.getByRole('menu').waitFor({ state: 'detached' });
  await expect
    .poll(async () => {
      await slow.evaluate('nextIdle()');
      return slow.getByRole('dialog').isVisible();
    })
    .toBe(true);
  await answerNo(slow);
  await expectFocus(profile);
  await slow.close();
});

test('the button of a menu keeps the focus while the parts of the menu come one after the other', async () => {
  const slow = await pageOf(await server.given.participant(await server.given.contest()));
  await slow.addInitScript(IDLE_IN_STEPS);
  await slow.goto(`${server.url}/contests`);
  const profile = slow.getByRole('button', { name: /^Profile/ });
  await profile.focus();
  const seen = new Set<string | null | undefined>();
  // Asked of the page: a button that is replaced between being found and being asked has no focus.
  const noteFocus = async () => seen.add(await slow.evaluate(() => document.activeElement?.ariaLabel));
  await noteFocus();
  const isOfMenu = async () => {
    await slow.evaluate('nextIdle()');
    await noteFocus();
    return profile.getAttribute('id'); // the library's, which its list needs
  };
  await expect.poll(isOfMenu).not.toBeNull();
  await noteFocus();
  expect([...seen]).toEqual([expect.stringMatching(/^Profile/)]);
  await slow.close();
});

/** Collects what a page asks for from now on, but for parts of itself and the clock, which come when it has time. */
function callsOf(of: Page): string[] {
  const asked: string[] = [];
  of.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/health') asked.push(pathname);
  });
  return asked;
}

test('signing out asks for nothing once more when the connection ends before the answer', async () => {
  const leaver = await pageOf(await server.given.participant(await server.given.contest()));
  const connected = Promise.withResolvers<WebSocket>();
  leaver.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (`${payload}`.startsWith('40')) connected.resolve(socket);
    }),
  );
  await leaver.goto(`${server.url}/contests`);
  const socket = await connected.promise;
  await leaver.getByRole('main').getByRole('listitem').first().waitFor();
  const answering = Promise.withResolvers<void>();
  await leaver.route('**/api/user/authenticate/logout', async (route) => {
    const response = await route.fetch();
    await answering.promise;
    await route.fulfill({ response });
  });
  const ended = socket.waitForEvent('close');
  await pressSignOut(leaver);
  const asked = callsOf(leaver);
  await ended;
  await leaver.evaluate(() => document.readyState); // what the page asked for has been told
  expect(asked.filter((path) => !path.endsWith('/logout'))).toEqual([]);
  answering.resolve();
  await leaver.getByRole('heading', { level: 1, name: t('auth.title') }).waitFor();
  await leaver.context().close();
});

test('signing out asks for nothing once more when the connection begins before the answer', async () => {
  const contest = await server.given.contest({ name: 'Morning round' });
  const leaver = await pageOf(await server.given.participant(contest));
  const connecting = Promise.withResolvers<void>();
  const joined = Promise.withResolvers<void>();
  await leaver.routeWebSocket(/socket\.io/, async (socket) => {
    await connecting.promise;
    const behind = socket.connectToServer();
    behind.onMessage((message) => {
      socket.send(message);
      if (`${message}`.startsWith('43')) joined.resolve(); // the answer to a room
    });
  });
  await leaver.goto(`${server.url}/contest/${contest.id}`);
  await leaver.getByRole('heading', { level: 1, name: 'Morning round' }).waitFor();
  const sent = Promise.withResolvers<void>();
  const answering = Promise.withResolvers<void>();
  await leaver.route('**/api/user/authenticate/logout', async (route) => {
    sent.resolve();
    await answering.promise;
    await route.continue();
  });
  await pressSignOut(leaver);
  await sent.promise;
  const asked = callsOf(leaver);
  connecting.resolve();
  await joined.promise;
  await leaver.evaluate(() => new Promise(requestAnimationFrame)); // what the page asks for then has been told
  expect(asked).toEqual([]);
  answering.resolve();
  await leaver.getByRole('heading', { level: 1, name: t('auth.title') }).waitFor();
  await leaver.context().close();
});

test('every screen has no barriers and fits its width', async () => {
  const stranger = await newPage();
  const findings: string[] = [];
  const screens = [
    [registerPath, t('auth.registerAction')],
    ['/auth/forget-password', t('auth.forgetAction')],
    ['/auth/reset?resetKey=1', t('auth.resetAction')],
    ['/auth/link-email?confirmKey=1', t('auth.confirmAction')],
    ['/auth/link-email', t('auth.linkAction')],
    ['/profile', t('profile.changePassword')],
  ] as const;
  for (const [path, button] of screens) {
    if (path === '/auth/link-email') await signIn(stranger, server.url, 'dana', THIRD_PASSWORD);
    await visit(stranger, server.url + path);
    await stranger.getByRole('button', { name: button }).click(); // forms mark their invalid fields
    findings.push(...(await findFaultsOfLook(stranger)).map((fault) => `${path}, ${fault}`));
  }
  faults.splice(0); // caused by the invalid key
  expect(findings).toEqual([]);
});
