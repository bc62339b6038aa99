import type { Group } from '@balloon/contracts/contests.ts';
import type { News } from '@balloon/contracts/talk/news.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isAdmin, isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import sanitize from 'sanitize-html';
import { listGroupsOf, type StoredNews } from '#features/news/news.queries.ts';
import { sanitizeStatement } from '#features/problems/sanitize-statement.ts';
import { publicUser } from '#features/users/public-user.ts';
import type { User } from '#services.ts';

/** Renders news for a reader, with a sanitised body. */
export async function renderNews(db: Db, reader: User, stored: StoredNews): Promise<News> {
  const [news] = await withGroups(db, reader, [stored]);
  if (!news) throw new Error(`News ${stored.id} were deleted meanwhile`);
  return { ...news, body: sanitizeStatement(stored.body) };
}

/** Whether neither text nor a picture of a body is left to readers, as the form of the page tells an empty one. */
export function showsNothing(html: string): boolean {
  return sanitize(sanitizeStatement(html), { allowedTags: ['img'], allowedAttributes: {} }).trim() === '';
}

/** A list of news, each with the first words of its body as text. */
export async function renderNewsList(db: Db, reader: User, stored: readonly StoredNews[]): Promise<News[]> {
  const all = await withGroups(db, reader, stored);
  return all.map((news) => ({ ...news, body: excerpt(news.body) }));
}

const EXCERPT_MAX = 300;

/** First words of a body, escaped, so that they are safe as HTML too. */
function excerpt(html: string): string {
  const spaced = sanitizeStatement(html).replace(
    /<(?=\/?(p|div|h\d|li|blockquote|br|tr|td|th|pre)\b)/gi,
    ' <',
  );
  const text = sanitize(spaced, { allowedTags: [], allowedAttributes: {} }).replace(/\s+/g, ' ').trim();
  if (text.length <= EXCERPT_MAX) return text;
  return `${text.slice(0, EXCERPT_MAX).replace(/\s*(&\w*|\S*)$/, '')}…`;
}

/** Adds to news their groups, limited to those that the reader may know of. */
async function withGroups(db: Db, reader: User, stored: readonly StoredNews[]): Promise<News[]> {
  const groups = Map.groupBy(
    await listGroupsOf(
      db,
      stored.map(({ id }) => id),
    ),
    ({ newsId }) => newsId,
  );
  return stored.map((news) => ({
    id: news.id,
    title: news.title,
    body: news.body,
    createdAt: new Date(news.createdAtMs).toISOString(),
    updatedAt: new Date(news.updatedAtMs).toISOString(),
    authorId: news.authorId,
    isForEverybody: news.isForEverybody,
    User: publicUser({ ...news, id: news.authorId }),
    Groups: knownTo(reader, groups.get(news.id) ?? []),
    canEdit: canEdit(reader, news),
    version: news.version,
  }));
}

function knownTo(reader: User, groups: readonly (Group & { newsId: number })[]): Group[] {
  return groups
    .filter(({ id }) => isAdmin(reader.accessMask) || reader.groupIds.includes(id))
    .map(({ newsId, ...group }) => group);
}

/** Whether a reader may edit visible news: admins all of them, moderators those not written by an admin. */
export function canEdit(reader: User, news: Pick<StoredNews, 'accessMask'>): boolean {
  if (isAdmin(reader.accessMask)) return true;
  return isSupervisor(reader.accessMask) && !isAdmin(news.accessMask);
}
