import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';

/**
 * Longest time in ms for which pages stand still, again and again; 0 is a usual run. Whoever sets it looks for stories, and screens,
 * that are right only while a page draws, listens and moves the focus at once.
 */
export const SLOW_PAGE_MS = Number(process.env.SLOW_PAGE_MS ?? 0);

/** Part of its time in which a page runs is a fifth of the longest. */
const RUNS_FOR_PART = 1 / 5;

/**
 * Stops the processes of a browser's pages and lets them go on, each for a random part of a time in ms, until the browser is closed.
 * Unlike the slowness that the browser itself can imitate, which is a busy loop, a stopped process costs no processor.
 */
export async function slowDownPages(browser: Browser, atMostMs: number): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const slowed = new Set<number>();
  while (browser.isConnected()) {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    for (const { type, id } of processInfo) {
      if (type !== 'renderer' || slowed.has(id)) continue;
      slowed.add(id);
      void slowDown(id, atMostMs).finally(() => slowed.delete(id));
    }
    await pause(atMostMs);
  }
}

/** Does so with one process until it has ended. */
async function slowDown(processId: number, atMostMs: number): Promise<void> {
  while (signal(processId, 'SIGSTOP')) {
    await pause(Math.random() * atMostMs);
    signal(processId, 'SIGCONT');
    await pause(Math.random() * atMostMs * RUNS_FOR_PART);
  }
}

/** Sends a signal. Returns whether the process is still there. */
function signal(processId: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(processId, name);
  } catch {
    return false;
  }
}
