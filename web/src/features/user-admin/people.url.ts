import { pageNumber } from '#shared/ui/lists/pages.ts';

export const ACTIVITIES = ['any', 'signedIn', 'never'] as const;
export const BANS = ['any', 'banned', 'free'] as const;
export const MASKS = [256, 1024, 4096] as const;
export const SORTS = ['role', 'name', 'newest', 'activity'] as const;

/** Page, search and filters of the list of people; null and `any` let everybody pass. */
export interface PeopleChoice {
  page: number;
  query: string;
  /** 0: people without a group. */
  groupId: number | null;
  mask: number | null;
  activity: (typeof ACTIVITIES)[number];
  ban: (typeof BANS)[number];
  sort: (typeof SORTS)[number];
}

/** Reads the choice from the address; unknown values mean the default. */
export function readPeopleChoice(page: string | undefined, search: URLSearchParams): PeopleChoice {
  const group = search.get('group') ?? '';
  return {
    page: pageNumber(page),
    query: search.get('query') ?? '',
    groupId: /^\d{1,9}$/.test(group) ? Number(group) : null,
    mask: MASKS.find((mask) => String(mask) === search.get('role')) ?? null,
    activity: ACTIVITIES.find((name) => name === search.get('activity')) ?? 'any',
    ban: BANS.find((name) => name === search.get('ban')) ?? 'any',
    sort: SORTS.find((name) => name === search.get('sort')) ?? 'role',
  };
}

/** The address of a choice; defaults are left out of it. */
export function peoplePath(choice: PeopleChoice): string {
  const search = new URLSearchParams();
  if (choice.query !== '') search.set('query', choice.query);
  if (choice.groupId !== null) search.set('group', String(choice.groupId));
  if (choice.mask !== null) search.set('role', String(choice.mask));
  if (choice.activity !== 'any') search.set('activity', choice.activity);
  if (choice.ban !== 'any') search.set('ban', choice.ban);
  if (choice.sort !== 'role') search.set('sort', choice.sort);
  const path = choice.page > 1 ? `/admin/users/page/${choice.page}` : '/admin/users';
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Whether the list shows less than everybody. */
export function isNarrowed({ query, groupId, mask, activity, ban }: PeopleChoice): boolean {
  return query.trim() !== '' || groupId !== null || mask !== null || activity !== 'any' || ban !== 'any';
}
