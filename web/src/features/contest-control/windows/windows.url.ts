import { WINDOW_STATES, type WindowState } from '@balloon/contracts/contests/window-states.ts';

/** What is searched in the list of windows, as the address has it. */
export interface WindowSearch {
  state: WindowState | 'all';
  q: string;
  page: number;
}

/** Reads a search from the address; what makes no sense is left out. */
export function readWindowSearch(search: URLSearchParams): WindowSearch {
  const page = Number(search.get('page') ?? 1);
  return {
    state: WINDOW_STATES.find((state) => state === search.get('state')) ?? 'all',
    q: search.get('q')?.slice(0, 200) ?? '',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  };
}

/** The search as the query of an address; empty for the first page of everybody. */
export function windowQuery({ state, q, page }: WindowSearch): string {
  const query = new URLSearchParams();
  if (state !== 'all') query.set('state', state);
  if (q !== '') query.set('q', q);
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

export const windowsPath = (contestId: number, search?: Partial<WindowSearch>) =>
  `/admin/contests/${contestId}/windows${windowQuery({ state: 'all', q: '', page: 1, ...search })}`;
