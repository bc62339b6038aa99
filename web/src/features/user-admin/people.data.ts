import type { Session } from '@balloon/contracts/people/account.ts';
import type {
  AdminUser,
  CreatedUser,
  EditUser,
  GeneratedPassword,
  GeneratedPasswords,
  NewUser,
  PeopleList,
  UserDeletion,
} from '@balloon/contracts/people/user-admin.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { PeopleChoice } from '#features/user-admin/people.url.ts';
import { del, get, post, withQuery } from '#shared/api/calls/api.ts';
import { keepRows } from '#shared/api/loaded/keep-rows.ts';

export const PEOPLE_PAGE_SIZE = 10;
/** Largest number of people in one request. */
export const MAX_CHOSEN = 2000;
const LARGEST_PAGE = 200;
const SUGGEST_DEBOUNCE_MS = 300;

/** Filters as the server names them. */
function filtersOf({ query, groupId, mask, activity, ban }: PeopleChoice) {
  return {
    q: query,
    groupId,
    accessGroup: mask,
    isBanned: ban === 'any' ? null : ban === 'banned',
    neverSignedIn: activity === 'any' ? null : activity === 'never',
  };
}

export function peopleQuery(choice: PeopleChoice) {
  const { page, sort } = choice;
  return queryOptions({
    queryKey: ['people', 'list', choice],
    queryFn: ({ signal }) =>
      get<PeopleList>('/api/admin/people', {
        signal,
        query: {
          ...filtersOf(choice),
          sort,
          count: PEOPLE_PAGE_SIZE,
          offset: (page - 1) * PEOPLE_PAGE_SIZE,
        },
      }),
    placeholderData: keepRows(({ users }: PeopleList) => users),
    meta: { ownError: true },
  });
}

/** Reads everybody whom the filters find, up to the number that one request may change. */
export async function findEverybody(choice: PeopleChoice): Promise<AdminUser[]> {
  const found: AdminUser[] = [];
  for (let offset = 0; offset < MAX_CHOSEN; offset += LARGEST_PAGE) {
    const query = { ...filtersOf(choice), sort: 'role', count: LARGEST_PAGE, offset };
    const { users } = await get<PeopleList>('/api/admin/people', { query });
    found.push(...users);
    if (users.length < LARGEST_PAGE) break;
  }
  return found;
}

/** Address of the CSV file with everybody whom the filters find. */
export function exportPath(choice: PeopleChoice, separator: string): string {
  return withQuery('/api/admin/people/export', { ...filtersOf(choice), separator });
}

export function personQuery(userId: number) {
  return queryOptions({
    queryKey: ['people', 'person', userId],
    queryFn: ({ signal }) => get<AdminUser>(`/api/admin/users/${userId}`, { signal }),
    meta: { ownError: true },
  });
}

export function sessionsOfQuery(userId: number) {
  return queryOptions({
    queryKey: ['people', 'sessions', userId],
    queryFn: ({ signal }) => get<Session[]>(`/api/admin/users/${userId}/sessions`, { signal }),
    meta: { ownError: true },
  });
}

/** What people have done on the site, in sum; asked before something happens to their accounts. */
export function tracesQuery(userIds: readonly number[]) {
  return queryOptions({
    queryKey: ['people', 'traces', userIds],
    queryFn: ({ signal }) => post<UserDeletion>('/api/admin/people/deletion', { userIds }, { signal }),
    staleTime: 0,
    meta: { ownError: true },
  });
}

/** A free username for the names; empty when they have no letters. */
function usernameQuery(firstName: string, lastName: string) {
  return queryOptions({
    queryKey: ['people', 'username', firstName, lastName],
    queryFn: async ({ signal }) =>
      (
        await get<{ username: string }>('/api/admin/people/username', {
          signal,
          query: { firstName, lastName },
        })
      ).username,
    enabled: firstName !== '' || lastName !== '',
    meta: { ownError: true, quiet: true },
  });
}

/**
 * The free username for the names, asked a moment after they were typed; undefined until then.
 *
 * @param names undefined: none is needed
 */
export function useFreeUsername(names?: { firstName: string; lastName: string }): string | undefined {
  const { firstName = '', lastName = '' } = names ?? {};
  const typed = `${firstName}\n${lastName}`;
  const [asked] = useDebouncedValue(typed, SUGGEST_DEBOUNCE_MS);
  const [askedFirst = '', askedLast = ''] = asked.split('\n');
  const { data } = useQuery(usernameQuery(askedFirst.trim(), askedLast.trim()));
  return asked === typed ? data : undefined;
}

export const createPerson = (person: z.input<typeof NewUser>) =>
  post<CreatedUser>('/api/admin/users', person);
export const editPerson = (userId: number, edit: z.input<typeof EditUser>) =>
  post<AdminUser>(`/api/admin/users/${userId}`, edit);
export const renewPassword = (userId: number) =>
  post<GeneratedPassword>(`/api/admin/users/${userId}/password`);
export const banPerson = (userId: number, reason: string) =>
  post<unknown>(`/api/admin/users/${userId}/ban`, { reason });
export const unbanPerson = (userId: number) => del<unknown>(`/api/admin/users/${userId}/ban`);
export const deletePerson = (userId: number) => del<unknown>(`/api/admin/users/${userId}`);

/** Ends one session of a person, or all of them. */
export const endSessionOf = (userId: number, sessionId: number | null) =>
  del<unknown>(`/api/admin/users/${userId}/sessions${sessionId === null ? '' : `/${sessionId}`}`);

export const renewPasswords = (userIds: readonly number[]) =>
  post<GeneratedPasswords>('/api/admin/people/passwords', { userIds });
export const banPeople = (userIds: readonly number[], reason: string) =>
  post<unknown>('/api/admin/people/ban', { userIds, reason });
export const deletePeople = (userIds: readonly number[]) =>
  post<{ deleted: number }>('/api/admin/people/delete', { userIds });
export const addToGroup = (groupId: number, userIds: readonly number[]) =>
  post<{ added: number }>(`/api/admin/groups/${groupId}/members`, { add: userIds });

/** Reads lists and people again after a change. */
export const refreshPeople = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['people'] });
