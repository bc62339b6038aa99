import type { OwnUser } from '@balloon/contracts/users.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { redirect } from 'react-router';
import { get, post } from '#shared/api/calls/api.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { isConnectionTrouble } from '#shared/api/calls/sure-sending.ts';

/** The signed-in person, or `null`. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    try {
      const me = await get<OwnUser>('/api/user/me', { signal });
      if (isAnother(me)) return await leaveTo();
      isLeaving = false;
      lastKnown = me;
      return me;
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
 * While a screen is being left after the session ended, returns the person known before.
 */
export function useMe(): OwnUser {
  const { data } = useQuery(meQuery);
  const me = data ?? lastKnown;
  if (me === null) throw new Error('useMe is for screens behind requireUser');
  return me;
}

let lastKnown: OwnUser | null = null;
/** Whether somebody signs in here, for whom nothing of the person before is kept. */
let isEntering = false;

/** Whether somebody else has signed in in another window: all that this one has loaded belongs to the person before. */
const isAnother = ({ id }: OwnUser) => lastKnown !== null && lastKnown.id !== id && !isEntering;

let isLeaving = false;

/** Whether somebody else is signed in by now, and this page has yet to be loaded for them: its person may have kept it open. */
export const isLeftByAuthor = (): boolean => isLeaving;

/** Loads the page anew for the person who is signed in by now; drafts are stored for each. */
function leaveTo(): Promise<never> {
  isLeaving = true;
  location.reload();
  return new Promise(() => {}); // so that their name does not stand over it until then
}

/** Whether the session has just ended and the sign-in form is loading: no other screen may interfere. */
export function isSignedOut(queryClient: QueryClient): boolean {
  return queryClient.getQueryData(meQuery.queryKey) === null;
}

export const isAdminUser = (user: OwnUser) => user.accessGroup.mask === ACCESS_GROUPS.admin.mask;

/** Whether a running contest closes the rest of the site to the person. */
export const isConfined = ({ confinedTo = [] }: OwnUser) => confinedTo.length > 0;

export interface Credentials {
  username: string;
  password: string;
}

/** Signs in; drops all data loaded for another person. @throws {ApiError} */
export async function enter(queryClient: QueryClient, credentials: Credentials): Promise<void> {
  isEntering = true;
  try {
    await post('/api/user/authenticate/sign-in', credentials);
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'me' });
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
  } finally {
    isEntering = false;
  }
}

export function signOut(): Promise<void> {
  return post('/api/user/authenticate/logout');
}

/** Address of the sign-in form that leads back to the present screen. */
export function signInPath(from: { pathname: string; search: string }): string {
  const path = from.pathname + from.search;
  return path === '/' ? '/auth' : `/auth?return=${encodeURIComponent(path)}`;
}

/** Address of the sign-in form when the list of contests does not load; the person stays signed in. */
export function failedListPath(from: { pathname: string; search: string }): string {
  return `${signInPath(from)}&${FAILED}=1`;
}

const FAILED = 'failed';

/** Whether the sign-in form was reached by `failedListPath`. */
export function hasListFailed(search: string): boolean {
  return new URLSearchParams(search).has(FAILED);
}

/** Address wanted after sign-in; one of another site is dropped. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('return') ?? '';
  const isOurs = /^\/(?![/\\])/.test(wanted);
  return isOurs && !IS_WAY_IN.test(wanted) ? wanted : '/contests';
}

/** Screens that make no sense right after sign-in. */
const IS_WAY_IN = /^\/auth(?!\/(?:register|link-email)(?:\?|$))/;

/**
 * Route loader: sends people who are not signed in to the sign-in form.
 *
 * @throws {ApiError} when the server is not reached: who has a session would type a password in vain
 */
export async function requireUser(queryClient: QueryClient, request: Request): Promise<null> {
  const me = await queryClient.ensureQueryData(meQuery).catch((error: unknown) => {
    if (isConnectionTrouble(error)) throw error;
    return null;
  });
  if (me === null) throw redirect(signInPath(new URL(request.url)));
  return null;
}

/** Route loader of `/` and of the sign-in form. */
export async function readUser(queryClient: QueryClient): Promise<OwnUser | null> {
  return queryClient.ensureQueryData(meQuery).catch(() => null);
}
