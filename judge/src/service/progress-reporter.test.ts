import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startProgressReporter } from '#service/progress-reporter.ts';

const START_MS = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts a reporter with 300 ms between reports and a lease of 9 s; returns when it reported which step. */
function start(more: { hearsWithinMs?: number } = {}) {
  const sent: { step: string; atMs: number; withinMs: number }[] = [];
  const startedAtMs = performance.now();
  const reporter = startProgressReporter<string>({
    welcome: { leaseMs: 9_000, progressEveryMs: 300 },
    first: 'compiling',
    send: async (step, withinMs) => {
      sent.push({ step, atMs: performance.now() - startedAtMs, withinMs });
      return true;
    },
    onLost: () => {},
    signal: new AbortController().signal,
    ...more,
  });
  return { sent, reporter };
}

test('a task that is done at once costs no report', async () => {
  const { sent, reporter } = start();
  reporter.report('test 1');
  reporter[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual([]);
});

test('the first change is told soon, later ones with pauses that grow up to three times', async () => {
  const { sent, reporter } = start();
  for (let number = 1; number <= 50; number += 1) {
    reporter.report(`test ${number}`);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(sent.map(({ atMs }) => atMs)).toEqual([300, 900, 1800, 2700, 3600, 4500]);
});

test.each([
  ['three times per lease', {}, 3_000],
  ['as often as the work must hear of its end', { hearsWithinMs: 1_000 }, 1_000],
])('without any change the judge reports %s', async (_how, more, pauseMs) => {
  const { sent, reporter } = start(more);
  await vi.advanceTimersByTimeAsync(12_500);
  const times = [START_MS, ...sent.map(({ atMs }) => atMs)];
  // A look may come one pause after the report was due.
  for (const [index, atMs] of times.slice(1).entries())
    expect(atMs - (times[index] ?? 0)).toBeLessThanOrEqual(pauseMs + 300);
  expect(sent.every(({ step }) => step === 'compiling')).toBe(true);
  expect(sent.length).toBeGreaterThanOrEqual(Math.floor(12_500 / (pauseMs + 300)));
  reporter[Symbol.dispose]();
});

test('a report that gets no answer leaves time for two others before the lease is over', async () => {
  const { sent, reporter } = start();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(sent.map(({ withinMs }) => withinMs)).toEqual([3_000]);
  reporter[Symbol.dispose]();
});
