import { beforeEach, expect, test } from 'vitest';
import { OutsideError } from '#failures.ts';
import { AccountShutError, createTroubles } from '#relay/account-troubles.ts';
import type { Desk } from '#relay/desk.ts';
import { type Duties, USUAL_PAUSES } from '#relay/duties.ts';
import { createPoller, type PollerClock } from '#relay/poller.ts';
import { SILENT } from '#testing/mortal-relay.ts';
import { plainSystem } from '#testing/plain-system.ts';

let nowMs = 0;

/** Pauses pass at once. */
const clock: PollerClock = {
  nowMs: () => nowMs,
  pause: async (ms) => {
    await new Promise(setImmediate);
    nowMs += ms;
  },
};
beforeEach(() => {
  nowMs = 0;
});

const MINUTE = 60_000;

function pollerOf(poll: () => Promise<never>) {
  const duties = {
    ...{ pauses: USUAL_PAUSES, log: SILENT, nowMs: () => nowMs },
    contact: { askOnce: async () => undefined },
  };
  const troubles = createTroubles((text) => text, duties as unknown as Duties);
  const session = {} as Parameters<Parameters<Desk['read']>[0]>[0];
  return createPoller(
    {
      system: { ...plainSystem, pace: { ...plainSystem.pace, pollEveryMs: 1_000 }, poll },
      read: (work: Parameters<Desk['read']>[0]) => work(session),
      saveSession: async () => undefined,
      troubles,
    } as unknown as Desk,
    clock,
  );
}

test('runs of an account that does not get in are polled slowly, and claimed anew once a minute', async () => {
  let polls = 0;
  const poller = pollerOf(async () => {
    polls += 1;
    throw new OutsideError('challenge', 'A captcha');
  });
  const over = new AbortController();
  let releases = 0;
  /** Follows a run as the relay does: one that is given back is claimed at once. */
  async function follow(solutionId: number): Promise<void> {
    const watched = {
      run: { runId: String(solutionId), foreignId: '1:A' },
      ...{ lease: { solutionId, fence: 1 }, see: () => undefined },
    };
    while (nowMs < 10 * MINUTE) {
      const ended: unknown = await poller.watch(watched, over.signal).catch((error: unknown) => error);
      if (!(ended instanceof AccountShutError)) return;
      releases += 1;
    }
    over.abort();
  }
  await Promise.all([1, 2, 3, 4, 5].map(follow));
  expect(polls).toBeLessThanOrEqual(70);
  expect(releases).toBeGreaterThanOrEqual(5 * 8);
  expect(releases).toBeLessThanOrEqual(5 * 10);
});
