import type { Db, Tx } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import type { User } from '#services.ts';

const COLUMNS = [
  'news.id',
  'news.title',
  'news.createdAtMs',
  'news.updatedAtMs',
  'news.authorId',
  'news.isForEverybody',
  'news.version',
  'account.username',
  'account.firstName',
  'account.lastName',
  'account.accessMask',
] as const;

/** Admins see all news; others those for everybody or for one of their groups. */
function visibleNews(db: Db, reader: User) {
  const all = db
    .selectFrom('news')
    .innerJoin('account', 'account.id', 'news.authorId')
    .where('news.deletedAtMs', 'is', null);
  if (isAdmin(reader.accessMask)) return all;
  return all.where(({ or, eb, exists, selectFrom }) =>
    or([
      eb('news.isForEverybody', '=', true),
      exists(
        selectFrom('newsGroup')
          .whereRef('newsGroup.newsId', '=', 'news.id')
          .where('newsGroup.groupId', '=', sql<number>`any(${[...reader.groupIds]}::integer[])`)
          .select(sql`1`.as('one')),
      ),
    ]),
  );
}

/** Enough for an excerpt, also where a picture stands first; a list need not carry pictures. */
const BEGINNING = 20_000;

/** Page of visible news, newest first, with the beginning of their bodies. */
export function listVisibleNews(db: Db, reader: User, { offset, limit }: { offset: number; limit: number }) {
  return visibleNews(db, reader)
    .select(COLUMNS)
    .select(sql<string>`left(news.body, ${BEGINNING}::integer)`.as('body'))
    .orderBy('news.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}
export type StoredNews = Awaited<ReturnType<typeof listVisibleNews>>[number];

export function findVisibleNews(db: Db, reader: User, newsId: number): Promise<StoredNews | undefined> {
  return visibleNews(db, reader)
    .where('news.id', '=', newsId)
    .select(COLUMNS)
    .select('news.body')
    .executeTakeFirst();
}

/** Lets nobody else change these news until the transaction ends; its next statement reads what is stored then. */
export async function lockNews(tx: Tx, newsId: number): Promise<void> {
  await tx.selectFrom('news').select('id').where('id', '=', newsId).forUpdate().execute();
}

/** The groups of several news, by name. */
export function listGroupsOf(db: Db, newsIds: readonly number[]) {
  return db
    .selectFrom('newsGroup')
    .innerJoin('userGroup', 'userGroup.id', 'newsGroup.groupId')
    .where('newsGroup.newsId', '=', sql<number>`any(${[...newsIds]}::integer[])`)
    .select(['newsGroup.newsId', 'userGroup.id', 'userGroup.name', 'userGroup.color', 'userGroup.authorId'])
    .orderBy('userGroup.name')
    .orderBy('userGroup.id')
    .execute();
}

/** Groups that a supervisor may address: all for an admin, their own for a moderator. */
export function listAddressedGroups(db: Db, supervisor: User) {
  const groups = db
    .selectFrom('userGroup')
    .select(['id', 'name', 'color', 'authorId'])
    .orderBy('name')
    .orderBy('id');
  if (isAdmin(supervisor.accessMask)) return groups.execute();
  return groups.where('id', '=', sql<number>`any(${[...supervisor.groupIds]}::integer[])`).execute();
}

export async function insertNews(
  tx: Tx,
  news: { title: string; body: string; authorId: number; isForEverybody: boolean; nowMs: number },
): Promise<number> {
  const { nowMs, ...rest } = news;
  const { id } = await tx
    .insertInto('news')
    .values({ ...rest, createdAtMs: nowMs, updatedAtMs: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateNews(
  tx: Tx,
  newsId: number,
  { nowMs, ...text }: { title: string; body: string; isForEverybody: boolean; nowMs: number },
): Promise<void> {
  await tx
    .updateTable('news')
    .set((eb) => ({ ...text, updatedAtMs: nowMs, version: eb('version', '+', 1) }))
    .where('id', '=', newsId)
    .execute();
}

/** Marks news as deleted; the row stays for later inquiries. */
export async function markNewsDeleted(tx: Tx, newsId: number, nowMs: number): Promise<void> {
  await tx.updateTable('news').set({ deletedAtMs: nowMs }).where('id', '=', newsId).execute();
}

export async function replaceGroups(tx: Tx, newsId: number, groupIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('newsGroup').where('newsId', '=', newsId).execute();
  if (groupIds.length === 0) return;
  await tx
    .insertInto('newsGroup')
    .values(groupIds.map((groupId) => ({ newsId, groupId })))
    .execute();
}
