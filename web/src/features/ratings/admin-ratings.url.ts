import { DEFAULT_POINTS } from '@balloon/contracts/ratings/default-points.ts';
import { readChoice } from '#features/contest-list/contest-list.url.ts';
import type { ContestListChoice } from '#features/contests/contests.data.ts';
import { type Points, pointsQuery, positiveIds } from '#features/ratings/rating-index.url.ts';

/** Contests of the admin area to make a table from: the list, and those ticked so far on all pages. */
export interface ContestsForTable {
  listing: ContestListChoice;
  contestIds: readonly number[];
}

export function readContestsForTable(page: string | undefined, search: URLSearchParams): ContestsForTable {
  const listing = readChoice(page, search);
  return {
    listing: search.has('sort_item') ? listing : { ...listing, sort: 'byId' },
    contestIds: positiveIds(search.get('contests')),
  };
}

/** The address of a choice; defaults are left out of it. */
export function contestsForTablePath({ listing, contestIds }: ContestsForTable): string {
  const { page, query, category, sort, order } = listing;
  const search = new URLSearchParams();
  if (query !== '') search.set('query', query);
  if (category !== 'all') search.set('category', category);
  if (sort !== 'byId') search.set('sort_item', sort);
  if (order !== 'desc') search.set('sort_order', order);
  if (contestIds.length > 0) search.set('contests', contestIds.join(','));
  const path = page > 1 ? `/admin/rating/create/page/${page}` : '/admin/rating/create';
  return search.size > 0 ? `${path}?${search.toString().replaceAll('%2C', ',')}` : path;
}

export const adminTablePath = (contestIds: readonly number[], points?: Points) =>
  `/admin/rating/table/${contestIds.join(',')}${pointsQuery(points, DEFAULT_POINTS)}`;

/** What the screen of computations shows: which one in full, and of it which group, in which order. */
export interface ComputationChoice {
  number: number | null;
  groupId: number | null;
  order: 'place' | 'rise' | 'fall';
  query: string;
  page: number;
}

const ORDERS = ['place', 'rise', 'fall'] as const;

export function readComputationChoice(search: URLSearchParams): ComputationChoice {
  return {
    number: positiveIds(search.get('number'))[0] ?? null,
    groupId: positiveIds(search.get('group'))[0] ?? null,
    order: ORDERS.find((order) => order === search.get('order')) ?? 'place',
    query: search.get('query') ?? '',
    page: positiveIds(search.get('page'))[0] ?? 1,
  };
}

export function computationPath({ number, groupId, order, query, page }: ComputationChoice): string {
  const search = new URLSearchParams();
  if (number !== null) search.set('number', String(number));
  if (groupId !== null) search.set('group', String(groupId));
  if (order !== 'place') search.set('order', order);
  if (query !== '') search.set('query', query);
  if (page > 1) search.set('page', String(page));
  return `/admin/rating/compute${search.size > 0 ? `?${search}` : ''}`;
}
