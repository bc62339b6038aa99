import { pageNumber } from '#shared/ui/lists/pages.ts';

export interface GroupListChoice {
  page: number;
  query: string;
}

export function readGroupList(page: string | undefined, search: URLSearchParams): GroupListChoice {
  return { page: pageNumber(page), query: search.get('query') ?? '' };
}

/** The address of the list; defaults are left out of it. */
export function groupListPath({ page, query }: GroupListChoice): string {
  const path = page > 1 ? `/admin/groups/page/${page}` : '/admin/groups';
  return query === '' ? path : `${path}?${new URLSearchParams({ query })}`;
}

/** Parts of the page of a group. */
export const GROUP_VIEWS = ['members', 'settings', 'links', 'contests', 'ratings'] as const;
export type GroupView = (typeof GROUP_VIEWS)[number];

export function readGroupView(search: URLSearchParams): GroupView {
  return GROUP_VIEWS.find((view) => view === search.get('view')) ?? 'members';
}

export const groupPath = (groupId: number, view: GroupView = 'members') =>
  `/admin/groups/edit/${groupId}${view === 'members' ? '' : `?view=${view}`}`;
