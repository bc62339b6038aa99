import { pageNumber } from '#shared/ui/lists/pages.ts';

/** Content of the rating index: people of a group, or contests to make a table from. */
export interface RatingChoice {
  view: 'people' | 'contests';
  page: number;
  query: string;
  /** Id of the chosen group, or null if none was chosen. */
  groupId: number | null;
  /** Contests ticked so far, on all pages. */
  contestIds: readonly number[];
}

/** Reads the choice from the address; unknown values mean the default. */
export function readRatingChoice(page: string | undefined, search: URLSearchParams): RatingChoice {
  return {
    view: search.get('view') === 'contests' ? 'contests' : 'people',
    page: pageNumber(page),
    query: search.get('query') ?? '',
    groupId: positiveIds(search.get('group'))[0] ?? null,
    contestIds: positiveIds(search.get('contests')),
  };
}

/** The address of a choice; defaults are left out of it. */
export function ratingPath({ view, page, query, groupId, contestIds }: RatingChoice): string {
  const search = new URLSearchParams();
  if (view === 'contests') search.set('view', view);
  if (query !== '') search.set('query', query);
  if (groupId !== null) search.set('group', String(groupId));
  if (contestIds.length > 0) search.set('contests', contestIds.join(','));
  const path = page > 1 ? `/rating/page/${page}` : '/rating';
  return search.size > 0 ? `${path}?${search.toString().replaceAll('%2C', ',')}` : path;
}

/** Parses distinct positive numbers from a comma list; drops everything else. */
export function positiveIds(text: string | null | undefined): number[] {
  const ids = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^[1-9]\d{0,8}$/.test(part))
    .map(Number);
  return [...new Set(ids)];
}

export interface Points {
  scoreInTime: number;
  scoreInPractice: number;
}

/** Address of a table made from contests; usual points are left out of it. */
export const scoresPath = (contestIds: readonly number[], points?: Points, usual?: Points) =>
  `/rating/create/${contestIds.join(',')}${pointsQuery(points, usual)}`;

/** An address of a table with the number of a page; the first has none. */
export const onPage = (path: string, page: number) =>
  page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${page}`;

/** The page that an address names: the first unless it is a positive number. */
export const readPage = (search: URLSearchParams) => positiveIds(search.get('page') ?? undefined)[0] ?? 1;

/** The part of an address that names points other than the usual ones. */
export function pointsQuery(points?: Points, usual?: Points): string {
  const search = new URLSearchParams();
  for (const name of ['scoreInTime', 'scoreInPractice'] as const) {
    const value = points?.[name];
    if (value !== undefined && value !== usual?.[name]) search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}

/** Reads points from the address; invalid values mean the usual ones. */
export function readPoints(search: URLSearchParams, usual: Points): Points {
  const read = (name: keyof Points) => {
    const text = search.get(name) ?? '';
    return /^-?\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : usual[name];
  };
  return { scoreInTime: read('scoreInTime'), scoreInPractice: read('scoreInPractice') };
}
