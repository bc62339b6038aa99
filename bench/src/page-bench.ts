import { openBrowser, openPage, readTexts } from '@balloon/e2e/browser.ts';
import { ADMIN_PASSWORD } from '@balloon/e2e/processes.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startBareServer } from '#bare-page.ts';
import type { BenchSite } from '#bench-site.ts';
import { median } from '#table.ts';
import { atMost, type Target } from '#target.ts';

export interface PageRow extends Partial<Target> {
  what: string;
  /** Script as it travelled, compressed; all of it on a first visit. */
  scriptKb: number;
  /** Everything as it travelled. */
  totalKb: number;
  firstPaintMs: number;
  /** From the address to what the screen is for. */
  readyMs: number;
  /** How long the page could not have answered a key: what tasks took beyond 50 ms each. */
  blockedMs: number;
  /** Cumulative layout shift; below 0.1 nobody notices. */
  shift: number;
}

/** A weak laptop on a weak line, as Lighthouse imitates them. */
const CPU_SLOWDOWN = 4;
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const TIMES = 5;
const SCRIPT_TARGET_KB = 250;

interface Visit {
  path: string;
  /** What the person came for, as a selector. */
  ready: string;
}

const t = readTexts('en-us');

/** First visits and later ones of the screens that a participant opens, beside a page that is nothing but text. */
export async function benchPage({ url, crew }: BenchSite): Promise<PageRow[]> {
  const browser = await openBrowser();
  const bare = await startBareServer();
  try {
    const signedIn = await signIn(browser, url);
    const contest = `${url}/contest/${crew.contestId}`;
    const visits: Record<string, Visit> = {
      'contest list': { path: `${url}/contests`, ready: 'main li a' },
      statement: { path: `${contest}/problems/D`, ready: '.katex' },
      'send screen': { path: `${contest}/send/A`, ready: `[aria-label="${t('send.editor')}"]` },
      submissions: { path: `${contest}/solutions/my`, ready: 'main h1' },
      table: { path: `${contest}/table`, ready: 'tbody th' },
    };
    const rows = [await measure(browser, 'a bare page of text', { path: bare.url, ready: 'p' }, {})];
    for (const [name, visit] of Object.entries(visits)) {
      const first = await measure(browser, `${name}, first visit`, visit, signedIn);
      const target = name === 'contest list' ? atMost(first.scriptKb, SCRIPT_TARGET_KB, 'script KB ') : {};
      rows.push({ ...first, ...target });
      rows.push(await measure(browser, `${name}, again`, visit, signedIn, true));
    }
    return rows;
  } finally {
    bare.stop();
    await browser.close();
  }
}

/** @returns what a browser of a signed-in supervisor knows */
async function signIn(browser: Browser, url: string): Promise<BrowserContextOptions> {
  const page = await openPage(browser, () => {});
  await page.goto(`${url}/auth`);
  await page.getByLabel(t('auth.username')).fill('admin');
  await page.getByLabel(t('auth.password'), { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: t('auth.signIn') }).click();
  await page.getByRole('heading', { name: t('contests.title') }).waitFor();
  const storageState = await page.context().storageState();
  await page.context().close();
  return { storageState };
}

async function measure(
  browser: Browser,
  what: string,
  visit: Visit,
  options: BrowserContextOptions,
  isRepeated = false,
): Promise<PageRow> {
  const figures: Omit<PageRow, 'what'>[] = [];
  for (let time = 0; time < TIMES; time += 1)
    figures.push(await visitOnce(browser, visit, options, isRepeated));
  const middle = (of: (one: Omit<PageRow, 'what'>) => number) => median(figures.map(of));
  return {
    what,
    scriptKb: middle(({ scriptKb }) => scriptKb),
    totalKb: middle(({ totalKb }) => totalKb),
    firstPaintMs: middle(({ firstPaintMs }) => firstPaintMs),
    readyMs: middle(({ readyMs }) => readyMs),
    blockedMs: middle(({ blockedMs }) => blockedMs),
    shift: middle(({ shift }) => shift),
  };
}

/** With an empty cache, unless it is a repetition. */
async function visitOnce(
  browser: Browser,
  { path, ready }: Visit,
  options: BrowserContextOptions,
  isRepeated: boolean,
): Promise<Omit<PageRow, 'what'>> {
  const page = await openPage(browser, () => {}, options);
  try {
    if (isRepeated) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    const traffic = await weaken(page);
    await page.addInitScript(watchPerformance);
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator(ready).first().waitFor();
    const seen = (await page.evaluate('({ ...window.seen, readyMs: performance.now() })')) as Seen;
    await page.waitForLoadState('networkidle'); // what comes after it is there has travelled too
    return { ...traffic(), ...seen };
  } finally {
    await page.context().close();
  }
}

interface Seen {
  firstPaintMs: number;
  readyMs: number;
  blockedMs: number;
  shift: number;
}

/** Slows the page's processor and line down, and counts what comes over the line. */
async function weaken(page: Page): Promise<() => { scriptKb: number; totalKb: number }> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', LINE);
  const scripts = new Set<string>();
  let [scriptBytes, totalBytes] = [0, 0];
  tools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    totalBytes += encodedDataLength;
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  return () => ({ scriptKb: scriptBytes / 1024, totalKb: totalBytes / 1024 });
}

/** Runs in the page before anything else of it. */
function watchPerformance(): void {
  const seen = { firstPaintMs: 0, blockedMs: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  const watch = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaintMs = startTime;
  });
  watch('longtask', ({ duration }) => {
    seen.blockedMs += duration - 50;
  });
  watch('layout-shift', ({ value = 0 }) => {
    seen.shift += value;
  });
}
