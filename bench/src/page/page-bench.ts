import { openBrowser, openPage, readTexts } from '@balloon/e2e/browser/browser.ts';
import { ADMIN_PASSWORD } from '@balloon/e2e/sites/processes.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startBareServer } from '#page/bare-page.ts';
import type { BenchSite } from '#processes/bench-site.ts';
import { median } from '#report/table.ts';
import { allOf, atMost, type Target } from '#report/target.ts';

export interface PageRow extends Partial<Target> {
  what: string;
  /** Size of the scripts as transferred (compressed); all of them on a first visit. */
  scriptKb: number;
  /** The part of the scripts that had come when the main content was shown: what the person waits for. */
  awaitedScriptKb: number;
  /** Size of everything as transferred. */
  totalKb: number;
  firstPaintMs: number;
  /** Time from entering the address until the main content is shown. */
  readyMs: number;
  /** Time during which the page could not react to a key: the part of each task beyond 50 ms. */
  blockedMs: number;
  /** Cumulative layout shift; below 0.1 it is not noticeable. */
  shift: number;
}

/** Values of Lighthouse for a slow laptop on a slow line. */
const CPU_SLOWDOWN = 4;
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const TIMES = 5;
/** Limits of first visits: KB of awaited scripts, and time until the main content is shown. */
const LIMITS: Record<string, { scriptKb: number; readyMs?: number }> = {
  'contest list': { scriptKb: 180 },
  statement: { scriptKb: 185, readyMs: 3000 },
  'send screen': { scriptKb: 215, readyMs: 3000 },
  table: { scriptKb: 205, readyMs: 3000 },
};

interface Visit {
  path: string;
  /** Selector of the main content. */
  ready: string;
}

const t = readTexts('en-us');

/** Measures first and later visits to a participant's screens, beside a page of plain text. */
export async function benchPage({ url, crew }: BenchSite): Promise<PageRow[]> {
  const browser = await openBrowser();
  const bare = await startBareServer();
  try {
    const signedIn = await signIn(browser, url);
    const contest = `${url}/contest/${crew.contestId}`;
    const visits: Record<string, Visit> = {
      'contest list': { path: `${url}/contests`, ready: 'main li a' },
      statement: { path: `${contest}/problems/D`, ready: 'main article h1' },
      'statement with its formulas': { path: `${contest}/problems/D`, ready: '.katex' },
      'send screen': { path: `${contest}/send/A`, ready: `[aria-label="${t('send.editor')}"]` },
      submissions: { path: `${contest}/solutions/my`, ready: 'main h1' },
      table: { path: `${contest}/table`, ready: 'tbody th' },
    };
    const rows = [await measure(browser, 'a bare page of text', { path: bare.url, ready: 'p' }, {})];
    for (const [name, visit] of Object.entries(visits)) {
      const first = await measure(browser, `${name}, first visit`, visit, signedIn);
      rows.push({ ...first, ...targetOf(name, first) });
      rows.push(await measure(browser, `${name}, again`, visit, signedIn, true));
    }
    return rows;
  } finally {
    bare.stop();
    await browser.close();
  }
}

function targetOf(name: string, first: PageRow): Partial<Target> {
  const limits = LIMITS[name];
  if (!limits) return {};
  const weight = atMost(first.awaitedScriptKb, limits.scriptKb, 'awaited script KB ');
  return limits.readyMs ? allOf(weight, atMost(first.readyMs, limits.readyMs, 'ready ms ')) : weight;
}

/**
 * Signs a supervisor in.
 *
 * @returns storage state of the browser
 */
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
    awaitedScriptKb: middle(({ awaitedScriptKb }) => awaitedScriptKb),
    totalKb: middle(({ totalKb }) => totalKb),
    firstPaintMs: middle(({ firstPaintMs }) => firstPaintMs),
    readyMs: middle(({ readyMs }) => readyMs),
    blockedMs: middle(({ blockedMs }) => blockedMs),
    shift: middle(({ shift }) => shift),
  };
}

/** Visits with an empty cache, unless it is a repeated visit. */
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
    const { scriptKb: awaitedScriptKb } = traffic();
    const seen = (await page.evaluate('({ ...window.seen, readyMs: performance.now() })')) as Seen;
    await page.waitForLoadState('networkidle'); // includes what loads after the main content
    return { ...traffic(), awaitedScriptKb, ...seen };
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

/** Slows the page's processor and line down, and counts the transferred bytes. */
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

/** Runs in the page before any other script. */
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
