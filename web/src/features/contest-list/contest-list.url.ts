import type { ContestCategory } from '@balloon/contracts/contests.ts';
import type { ContestListChoice } from '#features/contests/contests.data.ts';
import { pageNumber } from '#shared/ui/lists/pages.ts';

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

/**
 * Address of a list of contests: reads the choice out of it, where unknown values mean the default, and writes a
 * choice, without the defaults.
 */
export function listAddress(path: string) {
  return {
    path,
    readChoice: (page: string | undefined, search: URLSearchParams): ContestListChoice => ({
      page: pageNumber(page),
      query: search.get('query') ?? DEFAULTS.query,
      category: CATEGORIES.find((category) => category === search.get('category')) ?? DEFAULTS.category,
      sort: SORTS.find((sort) => sort === search.get('sort_item')) ?? DEFAULTS.sort,
      order: search.get('sort_order') === 'asc' ? 'asc' : DEFAULTS.order,
    }),
    choicePath: (choice: ContestListChoice): string => {
      const search = new URLSearchParams();
      if (choice.query !== DEFAULTS.query) search.set('query', choice.query);
      if (choice.category !== DEFAULTS.category) search.set('category', choice.category);
      if (choice.order !== DEFAULTS.order) search.set('sort_order', choice.order);
      if (choice.sort !== DEFAULTS.sort) search.set('sort_item', choice.sort);
      const paged = choice.page > 1 ? `${path}/page/${choice.page}` : path;
      return search.size > 0 ? `${paged}?${search}` : paged;
    },
  };
}

export type ListAddress = ReturnType<typeof listAddress>;

/** The participants' list. */
export const CONTESTS = listAddress('/contests');
export const { readChoice, choicePath } = CONTESTS;

/** Whether the list shows less than everything. */
export function isNarrowed(choice: ContestListChoice): boolean {
  return choice.query.trim() !== '' || choice.category !== DEFAULTS.category;
}
