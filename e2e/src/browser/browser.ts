import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locale } from '@balloon/contracts/common.ts';
import { ROOT } from '@balloon/launch/files/front-end.ts';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from 'playwright-core';
import { findBarriers, NAMES_AND_COLOURS, type RulesOfLook } from '#browser/barriers.ts';
import { isParked } from '#browser/parked-pages.ts';
import { HOLD_UP_MS, holdUp, holdUpScripts } from '#browser/slow-line.ts';
import { SLOW_PAGE_MS, slowDownPages } from '#browser/slow-page.ts';

/** The shell first: it is the same engine without the parts for windows, and takes a quarter less of the processor. */
const NAMES = ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable'];
const ARGUMENTS = [
  '--no-sandbox', // root cannot use it
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Timeout of an action in ms: far longer than any takes, short enough to fail soon. */
const ACT_WITHIN_MS = 120_000;
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

/**
 * Opens the system's Chromium without a window, or Playwright's where the system has none.
 *
 * @param extra arguments of its command line
 */
export function openBrowser(extra: readonly string[] = []): Promise<Browser> {
  const directories = (process.env.PATH ?? '').split(':');
  const found = NAMES.flatMap((name) => directories.map((directory) => path.join(directory, name)));
  const executablePath = found.find((file) => existsSync(file));
  return chromium.launch({
    args: [...ARGUMENTS, ...extra],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}

/**
 * Features of Chromium that pages of stories do without. By the policy of openers each first load leaves the process of the
 * empty page for another; by `RenderDocument` each later one makes its frame anew, which costs a tenth of the load. The others
 * are those of Playwright's list that a page could notice: the browser obeys one list.
 */
const DISABLED = [
  'CrossOriginOpenerPolicy',
  'RenderDocument',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'HttpsUpgrades',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

/** Name of a host that leads to this machine and that the browser trusts no more than any other. */
export const HALL = 'hall.example';

/** Arguments of the browser of the stories, most of which spare processor time on pages that live for seconds. */
const FOR_STORIES = [
  // The optimizing compilers of V8 would cost a seventh of the processor and never pay.
  '--js-flags=--no-maglev --no-turbofan',
  `--disable-features=${DISABLED.join(',')}`,
  `--host-resolver-rules=MAP ${HALL} 127.0.0.1`,
];

let shared: Promise<Browser> | undefined;

/** The browser of the stories, which all files of a worker use one after the other; a crashed one is replaced. */
export async function shareBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = openBrowser(FOR_STORIES).then(slowed);
  return await (shared as Promise<Browser>);
}

function slowed(browser: Browser): Browser {
  if (SLOW_PAGE_MS > 0) slowDownPages(browser, SLOW_PAGE_MS).catch(() => {}); // the browser has been closed meanwhile
  return browser;
}

/** Closes all pages of a story but the parked ones, which stay for the next with the browser. */
export async function closePages(): Promise<void> {
  const contexts = new Set((await pagesInUse()).map((page) => page.context()));
  await Promise.all([...contexts].map((context) => context.close()));
}

async function pagesInUse(): Promise<Page[]> {
  const browser = await shared;
  const pages = browser?.contexts().flatMap((context) => context.pages()) ?? [];
  return pages.filter((page) => !isParked(page));
}

/** Folder that outlives the run, where a run has a temporary folder of its own. */
const KEPT = process.env.KEPT_OF_TESTS;

/** Longest description of a page; a table of hundreds of rows is cut. */
const MAX_DESCRIPTION = 6_000;

/**
 * Describes all open pages as a screen reader would, for the log of a failed story, and keeps a picture and the document of
 * each in a folder that it names, with what the page said and asked for last.
 */
export async function describePages(): Promise<string> {
  const pages = await pagesInUse();
  const place = KEPT ?? tmpdir();
  removeOldStories(place);
  const folder = mkdtempSync(path.join(place, FAILED_STORY));
  const described = await Promise.all(
    pages.map(async (page, index) => {
      await keepPage(page, path.join(folder, `page-${index + 1}`));
      return describePage(page);
    }),
  );
  return [`pictures, documents and calls of the pages: ${folder}`, ...described].join('\n\n');
}

/** Prefix of the folders that failed stories leave. */
const FAILED_STORY = 'balloon-failed-story-';
/** Number of these folders that are kept, with the newest. */
const STORIES_KEPT = 20;

function removeOldStories(place: string): void {
  const changedMs = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const folders = readdirSync(place)
    .filter((name) => name.startsWith(FAILED_STORY))
    .map((name) => path.join(place, name))
    .sort((one, other) => changedMs(other) - changedMs(one));
  for (const old of folders.slice(STORIES_KEPT - 1)) rmSync(old, { recursive: true, force: true });
}

/** Number of lines that are kept of what a page says and asks for. */
const LINES_KEPT = 200;
const linesOf = new WeakMap<Page, string[]>();

function note(page: Page, line: string): void {
  const lines = linesOf.get(page) ?? [];
  linesOf.set(page, lines);
  if (lines.push(line) > LINES_KEPT) lines.shift();
}

async function keepPage(page: Page, place: string): Promise<void> {
  writeFileSync(`${place}.log`, (linesOf.get(page) ?? []).join('\n'));
  await page.screenshot({ path: `${place}.png`, timeout: 5_000 }).catch(() => {});
  await page.content().then(
    (html) => writeFileSync(`${place}.html`, html),
    () => {},
  );
}

async function describePage(page: Page): Promise<string> {
  const seen = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: Error) => `not to be seen: ${error.message}`);
  return `${page.url()}\n${seen.slice(0, MAX_DESCRIPTION)}`;
}

/** Options of a page unless a story gives others. */
export const USUAL = {
  locale: 'en-US',
  viewport: DESKTOP,
  reducedMotion: 'reduce',
  colorScheme: 'light',
  // It would answer in place of the server; the story that is about it allows it.
  serviceWorkers: 'block',
} as const satisfies BrowserContextOptions;

const listeners = new WeakMap<Page, (fault: string) => void>();

/** Begins the log of a page anew, and reports its faults from now on to another listener. */
export function watchPage(page: Page, onFault: (fault: string) => void): void {
  linesOf.delete(page);
  listeners.set(page, onFault);
}

/**
 * Opens a page in a fresh profile, in English and with reduced motion.
 *
 * @param onFault receives faults, a line each: broken scripts, refused contents, failed calls
 */
export async function openPage(
  browser: Browser,
  onFault: (fault: string) => void,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ ...USUAL, ...options });
  context.setDefaultTimeout(ACT_WITHIN_MS);
  if (HOLD_UP_MS > 0) {
    await context.addInitScript(holdUp, HOLD_UP_MS);
    await holdUpScripts(context, HOLD_UP_MS);
  }
  const page = await context.newPage();
  watchPage(page, onFault);
  const report = (fault: string) => listeners.get(page)?.(fault);
  page.on('pageerror', ({ message }) => report(`script: ${message}`));
  page.on('console', (message) => {
    note(page, `${message.type()}: ${message.text()}`);
    // Answers are checked below, where the address is known.
    const isAnswer = message.text().startsWith('Failed to load resource');
    // The server closes the socket at sign-out and when rights change, perhaps while the page sends.
    const isClosing = message.text().startsWith('WebSocket is already in CLOSING or CLOSED state');
    if (message.type() === 'error' && !isAnswer && !isClosing) report(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    note(page, `${response.status()} ${response.request().method()} ${response.url()}`);
    if (response.status() >= 400 && !isQuestionWhoIAm(response) && !isBusyMachine(response))
      report(`${response.status()} ${response.url()}`);
  });
  return page;
}

/** Whether a response is the 401 by which a signed-out page learns that there is no session: not a fault. */
const isQuestionWhoIAm = (response: Response) =>
  response.status() === 401 && new URL(response.url()).pathname === '/api/user/me';

/** Whether a response asks to come again soon, as a busy machine does: the page does so, and shows what the story waits for. */
const isBusyMachine = (response: Response) =>
  response.status() === 503 &&
  (response.headers()['retry-after'] !== undefined || new URL(response.url()).pathname === '/api/health');

/** Returns the texts of the interface, as the page loads them. */
export function readTexts(locale: Locale): (key: string, values?: Record<string, string | number>) => string {
  const folder = path.join(ROOT, 'web', 'public', 'js', 'locales');
  const texts: Record<string, string> = Object.assign(
    {},
    ...['', 'admin'].map((part) =>
      JSON.parse(readFileSync(path.join(folder, part, `${locale}.json`), 'utf8')),
    ),
  );
  return (key, values = {}) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`There is no text ${key} in ${locale}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}

/**
 * Goes to an address of the site as the browser's "back" does: without a load. The screen of before may still be there when it
 * resolves, as after a click on a link.
 */
export function goInside(page: Page, address: string): Promise<void> {
  const way = { to: address, lateByMs: HOLD_UP_MS / 2 };
  return page.evaluate(({ to, lateByMs }) => {
    const go = () => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    };
    if (lateByMs > 0) setTimeout(go, lateByMs);
    else go();
  }, way);
}

/**
 * Goes to an address of the site, inside the page where it is at the site already: a load costs four times as much. For
 * stories that are about the screen and not about its load, and that wait for something that the screen before lacks. A page
 * that is at the address stays as it is.
 */
export async function visit(page: Page, address: string): Promise<void> {
  if (page.url() === address) return;
  const isThere =
    new URL(page.url()).origin === new URL(address).origin && (await page.locator('#root').count()) > 0;
  await (isThere ? goInside(page, address) : page.goto(address));
}

/** Returns how far the page scrolls sideways, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    scrollTo(10_000, scrollY);
    const reached = scrollX;
    scrollTo(0, scrollY);
    return reached;
  });
}

/**
 * Lists barriers of a state of a screen and whether it scrolls sideways, light on a desktop and dark on a phone: both in
 * the same page, since its way there costs far more than the look. The second look is for what theme and width change.
 * The page is afterwards as it was.
 */
export async function findFaultsOfLook(page: Page): Promise<string[]> {
  const faults = await findFaultsOfLookAndTurn(page);
  await turnLook(page);
  return faults;
}

/** Does the same and leaves the page in its other look, for a walk that goes on to other screens. */
export async function findFaultsOfLookAndTurn(page: Page): Promise<string[]> {
  const present = await findFaultsOfPresentLook(page);
  await turnLook(page);
  return [...present, ...(await findFaultsOfPresentLook(page, NAMES_AND_COLOURS))];
}

/** Shows a page dark on a phone when it is light on a desktop, and the other way round. */
const turnLook = (page: Page) => showAs(page, page.viewportSize()?.width !== PHONE.width);

/** Shows a page dark on a phone or light on a desktop. */
async function showAs(page: Page, isPhone: boolean): Promise<void> {
  const colorScheme = isPhone ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(isPhone ? PHONE : DESKTOP);
  // The page itself follows the scheme, some frames later on a busy machine. Screens for projectors leave it no height.
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
}

/**
 * Whether the page has drawn itself anew: nothing moves for three frames, so that menus stand at their places, and nothing is
 * being replaced, which is paler than what stays.
 */
const IS_AT_REST = () =>
  new Promise((resolve) => {
    const isAtRest = () =>
      document.querySelector('[data-stale]') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running');
    const frames = (left: number): unknown =>
      left === 0 ? resolve(isAtRest()) : requestAnimationFrame(() => frames(left - 1));
    frames(3);
  });

/**
 * Lists barriers of a state of a screen and whether it scrolls sideways, in the theme and width that the page has. On a busy
 * machine a page may still follow its new width: only what a second look sees as well is a fault.
 */
export async function findFaultsOfPresentLook(page: Page, rules?: RulesOfLook): Promise<string[]> {
  const first = await lookAt(page, rules);
  if (first.length === 0) return [];
  await page.waitForTimeout(SETTLES_WITHIN_MS);
  return lookAt(page, rules);
}

/** Pause in ms before a second look. */
const SETTLES_WITHIN_MS = 1_000;

async function lookAt(page: Page, rules?: RulesOfLook): Promise<string[]> {
  await page.waitForFunction(IS_AT_REST);
  const beyond = await sidewaysScroll(page);
  const findings = [
    ...(beyond > 0 ? [`scrolls ${beyond} px sideways`] : []),
    ...(await findBarriers(page, rules)),
  ];
  return findings.map((finding) => `${page.viewportSize()?.width} px wide: ${finding}`);
}
