import type { Locale } from '@balloon/contracts/common.ts';
import type { Editorial } from '@balloon/contracts/problems/editorials.ts';
import { queryOptions } from '@tanstack/react-query';
import { get } from '#shared/api/calls/api.ts';

/** How a problem is solved; null while the person may not read it, or nobody has written it. */
export function editorialQuery(problemId: number, locale: Locale) {
  return queryOptions({
    queryKey: ['problem', problemId, 'editorial', locale],
    queryFn: ({ signal }) =>
      get<Editorial>(`/api/problems/${problemId}/editorial`, { signal, query: { locale } }),
    staleTime: 60_000,
    // The statement is what people came for: without its editorial the page is whole.
    meta: { ownError: true, quiet: true },
  });
}
