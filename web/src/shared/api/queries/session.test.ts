import type { OwnUser } from '@balloon/contracts/users.ts';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { sendAsAuthor } from '#shared/api/queries/send-as-author.ts';
import { enter, meQuery, requireUser, returnPath, signInPath } from '#shared/api/queries/session.ts';

test('signing in leads back to where the person was', () => {
  const path = signInPath({ pathname: '/contest/3/table', search: '?at=60' });
  expect(returnPath(path.slice(path.indexOf('?')))).toBe('/contest/3/table?at=60');
});

test('signing in leads back to joining a group and to linking an address', () => {
  for (const path of ['/auth/register?groupKey=1', '/auth/link-email']) {
    expect(returnPath(`?return=${encodeURIComponent(path)}`)).toBe(path);
  }
});

test('the start page needs no way back', () => {
  expect(signInPath({ pathname: '/', search: '' })).toBe('/auth');
  expect(returnPath('')).toBe('/contests');
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/auth',
  '/auth/reset?resetKey=1',
])('an address of another site is no way back: %s', (address) => {
  expect(returnPath(`?return=${encodeURIComponent(address)}`)).toBe('/contests');
});

afterEach(() => void vi.unstubAllGlobals());

const request = new Request('http://localhost/contest/1/send');

async function entered(status: number): Promise<unknown> {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status })));
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return requireUser(queryClient, request).catch((thrown: unknown) => thrown);
}

test('who is signed out is led to the sign-in form, and back', async () => {
  const reply = (await entered(401)) as Response;
  expect(reply.headers.get('location')).toBe('/auth?return=%2Fcontest%2F1%2Fsend');
});

test('a server that is not reached asks nobody for a password', async () => {
  expect(await entered(502)).toMatchObject({ code: 'NETWORK_ERROR', status: 502 });
});

/** Signs somebody in, as another window of the browser does. */
function signedIn(id: number) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id })));
}

test('the page is loaded anew when somebody else has signed in in another window', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  const queryClient = new QueryClient();
  const me = () => queryClient.getQueryData(meQuery.queryKey)?.id;
  signedIn(1);
  await enter(queryClient, { username: 'anna', password: '' });
  await queryClient.invalidateQueries();
  signedIn(2);
  await enter(queryClient, { username: 'boris', password: '' });
  expect(me()).toBe(2);
  await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
  expect(reload).not.toHaveBeenCalled();

  signedIn(3);
  void queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  expect(me()).toBe(2);

  // Who keeps such a page open sends nothing as the other person.
  const send = vi.fn(() => Promise.resolve('sent'));
  await expect(sendAsAuthor(queryClient, {}, send)).rejects.toMatchObject({ name: 'AbortError' });
  signedIn(2);
  await new QueryClient().fetchQuery(meQuery);
  expect(await sendAsAuthor(queryClient, {}, send)).toBe('sent');
  expect(send).toHaveBeenCalledTimes(1);
});

test('what is tried for long is not sent in the name of the next person', async () => {
  const queryClient = new QueryClient();
  const be = (id: number) => queryClient.setQueryData(meQuery.queryKey, { id } as OwnUser);
  be(1);
  const sentBy: (number | undefined)[] = [];
  const failing = vi.fn(() => Promise.reject(new Error('busy')));
  const sending = new MutationObserver(queryClient, {
    mutationFn: (message: { text: string }) =>
      sendAsAuthor(queryClient, message, () => {
        sentBy.push(queryClient.getQueryData(meQuery.queryKey)?.id);
        return failing();
      }),
    retry: (_failures, error) => error.message === 'busy',
    retryDelay: () => {
      if (sentBy.length === 2) be(2);
      return 0;
    },
  });
  await expect(sending.mutate({ text: 'mine' })).rejects.toThrow('signed out');
  expect(sentBy).toEqual([1, 1]);
});
