import type { OwnUser } from '@balloon/contracts/users.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contest-access.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { redirect } from 'react-router';
import { get, post } from '#shared/api.ts';
import { ApiError } from '#shared/api-error.ts';

/** Who is signed in; `null` is nobody. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    try {
      lastKnown = await get<OwnUser>('/api/user/me', { signal });
      return lastKnown;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
  meta: { quiet: true },
});

/**
 * The signed-in person. Only for screens behind `requireUser`.
 *
 * While a screen is being left after the session ended, it goes on with the person it knew.
 */
export function useMe(): OwnUser {
  const { data } = useQuery(meQuery);
  const me = data ?? lastKnown;
  if (me === null) throw new Error('useMe is for screens behind requireUser');
  return me;
}

let lastKnown: OwnUser | null = null;

/** The session has just ended and the sign-in form is on its way: no other screen should step in. */
export function isSignedOut(queryClient: QueryClient): boolean {
  return queryClient.getQueryData(meQuery.queryKey) === null;
}

export const isAdminUser = (user: OwnUser) => user.accessGroup.mask === ACCESS_GROUPS.admin.mask;

export interface Credentials {
  username: string;
  password: string;
}

/** Signs in; nothing that was loaded for somebody else is left. @throws {ApiError} */
export async function enter(queryClient: QueryClient, credentials: Credentials): Promise<void> {
  await post('/api/user/authenticate/sign-in', credentials);
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'me' });
  await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
}

export function signOut(): Promise<void> {
  return post('/api/user/authenticate/logout');
}

/** Address of the sign-in form that leads back to where the person was. */
export function signInPath(from: { pathname: string; search: string }): string {
  const path = from.pathname + from.search;
  return path === '/' ? '/auth' : `/auth?return=${encodeURIComponent(path)}`;
}

/** The wanted address after sign-in, when it is one of ours; an address of another site is dropped. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('return') ?? '';
  const isOurs = /^\/(?![/\\])/.test(wanted);
  return isOurs && !IS_WAY_IN.test(wanted) ? wanted : '/contests';
}

/** Screens that make no sense to somebody who has just signed in. */
const IS_WAY_IN = /^\/auth(?!\/(?:register|link-email)(?:\?|$))/;

/** Route loader: lets signed-in people through and sends others to the sign-in form. */
export async function requireUser(queryClient: QueryClient, request: Request): Promise<null> {
  const me = await queryClient.ensureQueryData(meQuery).catch(() => null);
  if (me === null) throw redirect(signInPath(new URL(request.url)));
  return null;
}

/** Route loader of `/` and of the sign-in form. */
export async function readUser(queryClient: QueryClient): Promise<OwnUser | null> {
  return queryClient.ensureQueryData(meQuery).catch(() => null);
}
