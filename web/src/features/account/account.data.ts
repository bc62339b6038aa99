import type { Channels, Session, TelegramAccount, TelegramLink } from '@balloon/contracts/account.ts';
import type { Group } from '@balloon/contracts/contests.ts';
import type { GroupOfLink } from '@balloon/contracts/group-links.ts';
import type { OwnUser } from '@balloon/contracts/users.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { del, get, post } from '#shared/api.ts';
import { currentLocale } from '#shared/i18n.ts';
import { meQuery } from '#shared/session.ts';

/** While the person is in Telegram, the page looks this often whether they have linked it. */
const LOOK_EVERY_MS = 3_000;

/** What mail and messenger this site has. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => get<Channels>('/api/user/channels', { signal }),
  staleTime: 10 * 60_000,
  meta: { ownError: true },
});

/** The group behind the key of a registration link. */
export function groupOfLinkQuery(groupKey: string) {
  return queryOptions({
    queryKey: ['groupOfLink', groupKey],
    queryFn: ({ signal }) =>
      get<GroupOfLink>(`/api/admin/groups/links/${encodeURIComponent(groupKey)}`, { signal }),
    enabled: groupKey !== '',
    meta: { ownError: true },
  });
}

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => get<Session[]>('/api/user/sessions', { signal }),
  meta: { ownError: true },
});

export function ownGroupsQuery(userId: number) {
  return queryOptions({
    queryKey: ['account', 'groups', userId],
    queryFn: ({ signal }) => get<Group[]>(`/api/user/${userId}/groups`, { signal }),
    meta: { ownError: true },
  });
}

/** @param isAwaited the person was sent to the bot */
export function telegramQuery(isAwaited: boolean) {
  return queryOptions({
    queryKey: ['account', 'telegram'],
    queryFn: ({ signal }) => get<TelegramAccount | null>('/api/user/telegram-account', { signal }),
    refetchInterval: ({ state }) => (isAwaited && !state.data?.telegramId ? LOOK_EVERY_MS : false),
    meta: { ownError: true, quiet: isAwaited },
  });
}

/** Who signs up; somebody signed in gives the key only. */
export interface NewPerson {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  password: string;
}

export function signUp(groupKey: string, person: NewPerson | null): Promise<OwnUser> {
  const body = { groupKey, ...person, language: currentLocale() };
  return post('/api/user/authenticate/sign-up-in-group', body);
}

export function askForReset(login: string): Promise<unknown> {
  return post('/api/user/password/reset', { login, language: currentLocale() });
}

export function resetPassword(resetKey: string, password: string): Promise<unknown> {
  return post('/api/user/password/change', { resetKey, password, language: currentLocale() });
}

export function changePassword(change: { oldPassword: string; password: string }): Promise<unknown> {
  return post('/api/user/password', { ...change, language: currentLocale() });
}

export function linkEmail(email: string): Promise<OwnUser> {
  return post('/api/user/email', { email, language: currentLocale() });
}

export function confirmEmail(confirmKey: string): Promise<{ email: string }> {
  return post('/api/user/email/confirm', { confirmKey, language: currentLocale() });
}

export function endSession(sessionId: number): Promise<unknown> {
  return del(`/api/user/sessions/${sessionId}`);
}

export function endOtherSessions(): Promise<unknown> {
  return del('/api/user/sessions');
}

export function askToLinkTelegram(): Promise<z.infer<typeof TelegramLink>> {
  return post('/api/user/telegram');
}

export function unlinkTelegram(): Promise<unknown> {
  return post('/api/user/telegram-disconnect');
}

/** Reads the person again after their account has changed. */
export function refreshMe(queryClient: QueryClient): Promise<unknown> {
  return queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}
