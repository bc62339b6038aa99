import type { OwnUser } from '@balloon/contracts/users.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { createStaticHandler, type RouteObject } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { addressesOf } from '#addresses.ts';
import { meQuery, signInPath } from '#shared/api/queries/session.ts';

vi.mock('#shared/text/i18n.ts', () => ({
  currentLocale: () => 'en-us',
  needTexts: async () => {},
  textsReady: Promise.resolve(),
}));

/*
 * Where each address leads each role, by the guards of the addresses: every address of the product is asked, so that a new
 * one cannot stand outside. What the screens themselves do is walked in the browser.
 */

const SITE = 'https://contest.example';

const person = (mask: number, isSupervisor: boolean) => ({ accessGroup: { mask }, isSupervisor }) as OwnUser;
const PEOPLE = {
  visitor: null,
  participant: person(ACCESS_GROUPS.user.mask, false),
  moderator: person(ACCESS_GROUPS.moderator.mask, true),
  admin: person(ACCESS_GROUPS.admin.mask, true),
};
type Role = keyof typeof PEOPLE;

/** Addresses without their screens, which would be loaded. */
const withoutScreens = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map(
    ({ lazy: _, children, ...route }) =>
      ({
        ...route,
        element: null,
        ...(children === undefined ? {} : { children: withoutScreens(children) }),
      }) as RouteObject,
  );

/** Opens an address as a role does; returns where the person ends. */
async function open(role: Role, path: string): Promise<string> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queryClient.setQueryData(meQuery.queryKey, PEOPLE[role]);
  const { query } = createStaticHandler(withoutScreens(addressesOf(queryClient)));
  let address = path;
  for (let left = MAX_REDIRECTS; left > 0; left -= 1) {
    const answer = await query(new Request(SITE + address));
    if (!(answer instanceof Response)) return address;
    address = answer.headers.get('location') ?? '';
  }
  throw new Error(`${path} leads in a circle`);
}
const MAX_REDIRECTS = 4;

const VALUES: Record<string, string> = { select: 'my', problemIndex: 'A', peerId: 'admin', contests: '1,2' };

/** Paths of the screens below some addresses, with valid parameters. */
function pathsOf(routes: readonly RouteObject[], base = ''): string[] {
  return routes.flatMap(({ path = '', children, element }) => {
    const own = path.startsWith('/') ? path : [base, path].filter((part) => part !== '').join('/');
    if (children !== undefined) return pathsOf(children, own);
    // Without a screen it only leads elsewhere.
    return element === null ? [] : [own.replace(/:(\w+)/g, (_, name: string) => VALUES[name] ?? '1')];
  });
}
const ALL = pathsOf(addressesOf(new QueryClient()));
const isOpen = (path: string) => /^\/(?:auth|ceremony)\b/.test(path);
const isOfAdmins = (path: string) => path.startsWith('/admin/');

/** Addresses of some that lead a role elsewhere, with where they lead. */
async function led(role: Role, paths: readonly string[]): Promise<Record<string, string>> {
  const ends = await Promise.all(paths.map(async (path) => [path, await open(role, path)] as const));
  return Object.fromEntries(ends.filter(([path, end]) => path !== end));
}
const all = (paths: readonly string[], end: (path: string) => string) =>
  Object.fromEntries(paths.map((path) => [path, end(path)]));

describe('the addresses', () => {
  test('are those of the product', () => {
    expect(ALL.length).toBeGreaterThan(80);
    expect(ALL).toEqual(
      expect.arrayContaining(['/auth', '/contest/1', '/contest/1/send/A', '/admin/server/settings']),
    );
  });

  test('that are not open ask a visitor to sign in, and remember the way', async () => {
    const toSignIn = (path: string) => signInPath(new URL(path, SITE));
    expect(await led('visitor', ALL)).toEqual(
      all(
        ALL.filter((path) => !isOpen(path)),
        toSignIn,
      ),
    );
    expect(await open('visitor', '/contests?query=cup')).toBe('/auth?return=%2Fcontests%3Fquery%3Dcup');
    expect(await open('visitor', '/')).toBe('/auth');
  });

  test('of the admin area lead a participant to the contests, as the sign-in does; all others stay', async () => {
    const elsewhere = [...ALL.filter(isOfAdmins), '/auth', '/'];
    expect(await led('participant', [...ALL, '/'])).toEqual(all(elsewhere, () => '/contests'));
  });

  test('for admins lead a moderator to the contests of the admin area', async () => {
    const forAdmins = [
      ...['/admin/organizations', '/admin/organizations/create', '/admin/organizations/edit/1'],
      ...['/admin/problems', '/admin/problems/upload', '/admin/problems/edit/1'],
      ...['/admin/problems/outside', '/admin/problems/outside/jobs/1'],
      ...['/admin/server', '/admin/server/settings', '/admin/rating/compute'],
      ...['/admin/server/outside', '/admin/server/outside/runs', '/admin/server/outside/1'],
      '/admin/contests/import',
    ];
    expect(await led('moderator', ALL)).toEqual({
      ...all(forAdmins, () => '/admin/contests'),
      '/auth': '/contests',
    });
  });

  test.each([
    ['participant', '/admin/contests/1/live', 'state.forSupervisors'],
    ['participant', '/admin/server', 'state.forSupervisors'],
    ['moderator', '/admin/server', 'state.forAdmins'],
  ] as const)('for others tell a %s so: %s', async (role, path, text) => {
    const said = vi.spyOn(i18next, 't');
    await open(role, path);
    const keys = said.mock.calls.map(([key]) => String(key));
    expect(keys.filter((key) => key.startsWith('state.'))).toEqual([text]);
    said.mockRestore();
  });

  test('are all open to an admin', async () => {
    expect(await led('admin', ALL)).toEqual({ '/auth': '/contests' });
  });
});

describe('an address that is wrong', () => {
  test.each([
    ...['/contest/abc', '/contest/1/problems/12', '/contest/1/send/12', '/contest/1/source/abc'],
    ...['/contest/1/solutions/others', '/user/solutions/others', '/chat/somebody', '/chat/1x'],
    ...['/news/abc', '/news/abc/edit', '/problems/abc', '/problems/1/version/abc'],
  ])('leads to the contests: %s', async (path) => {
    expect(await open('participant', path)).toBe('/contests');
  });

  test.each([
    '/admin/users/edit/abc',
    '/admin/contests/abc/live',
    '/admin/groups/edit/abc',
    '/admin/problems/edit/abc',
  ])('of the admin area leads to the contests: %s', async (path) => {
    expect(await open('admin', path)).toBe('/contests');
  });
});
