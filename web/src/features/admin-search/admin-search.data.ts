import type { AdminSearch } from '@balloon/contracts/site/admin-search.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from '#shared/api/calls/api.ts';

/** A few of everything that the reader may open; the answer of an earlier query is aborted and stays until this one comes. */
export function adminSearchQuery(q: string, locale: Locale) {
  return queryOptions({
    queryKey: ['admin-search', q, locale],
    queryFn: ({ signal }) => get<AdminSearch>('/api/admin/search', { signal, query: { q, locale } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    meta: { ownError: true, quiet: true },
  });
}
