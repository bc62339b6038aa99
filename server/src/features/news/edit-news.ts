import type { News, SaveNews } from '@balloon/contracts/talk/news.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import {
  findVisibleNews,
  insertNews,
  listAddressedGroups,
  listGroupsOf,
  lockNews,
  markNewsDeleted,
  replaceGroups,
  updateNews,
} from '#features/news/news.queries.ts';
import { canEdit, renderNews, showsNothing } from '#features/news/news-view.ts';
import { boundHtml } from '#markup/bounded-markup.ts';
import type { Services, User } from '#services.ts';

/**
 * Publishes news. An admin who names no group writes to everybody.
 *
 * @throws {InvalidInputError} GROUP_NOT_FOUND, also for a moderator's foreign one, GROUPS_REQUIRED of a moderator,
 *   MARKUP_TOO_COMPLEX, INVALID_INPUT for a body of which nothing is shown
 */
export async function createNews({ db }: Services, author: User, news: SaveNews): Promise<News> {
  requireBody(news.body);
  return db.transaction().execute(async (tx) => {
    const { title, body, groupIds: named = [] } = news;
    const groupIds = await addressedBy(tx, author, named);
    const isForEverybody = named.length === 0;
    const nowMs = await databaseNowMs(tx);
    const id = await insertNews(tx, { title, body, authorId: author.id, isForEverybody, nowMs });
    await replaceGroups(tx, id, groupIds);
    const after = { title, body, isForEverybody, groupIds };
    await recordChange(tx, author, { action: 'news.create', subjectId: id, subjectName: title, after });
    return readIn(tx, author, id);
  });
}

/**
 * Changes news; their author and date stay. Groups that a moderator does not know of keep seeing them, and everybody who
 * saw them where no groups are named.
 *
 * @throws {NotFoundError} NEWS_NOT_FOUND, also for news that the editor does not see
 * @throws {ForbiddenError} NEWS_OF_ADMIN
 * @throws {ConflictError} CHANGED_MEANWHILE
 * @throws {InvalidInputError} as createNews
 */
export async function changeNews(
  { db }: Services,
  editor: User,
  { newsId, ...news }: SaveNews & { newsId: number },
): Promise<News> {
  requireBody(news.body);
  return db.transaction().execute(async (tx) => {
    await lockNews(tx, newsId);
    const stored = await getEditable(tx, editor, newsId);
    await expectVersion(tx, { kind: 'news', id: newsId, stored: stored.version, read: news.version });
    const addressed = (await listGroupsOf(tx, [newsId])).map(({ id }) => id);
    const { title, body, groupIds: named } = news;
    const groupIds = named === undefined ? addressed : await readdressedBy(tx, editor, addressed, named);
    const isForEverybody = named === undefined ? stored.isForEverybody : named.length === 0;
    await updateNews(tx, newsId, { title, body, isForEverybody, nowMs: await databaseNowMs(tx) });
    await replaceGroups(tx, newsId, groupIds);
    const before = { title: stored.title, body: stored.body, isForEverybody: stored.isForEverybody };
    await recordChange(tx, editor, {
      ...{ action: 'news.edit', subjectId: newsId, subjectName: title, version: stored.version + 1 },
      before: { ...before, groupIds: addressed },
      after: { title, body, isForEverybody, groupIds },
    });
    return readIn(tx, editor, newsId);
  });
}

/**
 * Deletes news for everybody.
 *
 * @throws {NotFoundError} NEWS_NOT_FOUND, also for news that the editor does not see
 * @throws {ForbiddenError} NEWS_OF_ADMIN
 */
export async function deleteNews({ db, log }: Services, editor: User, newsId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { title, body } = await getEditable(tx, editor, newsId);
    await markNewsDeleted(tx, newsId, await databaseNowMs(tx));
    const subject = { subjectId: newsId, subjectName: title, before: { title, body } };
    await recordChange(tx, editor, { action: 'news.delete', ...subject });
  });
  log.info({ newsId, supervisorId: editor.id }, 'news are deleted');
}

/** Refuses a body that no page could draw, or of which no page shows anything. */
function requireBody(body: string): void {
  boundHtml(body);
  if (!showsNothing(body)) return;
  throw new InvalidInputError('INVALID_INPUT', 'body: is required', [{ field: 'body', kind: 'required' }]);
}

async function getEditable(tx: Tx, editor: User, newsId: number) {
  const news = await findVisibleNews(tx, editor, newsId);
  if (!news) throw newsNotFound(newsId);
  if (canEdit(editor, news)) return news;
  throw new ForbiddenError('NEWS_OF_ADMIN', 'An admin wrote this: only admins may change it');
}

export const newsNotFound = (newsId: number) =>
  new NotFoundError('NEWS_NOT_FOUND', `There are no news ${newsId}`);

async function addressedBy(tx: Tx, author: User, wanted: readonly number[]): Promise<number[]> {
  const addressed = (await listAddressedGroups(tx, author)).map(({ id }) => id);
  const unknown = wanted.find((id) => !addressed.includes(id));
  if (unknown !== undefined) {
    throw new InvalidInputError('GROUP_NOT_FOUND', `There is no group ${unknown} that you may write to`);
  }
  if (wanted.length > 0) return [...wanted];
  if (isAdmin(author.accessMask)) return addressed;
  throw new InvalidInputError('GROUPS_REQUIRED', 'Choose at least one group that will see it');
}

/** Groups of news that an editor addresses anew. */
async function readdressedBy(
  tx: Tx,
  editor: User,
  addressed: readonly number[],
  wanted: readonly number[],
): Promise<number[]> {
  const chosen = await addressedBy(tx, editor, wanted);
  const mayChange = new Set((await listAddressedGroups(tx, editor)).map(({ id }) => id));
  return [...addressed.filter((id) => !mayChange.has(id)), ...chosen];
}

async function readIn(tx: Tx, reader: User, newsId: number): Promise<News> {
  const stored = await findVisibleNews(tx, reader, newsId);
  if (!stored) throw new Error(`News ${newsId} were deleted meanwhile`);
  return renderNews(tx, reader, stored);
}
