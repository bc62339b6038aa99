import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as ServerClock from '#shared/api/live/server-clock.ts';

/** What a component gets and when it is drawn, by React's rule: again when what it reads has changed. */
interface Drawn<Fact> {
  facts: Fact[];
  leave: () => void;
}

let clock: typeof ServerClock;
let drawn: Drawn<unknown>;

/** Stands in for React, which has no screen here. */
function useSyncExternalStore(watch: (onChange: () => void) => () => void, read: () => unknown) {
  const facts = [read()];
  const leave = watch(() => {
    if (!Object.is(facts.at(-1), read())) facts.push(read());
  });
  drawn = { facts, leave };
  return facts[0];
}

function draw<Fact extends string | number | boolean>(read: (nowMs: number) => Fact): Drawn<Fact> {
  Reflect.apply(clock.useAtServerNow, null, [read]);
  return drawn as Drawn<Fact>;
}

const START_MS = Date.UTC(2026, 10, 27, 12);

beforeEach(async () => {
  vi.useFakeTimers({ now: START_MS - 10_300 });
  vi.stubGlobal('document', { addEventListener() {}, removeEventListener() {}, visibilityState: 'visible' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server here')));
  vi.doMock('react', () => ({ useSyncExternalStore }));
  vi.resetModules();
  clock = await import('#shared/api/live/server-clock.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.doUnmock('react');
  vi.resetModules();
});

test('a component is drawn again at the turn on which it depends, not at every second', () => {
  const seconds = draw((nowMs) => nowMs);
  const status = draw((nowMs) => (nowMs < START_MS ? 'WAITING' : 'RUNNING'));
  vi.advanceTimersByTime(10_000);
  expect(status.facts).toEqual(['WAITING']);
  vi.advanceTimersByTime(400);
  expect(status.facts).toEqual(['WAITING', 'RUNNING']);
  vi.advanceTimersByTime(60_000);
  expect(status.facts).toEqual(['WAITING', 'RUNNING']);
  expect(seconds.facts.length).toBeGreaterThan(60);
  for (const { leave } of [seconds, status]) leave();
});

test('the turn comes by the clock of the server, also when that is heard of after the component was drawn', () => {
  const status = draw((nowMs) => (nowMs < START_MS ? 'WAITING' : 'RUNNING'));
  clock.noteServerTime(START_MS - 2_000); // the clock of this machine is 8 s behind
  expect(status.facts).toEqual(['WAITING']);
  vi.advanceTimersByTime(2_010);
  expect(status.facts).toEqual(['WAITING', 'RUNNING']);
  clock.noteServerTime(START_MS - 5_000);
  expect(status.facts).toEqual(['WAITING', 'RUNNING', 'WAITING']);
  status.leave();
});

test('nothing ticks while nobody watches, and who comes then sees the present', () => {
  draw((nowMs) => nowMs).leave();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(30_000);
  const status = draw((nowMs) => (nowMs < START_MS ? 'WAITING' : 'RUNNING'));
  expect(status.facts).toEqual(['RUNNING']);
  expect(vi.getTimerCount()).toBe(1);
  status.leave();
  expect(vi.getTimerCount()).toBe(0);
});

/** Answers each question for the time by the next of these waits; the server is an hour ahead, on time in between. */
function answerAfter(...waits: ((answer: () => void) => void)[]): () => number {
  let asked = 0;
  vi.stubGlobal('fetch', () => {
    const wait = waits[asked] ?? ((answer: () => void) => answer());
    asked += 1;
    const nowMs = Date.now() + HOUR_MS;
    return new Promise<Response>((resolve) => wait(() => resolve(Response.json({ nowMs }))));
  });
  return () => asked;
}
const HOUR_MS = 3_600_000;

test('an answer during which the device slept, or its clock was set, does not move the clock', async () => {
  const asked = answerAfter((answer) => {
    vi.setSystemTime(Date.now() + 60_000);
    answer();
  });
  await clock.measureServerClock();
  expect(asked()).toBe(2);
  expect(clock.serverNowMs() - Date.now()).toBe(HOUR_MS);
});

test('a slow answer counts until there is a better one', async () => {
  const asked = answerAfter((answer) => setTimeout(answer, 6_000));
  const measured = clock.measureServerClock();
  await vi.advanceTimersByTimeAsync(6_000);
  await measured;
  expect(asked()).toBe(2);
  expect(clock.serverNowMs() - Date.now()).toBe(HOUR_MS);
});

test('the best of slow answers counts', async () => {
  const slow = (ms: number) => (answer: () => void) => void setTimeout(answer, ms);
  const asked = answerAfter(slow(6_000), slow(1_200), slow(4_000));
  const measured = clock.measureServerClock();
  await vi.advanceTimersByTimeAsync(20_000);
  await measured;
  expect(asked()).toBe(3);
  expect(clock.serverNowMs() - Date.now()).toBe(HOUR_MS - 600);
});
