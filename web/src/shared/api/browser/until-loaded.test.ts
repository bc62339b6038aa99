import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteTouches, onMissingPart, renewIfDue } from '#shared/api/browser/renew-page.ts';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';

const failed = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /a.js'));
const reload = vi.fn();
/** What the server answers to a look at whether it is there. */
let health: () => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  health = async () => Response.json({});
  reload.mockReset();
  vi.stubGlobal('fetch', () => health());
  vi.stubGlobal('location', { reload, pathname: '/contest/1' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
test('a part that did not come is loaded when the server answers again', async () => {
  const load = vi.fn(async () => 'part').mockImplementationOnce(failed);
  health = () => Promise.reject(new TypeError('Failed to fetch'));
  const loading = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(load).toHaveBeenCalledTimes(1);
  health = async () => Response.json({});
  await vi.advanceTimersByTimeAsync(7_000);
  expect(await loading).toBe('part');
  expect(reload).not.toHaveBeenCalled();
});

test('the page of a network in place of the answer does not count as the server', async () => {
  health = async () => new Response('<p>Sign in</p>', { headers: { 'content-type': 'text/html' } });
  const load = vi.fn(async () => 'part').mockImplementationOnce(failed);
  void untilLoaded(load);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a part that came and broke is reported', async () => {
  await expect(untilLoaded(() => Promise.reject(new TypeError('x is undefined')))).rejects.toThrow('x is');
});

test('where the browser keeps a failure, a page in which nobody has done anything is loaded anew, once', async () => {
  void untilLoaded(failed);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that somebody uses is loaded anew only with the next screen', async () => {
  vi.stubGlobal('addEventListener', (_event: string, onTouch: () => void) => onTouch());
  noteTouches();
  void untilLoaded(failed);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
  renewIfDue('/contest/1');
  expect(reload).not.toHaveBeenCalled();
  renewIfDue('/contests');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page in which somebody has pressed something is told of a part that did not come', async () => {
  const say = vi.fn();
  const stop = onMissingPart(say);
  vi.stubGlobal('addEventListener', (_event: string, onTouch: () => void) => onTouch());
  noteTouches();
  const load = vi.fn(async () => 'part').mockImplementationOnce(failed);
  const loading = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(0);
  expect(say).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await loading).toBe('part');
  expect(say).toHaveBeenCalledTimes(1);
  stop();
});
