import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';

/**
 * Longest time in ms by which a call, a message, a script and a way inside a page are held up; 0 is a usual run. Whoever sets it looks for
 * stories, and screens, that are right only while the server answers at once.
 */
export const HOLD_UP_MS = Number(process.env.HOLD_UP_MS ?? 0);

/**
 * Holds up calls, their answers and the messages of sockets in the page where it runs, each by a random part of a time in ms.
 * The order of the messages of a socket stays.
 */
export const holdUp = (atMostMs: number): void => {
  const { setTimeout, fetch, WebSocket, performance } = globalThis;
  const partOf = (ms: number) => Math.random() * ms;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  globalThis.fetch = async (...asked) => {
    await pause(partOf(atMostMs / 2));
    const answer = await fetch(...asked);
    await pause(partOf(atMostMs / 2));
    return answer;
  };

  globalThis.WebSocket = class extends WebSocket {
    #dueMs = 0;
    readonly #waiting: MessageEvent[] = [];

    override set onmessage(listener: ((event: MessageEvent) => void) | null) {
      super.onmessage = (event) => {
        const nowMs = performance.now();
        this.#dueMs = Math.max(this.#dueMs, nowMs + partOf(atMostMs));
        this.#waiting.push(event);
        setTimeout(() => this.#handOn(listener), this.#dueMs - nowMs);
      };
    }

    /** Hands on the message that waits longest: timers count whole milliseconds, so those of one instant come in any order. */
    #handOn(listener: ((event: MessageEvent) => void) | null) {
      const event = this.#waiting.shift();
      if (event) listener?.call(this, event);
    }
  };
};

/** Holds up the scripts of the pages of a profile, each by a random part of a time in ms: the screen of before stays as long. */
export async function holdUpScripts(context: BrowserContext, atMostMs: number): Promise<void> {
  await context.route(/\/assets\/[^?]+\.js$/, async (route) => {
    await pause(Math.random() * atMostMs);
    await route.fallback().catch(() => {}); // the page has been closed meanwhile
  });
}
