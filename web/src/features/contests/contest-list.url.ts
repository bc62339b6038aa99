import type { ContestCategory } from '@balloon/contracts/contests.ts';
import type { ContestListChoice } from '#features/contests/contests.data.ts';
import { pageNumber } from '#shared/ui/pages.ts';

/** Filters in the order they are offered; the last three are for supervisors. */
export const CATEGORIES = [
  'all',
  'showOnlyStarted',
  'showOnlyFrozen',
  'showOnlyPractice',
  'showOnlyFinished',
  'showOnlyEnabled',
  'showOnlyDisabled',
  'showOnlyRemoved',
] as const satisfies readonly ContestCategory[];

export const SORTS = ['byStart', 'byId'] as const;

const DEFAULTS = { query: '', category: 'all', sort: 'byStart', order: 'desc' } as const;

/** Reads the choice from the address; unknown values mean the default. */
export function readChoice(page: string | undefined, search: URLSearchParams): ContestListChoice {
  return {
    page: pageNumber(page),
    query: search.get('query') ?? DEFAULTS.query,
    category: CATEGORIES.find((category) => category === search.get('category')) ?? DEFAULTS.category,
    sort: SORTS.find((sort) => sort === search.get('sort_item')) ?? DEFAULTS.sort,
    order: search.get('sort_order') === 'asc' ? 'asc' : DEFAULTS.order,
  };
}

/** The address of a choice; defaults are left out of it. */
export function choicePath(choice: ContestListChoice): string {
  const search = new URLSearchParams();
  if (choice.query !== DEFAULTS.query) search.set('query', choice.query);
  if (choice.category !== DEFAULTS.category) search.set('category', choice.category);
  if (choice.order !== DEFAULTS.order) search.set('sort_order', choice.order);
  if (choice.sort !== DEFAULTS.sort) search.set('sort_item', choice.sort);
  const path = choice.page > 1 ? `/contests/page/${choice.page}` : '/contests';
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Whether the list shows less than everything. */
export function isNarrowed(choice: ContestListChoice): boolean {
  return choice.query.trim() !== '' || choice.category !== DEFAULTS.category;
}
