import { Done } from '@balloon/contracts/common.ts';
import {
  News,
  NewsGroups,
  NewsList,
  NewsListQuery,
  NewsParams,
  SaveNews,
} from '@balloon/contracts/talk/news.ts';
import { changeNews, createNews, deleteNews, newsNotFound } from '#features/news/edit-news.ts';
import { findVisibleNews, listAddressedGroups, listVisibleNews } from '#features/news/news.queries.ts';
import { renderNews, renderNewsList } from '#features/news/news-view.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'user' } as const;
const supervisors = { allow: 'supervisor' } as const;

/** News: read by their groups, written by supervisors. */
export const newsRoutes: Routes = async (app, services) => {
  const { db } = services;

  app.get(
    '/api/news',
    { config, schema: { querystring: NewsListQuery, response: { 200: NewsList } } },
    async (request) => {
      const reader = userOf(request);
      return renderNewsList(db, reader, await listVisibleNews(db, reader, request.query));
    },
  );

  app.get('/api/news/groups', { config: supervisors, schema: { response: { 200: NewsGroups } } }, (request) =>
    listAddressedGroups(db, userOf(request)),
  );

  app.get(
    '/api/news/:newsId',
    { config, schema: { params: NewsParams, response: { 200: News } } },
    async (request) => {
      const { newsId } = request.params;
      const stored = await findVisibleNews(db, userOf(request), newsId);
      if (!stored) throw newsNotFound(newsId);
      return renderNews(db, userOf(request), stored);
    },
  );

  app.post(
    '/api/news',
    {
      config: { ...supervisors, audit: 'news.create' },
      schema: { body: SaveNews, response: { 200: News } },
    },
    (request) => createNews(services, userOf(request), request.body),
  );

  app.post(
    '/api/news/:newsId',
    {
      config: { ...supervisors, audit: 'news.edit' },
      schema: { params: NewsParams, body: SaveNews, response: { 200: News } },
    },
    (request) => changeNews(services, userOf(request), { ...request.body, ...request.params }),
  );

  app.delete(
    '/api/news/:newsId',
    {
      config: { ...supervisors, audit: 'news.delete' },
      schema: { params: NewsParams, response: { 200: Done } },
    },
    async (request) => {
      await deleteNews(services, userOf(request), request.params.newsId);
      return { result: true } as const;
    },
  );
};
