import { setTimeout as sleep } from 'node:timers/promises';
import { JoinReply } from '@balloon/contracts/contests.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { openBrowser, openPage } from '@balloon/e2e/browser/browser.ts';
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { BenchSite } from '#processes/bench-site.ts';
import { median } from '#report/table.ts';
import { atMost, type Target } from '#report/target.ts';
import { insertContest } from '#scoreboard/scoreboard-requests-bench.ts';

export interface MonitorRow extends Partial<Target> {
  what: string;
  medianMs: number;
  worstMs?: number;
}

const PARTICIPANTS = 3_000;
const PROBLEMS = 13;
const VISITS = 5;
const UPDATES = 8;
/** Pause in ms, longer than the server and the page take for all changes of one solution. */
const BETWEEN_UPDATES_MS = 4_000;
const LONG_FRAME_MS = 50;

/**
 * Measures all of a large contest on one screen, in a real browser: opening it, following it live, scrolling through
 * it.
 */
export async function benchMonitor({ url, database, crew }: BenchSite): Promise<MonitorRow[]> {
  const contestId = await insertContest(database, crew.contestId, {
    name: 'crowd',
    participants: PARTICIPANTS,
    problems: PROBLEMS,
  });
  const [reader, sender] = crew.participants;
  if (!reader || !sender) throw new Error('The sample contest has too few participants');
  for (const person of [reader, sender]) await person.post(url, `/api/contest/${contestId}/join`, JoinReply);
  const send = () =>
    sender.submit(url, contestId, {
      symbolIndex: 'A',
      languageId: LANGUAGES.python3.id,
      solution: `print(${Math.random()})`,
    });

  const browser = await openBrowser();
  try {
    const address = `${url}/contest/${contestId}/monitor`;
    await reader.get(url, `/api/contest/${contestId}/table2?count=1`, ScoreboardPage); // folds the log
    const visits: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1)
      visits.push(await visitOnce(browser, address, reader.token));
    let changes = 0;
    const page = await open(browser, address, reader.token, () => {
      changes += 1;
    });
    return [
      { what: 'from the address to the rows', medianMs: median(visits), worstMs: Math.max(...visits) },
      ...(await followLive(page, send, () => changes)),
      ...(await scrollThrough(page)),
    ];
  } finally {
    await browser.close();
  }
}

/** @param onRows called for each message that brings changed rows */
async function open(browser: Browser, address: string, token: string, onRows?: () => void): Promise<Page> {
  const page = await openPage(browser, () => {}, { reducedMotion: 'no-preference' });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes('"table rows"')) onRows?.();
    }),
  );
  await page.context().addCookies([{ name: 'balloon_session', value: token, url: new URL(address).origin }]);
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('tbody th').first().waitFor();
  return page;
}

async function visitOnce(browser: Browser, address: string, token: string): Promise<number> {
  const page = await open(browser, address, token);
  const shownMs = await page.evaluate(() => performance.now());
  await page.context().close();
  return shownMs;
}

/** Measures the cost of a change for the page: taking the changed rows over, finding the differences, drawing. */
async function followLive(
  page: Page,
  send: () => Promise<unknown>,
  countChanges: () => number,
): Promise<MonitorRow[]> {
  const tools = await startCounting(page);
  const scriptMs: number[] = [];
  const allMs: number[] = [];
  for (let update = 0; update < UPDATES; update += 1) {
    const heard = countChanges();
    const before = await busyMs(tools);
    await send();
    await sleep(BETWEEN_UPDATES_MS);
    const after = await busyMs(tools);
    const changes = countChanges() - heard;
    if (changes === 0) throw new Error('The page did not notice a solution');
    scriptMs.push((after.scriptMs - before.scriptMs) / changes);
    allMs.push((after.allMs - before.allMs) / changes);
  }
  return [
    {
      what: 'processor time of script per live update',
      medianMs: median(scriptMs),
      worstMs: Math.max(...scriptMs),
    },
    {
      what: 'processor time of the page per live update',
      medianMs: median(allMs),
      worstMs: Math.max(...allMs),
    },
  ];
}

/** Counts processor time, which does not depend on other load on the machine. */
async function startCounting(page: Page): Promise<CDPSession> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return tools;
}

async function busyMs(tools: CDPSession): Promise<{ scriptMs: number; allMs: number }> {
  const { metrics } = await tools.send('Performance.getMetrics');
  const secondsOf = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return { scriptMs: 1000 * secondsOf('ScriptDuration'), allMs: 1000 * secondsOf('TaskDuration') };
}

/** Scrolls from the top to the bottom, a screen every few frames, like a dragged scrollbar. */
async function scrollThrough(page: Page): Promise<MonitorRow[]> {
  const tools = await startCounting(page);
  const before = await busyMs(tools);
  const frames = await page.locator('div:has(> table)').evaluate(async (scroller) => {
    const lengths: number[] = [];
    const endPx = scroller.scrollHeight - scroller.clientHeight;
    let lastMs = await new Promise<number>(requestAnimationFrame);
    // Must not read the layout meanwhile: that would make the page lay out twice.
    for (let topPx = 0; topPx < endPx; topPx += 400) {
      scroller.scrollTo(0, topPx);
      const nowMs = await new Promise<number>(requestAnimationFrame);
      lengths.push(nowMs - lastMs);
      lastMs = nowMs;
    }
    return lengths;
  });
  const long = frames.filter((lengthMs) => lengthMs > LONG_FRAME_MS).length;
  const after = await busyMs(tools);
  return [
    {
      what: 'processor time of the page per frame while scrolling',
      medianMs: (after.allMs - before.allMs) / frames.length,
    },
    {
      what: `a frame while scrolling, ${long} of ${frames.length} longer than ${LONG_FRAME_MS} ms`,
      medianMs: median(frames),
      worstMs: Math.max(...frames),
      ...atMost(long, 0, 'long frames '),
    },
  ];
}
