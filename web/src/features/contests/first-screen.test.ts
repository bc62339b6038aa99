import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { contestQuery } from '#features/contests/contests.data.ts';
import { readFirstScreen } from '#features/contests/first-screen.ts';
import { contestProblemQuery, contestProblemsQuery } from '#features/problems/problems.data.ts';

vi.mock('#shared/text/i18n.ts', () => ({ currentLocale: () => 'en-us', textsReady: Promise.resolve() }));

const JOINED = { can: true, joined: true, confirm: false };

afterEach(() => {
  globalThis.earlyAnswers = undefined;
  vi.unstubAllGlobals();
});

/** Stands in for the server, of which `early.js` has asked the admission. */
function answer(admission: unknown, status = 200): string[] {
  const asked: string[] = [];
  const early = Promise.resolve(Response.json(admission, { status }));
  globalThis.earlyAnswers = new Map([['/api/contest/7/canJoin', early]]);
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (address.endsWith('/canJoin')) return Response.json(admission, { status });
    return Response.json(address.includes('problems') ? { title: 'A + B' } : { contest: { id: 7 } });
  });
  return asked;
}

test('what the screen at the address shows is there before it is drawn', async () => {
  const asked = answer(JOINED);
  const cache = new QueryClient();
  expect(await readFirstScreen(cache, 7, '/contest/7/problems/b')).toEqual({ isEntered: true });
  for (const { queryKey } of [
    contestQuery(7),
    contestProblemsQuery(7, 'en-us'),
    contestProblemQuery(7, 'B', 'en-us'),
  ])
    expect(cache.getQueryData<unknown>(queryKey)).toBeDefined();
  expect(asked).toHaveLength(3);
});

test.each([
  ['has not joined', { ...JOINED, joined: false }, 200],
  ['is refused', { ...JOINED, can: false }, 200],
  ['is signed out', { error: { code: 'UNAUTHENTICATED', description: '' } }, 401],
])('who %s is asked by the frame', async (_who, admission, status) => {
  const asked = answer(admission, status);
  expect(await readFirstScreen(new QueryClient(), 7, '/contest/7/table')).toEqual({ isEntered: false });
  expect(asked.filter((address) => !address.endsWith('/canJoin'))).toEqual([]);
});

test('who comes from another screen waits for nothing', async () => {
  const asked = answer(JOINED);
  globalThis.earlyAnswers?.clear();
  expect(await readFirstScreen(new QueryClient(), 7, '/contest/7')).toEqual({ isEntered: false });
  expect(asked).toEqual([]);
});
