import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { HttpCaller } from '#contest/http-caller.ts';
import type { Sent, ToSend } from '#contest/punctual-sender.ts';

/* The thread of `PunctualSender`. */

const caller = new HttpCaller();

parentPort?.on('message', async (wish: ToSend) => {
  const wantedAt = wish.atMs - performance.timeOrigin;
  await sleep(Math.max(0, wantedAt - performance.now()));
  const { status, text, retryAfterSec } = await caller.call(wish.url, wish.token, wish.body);
  parentPort?.postMessage({
    index: wish.index,
    status,
    ...{ text, retryAfterSec },
    tookMs: performance.now() - wantedAt,
  } satisfies Sent);
});
