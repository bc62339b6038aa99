import { describe, expect, test } from 'vitest';
import { createBackOff, orAbort, pause } from '#waiting.ts';

const never = () => new Promise<never>(() => {});

describe('pause', () => {
  test('ends with the reason of its signal', async () => {
    const closing = new AbortController();
    const waiting = pause(3_600_000, closing.signal);
    closing.abort(new Error('closing'));
    await expect(waiting).rejects.toThrow('closing');
  });

  test('does not begin under a signal that has aborted', async () => {
    await expect(pause(0, AbortSignal.abort(new Error('closed')))).rejects.toThrow('closed');
  });
});

describe('orAbort', () => {
  test('gives the result of the work', async () => {
    expect(await orAbort(Promise.resolve(7), new AbortController().signal)).toBe(7);
  });

  test('leaves work that outlasts the signal', async () => {
    const closing = new AbortController();
    const waiting = orAbort(never(), closing.signal);
    closing.abort(new Error('closing'));
    await expect(waiting).rejects.toThrow('closing');
  });
});

describe('back-off', () => {
  test('waits longer each time', async () => {
    const backOff = createBackOff(10, 30, () => 1);
    const beganAtMs = performance.now();
    for (let time = 0; time < 4; time += 1) await backOff.pause(new AbortController().signal);
    // Timers of Node may end up to a millisecond early.
    expect(performance.now() - beganAtMs).toBeGreaterThanOrEqual(10 + 20 + 30 + 30 - 4);
  });

  test('ends with the reason of its signal', async () => {
    const closing = new AbortController();
    const waiting = createBackOff(3_600_000, 3_600_000).pause(closing.signal);
    closing.abort(new Error('closing'));
    await expect(waiting).rejects.toThrow('closing');
  });
});
