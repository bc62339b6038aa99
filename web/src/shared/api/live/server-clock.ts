import type { Health } from '@balloon/contracts/site/health.ts';
import { useSyncExternalStore } from 'react';
import { get } from '#shared/api/calls/api.ts';
import {
  clockJumped,
  clockOffsetMs,
  type MeasuredClock,
  measuredClock,
  msToNextSecond,
} from '#shared/api/live/clock-maths.ts';

/**
 * The server's clock, shown in the browser.
 *
 * The offset is measured at start, every ten minutes, when the page becomes visible again and when the
 * browser's clock jumps (sleep, or a set time). All countdowns share one timer, which ticks on the server's
 * whole seconds and only while a component uses it.
 */
const REMEASURE_MS = 600_000;
const JUMP_TOLERANCE_MS = 1_500;
/** Error in ms with which a measurement is good enough. */
const CERTAIN_MS = 500;
/** Most questions for one measurement. */
const QUESTIONS = 3;

let offsetMs = 0;
let measuredAtMs = Number.NEGATIVE_INFINITY;
let measuring: Promise<void> | null = null;
let lastLook = look();
let timer: ReturnType<typeof setTimeout> | undefined;
let secondMs = wholeSecond();
const watchers = new Set<() => void>();

/** Now, by the server's clock: milliseconds since the epoch. */
export function serverNowMs(): number {
  return Date.now() + offsetMs;
}

/** Adopts an instant that the server has just sent. */
export function noteServerTime(nowMs: number): void {
  const atMs = Date.now();
  applyOffset(clockOffsetMs({ sentAtMs: atMs, receivedAtMs: atMs, serverNowMs: nowMs }));
}

/**
 * Measures the offset, and asks again where the answer was slow, as on a line that just came back: half of its way is taken for
 * each direction. The best of a few answers counts. Without any the offset stays as it was until it is measured next.
 */
export function measureServerClock(): Promise<void> {
  measuring ??= ask().finally(() => {
    measuring = null;
  });
  return measuring;
}

async function ask(): Promise<void> {
  measuredAtMs = performance.now();
  let best: MeasuredClock | null = null;
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const found = await askOnce();
    if (found === 'away') return;
    if (found === null || (best && best.uncertainMs <= found.uncertainMs)) continue;
    best = found;
    applyOffset(best.offsetMs);
    if (best.uncertainMs <= CERTAIN_MS) return;
  }
}

async function askOnce(): Promise<MeasuredClock | null | 'away'> {
  const sent = look();
  const health = await get<Health>('/api/health').catch(() => null);
  return health === null ? 'away' : measuredClock(sent, look(), health.nowMs);
}

function applyOffset(newOffsetMs: number): void {
  offsetMs = newOffsetMs;
  tick();
}

/** The server's current second, in milliseconds; the component draws again every second. */
export function useServerNow(): number {
  return useSyncExternalStore(watch, presentSecondMs);
}

/**
 * Returns what holds at the server's current second, such as the status of a contest. The component draws again when it
 * changes, not every second.
 *
 * @param read its result is compared with the one before by `Object.is`
 */
export function useAtServerNow<Fact extends string | number | boolean | undefined>(
  read: (nowMs: number) => Fact,
): Fact {
  return useSyncExternalStore(watch, () => read(presentSecondMs()));
}

/** The second that is shown. While nobody watched, no tick has renewed it. */
function presentSecondMs(): number {
  if (watchers.size === 0) secondMs = wholeSecond();
  return secondMs;
}

function watch(onTick: () => void): () => void {
  watchers.add(onTick);
  if (watchers.size === 1) start();
  return () => {
    watchers.delete(onTick);
    if (watchers.size === 0) stop();
  };
}

function start(): void {
  document.addEventListener('visibilitychange', onVisible);
  lastLook = look();
  if (performance.now() - measuredAtMs > REMEASURE_MS) void measureServerClock();
  tick();
}

function stop(): void {
  document.removeEventListener('visibilitychange', onVisible);
  clearTimeout(timer);
  timer = undefined;
}

function onVisible(): void {
  if (document.visibilityState === 'visible') void measureServerClock();
}

function tick(): void {
  clearTimeout(timer);
  const now = look();
  const isDue = performance.now() - measuredAtMs > REMEASURE_MS;
  if (watchers.size > 0) {
    if (isDue || clockJumped(lastLook, now, JUMP_TOLERANCE_MS)) void measureServerClock();
    timer = setTimeout(tick, msToNextSecond(serverNowMs()) + 5);
  }
  lastLook = now;
  const next = wholeSecond();
  if (next === secondMs) return;
  secondMs = next;
  for (const notify of watchers) notify();
}

function look() {
  return { wallMs: Date.now(), monotonicMs: performance.now() };
}

function wholeSecond(): number {
  return Math.floor(serverNowMs() / 1000) * 1000;
}
