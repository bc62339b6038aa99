import type { News, NewsGroups } from '@balloon/contracts/talk/news.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { del, get, post } from '#shared/api/calls/api.ts';

const PAGE_SIZE = 5;

/** The newest news, five more at a time. */
export const newsListQuery = infiniteQueryOptions({
  queryKey: ['news', 'list'],
  queryFn: ({ signal, pageParam }) =>
    get<News[]>('/api/news', { signal, query: { offset: pageParam, limit: PAGE_SIZE } }),
  initialPageParam: 0,
  getNextPageParam: (last, pages) => (last.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE),
  meta: { ownError: true },
});

export const newsQuery = (newsId: number) =>
  queryOptions({
    queryKey: ['news', newsId],
    queryFn: ({ signal }) => get<News>(`/api/news/${newsId}`, { signal }),
    meta: { ownError: true },
  });

/** Groups that the signed-in supervisor may write to. */
export const newsGroupsQuery = queryOptions({
  queryKey: ['news', 'groups'],
  queryFn: ({ signal }) => get<z.infer<typeof NewsGroups>>('/api/news/groups', { signal }),
  staleTime: 60_000,
  meta: { ownError: true },
});

export interface NewsDraft {
  title: string;
  body: string;
  groupIds: readonly number[];
}

/**
 * Changes news, or publishes new ones if there is no id.
 *
 * @throws {ApiError} CHANGED_MEANWHILE when somebody saved after `version` was read
 */
export function saveNews(
  newsId: number | undefined,
  { title, body, groupIds }: NewsDraft,
  version: number | undefined,
): Promise<News> {
  return post(newsId === undefined ? '/api/news' : `/api/news/${newsId}`, {
    title,
    body,
    groupsIds: groupIds,
    version,
  });
}

export function deleteNews(newsId: number): Promise<unknown> {
  return del(`/api/news/${newsId}`);
}
