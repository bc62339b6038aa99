import type { Group } from '@balloon/contracts/contests.ts';
import type { Session, TelegramAccount, TelegramLink } from '@balloon/contracts/people/account.ts';
import type { GroupOfLink } from '@balloon/contracts/people/group-links.ts';
import type { OwnUser } from '@balloon/contracts/users.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { del, get, post } from '#shared/api/calls/api.ts';
import { meQuery } from '#shared/api/queries/session.ts';
import { currentLocale } from '#shared/text/i18n.ts';

/** Interval of checking for the link while the person is in Telegram. */
const LOOK_EVERY_MS = 3_000;

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

/** @param isAwaited whether the person was sent to the bot and the link is expected */
export function telegramQuery(isAwaited: boolean) {
  return queryOptions({
    queryKey: ['account', 'telegram'],
    queryFn: ({ signal }) => get<TelegramAccount | null>('/api/user/telegram-account', { signal }),
    refetchInterval: ({ state }) => (isAwaited && !state.data?.telegramId ? LOOK_EVERY_MS : false),
    meta: { ownError: true, quiet: isAwaited },
  });
}

/** Data of a person who signs up; a signed-in person gives the key only. */
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

export function linkEmail(asked: { email: string; password: string }): Promise<OwnUser> {
  return post('/api/user/email', { ...asked, language: currentLocale() });
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
