import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readFirstScreen } from '#features/contest-frame/first-screen.ts';
import { readChoice } from '#features/contest-list/contest-list.url.ts';
import { contestListQuery } from '#features/contests/contests.data.ts';
import { newsListQuery } from '#features/news/news.data.ts';

vi.mock('#shared/text/i18n.ts', () => ({ currentLocale: () => 'en-us', textsReady: Promise.resolve() }));

const EARLY = readFileSync(new URL('../../../public/js/early.js', import.meta.url), 'utf8');
const JOINED = { can: true, joined: true, confirm: false };

// Tests of other files run in the same process before, and early answers are for young pages.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
});
afterEach(() => {
  vi.restoreAllMocks();
  globalThis.earlyAnswers = undefined;
  vi.unstubAllGlobals();
});

/** Stands in for a server; returns the addresses that the page itself asks for. */
function answer(admission: unknown, status = 200): { asked: string[]; reply: typeof fetch } {
  const asked: string[] = [];
  const reply = async (address: RequestInfo | URL) =>
    String(address).endsWith('/canJoin')
      ? Response.json(admission, { status })
      : Response.json({ contest: { id: 7 }, htmlStatement: '', attachments: {} });
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return reply(address);
  });
  return { asked, reply };
}

/** Runs `early.js` as a browser does that opens an address, until it has asked for everything. */
async function openAt(pathname: string, reply: typeof fetch): Promise<void> {
  const page = {
    location: { pathname, search: '' },
    localStorage: { getItem: () => null },
    matchMedia: () => ({ matches: false }),
    navigator: { languages: ['en-US'] },
    document: {
      documentElement: { setAttribute: () => {} },
      createElement: () => ({}),
      head: { append: () => {} },
      addEventListener: () => {},
    },
    fetch: reply,
    earlyAnswers: globalThis.earlyAnswers,
  };
  runInContext(EARLY, createContext(page));
  globalThis.earlyAnswers = page.earlyAnswers;
  await new Promise((resolve) => setTimeout(resolve));
}

const at = (pathname: string) => new URL(pathname, 'https://contest.example');

test.each([
  '/contest/7',
  '/contest/7/problems',
  '/contest/7/problems/b',
  '/contest/7/send/B',
  '/contest/7/table',
])('what %s shows is asked for before the page runs, and there before it is drawn', async (pathname) => {
  const { asked, reply } = answer(JOINED);
  await openAt(pathname, reply);
  expect(await readFirstScreen(new QueryClient(), 7, at(pathname))).toEqual({ isEntered: true });
  expect(asked).toEqual([]);
  expect([...(globalThis.earlyAnswers?.keys() ?? [])]).toEqual(['/api/user/me']); // the route's guard takes it
});

test('what the list of contests shows is asked for before the page runs', async () => {
  const { asked, reply } = answer(JOINED);
  await openAt('/contests', reply);
  const queryClient = new QueryClient();
  await queryClient.fetchInfiniteQuery(newsListQuery);
  await queryClient.fetchQuery(contestListQuery(readChoice(undefined, new URLSearchParams())));
  expect(asked).toEqual([]);
  expect([...(globalThis.earlyAnswers?.keys() ?? [])]).toEqual(['/api/user/me']);
});

test('nothing of a contest is asked for somebody who is not signed in', async () => {
  const refuse = async () => Response.json({}, { status: 401 });
  await openAt('/contest/7/table', refuse);
  expect([...(globalThis.earlyAnswers?.keys() ?? [])]).toEqual(['/api/user/me']);
});

test.each([
  ['has not joined', { ...JOINED, joined: false }, 200],
  ['is refused', { ...JOINED, can: false }, 200],
  ['has just been signed out', { error: { code: 'UNAUTHENTICATED', description: '' } }, 401],
])('who %s is asked by the frame', async (_who, admission, status) => {
  const { asked, reply } = answer(admission, status);
  await openAt('/contest/7/table', reply);
  const entry = await readFirstScreen(new QueryClient(), 7, at('/contest/7/table'));
  expect(entry).toEqual({ isEntered: false });
  expect(asked.filter((address) => !address.endsWith('/canJoin'))).toEqual([]);
});

test('who comes from another screen waits for nothing', async () => {
  const { asked } = answer(JOINED);
  expect(await readFirstScreen(new QueryClient(), 7, at('/contest/7'))).toEqual({ isEntered: false });
  expect(asked).toEqual([]);
});
