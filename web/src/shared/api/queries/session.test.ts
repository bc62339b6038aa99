import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { requireUser, returnPath, signInPath } from '#shared/api/queries/session.ts';

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
