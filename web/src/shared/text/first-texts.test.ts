import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readFirstTexts } from '#shared/text/first-texts.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('texts that do not come are asked for until they are there, and the person is told once', async () => {
  const onTrouble = vi.fn();
  let isAway = true;
  const read = vi.fn(async () => {
    if (isAway) throw new Error('away');
    return { hello: 'Hello' };
  });
  const reading = readFirstTexts(read, onTrouble);
  await vi.advanceTimersByTimeAsync(0);
  expect(onTrouble).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onTrouble).toHaveBeenCalledTimes(1);
  isAway = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await reading).toEqual({ hello: 'Hello' });
});
