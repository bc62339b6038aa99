import { z } from 'zod';
import { boundedCount, Id, Offset } from '#common.ts';
import { Group } from '#contests.ts';
import { NEWS_TITLE_MAX } from '#talk/news-limits.ts';
import { PublicUser } from '#users.ts';

/** Largest HTML of a news item, pictures included; also bounds the request body. */
const NEWS_BODY_MAX = 900_000;

/** The capitals are part of the wire format. */
export const News = z.object({
  id: Id,
  title: z.string(),
  body: z.string().describe('HTML, safe to show; in a list the first words as text'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  authorId: Id,
  User: PublicUser,
  /** Groups that see the news, limited to those that the reader may know of. */
  Groups: z.array(Group),
  /** Shown to everybody, also to people without a group. */
  isForEverybody: z.boolean(),
  /** Whether the reader may edit and delete it. */
  canEdit: z.boolean(),
  version: z.number().int().describe('sent back with an edit'),
});
export type News = z.infer<typeof News>;

export const NewsList = z.array(News);
export const NewsListQuery = z.object({ offset: Offset, limit: boundedCount(3, 100) });
export const NewsParams = z.object({ newsId: Id });

const GroupIds = z.array(Id).max(1000);
const uniqueIds = (ids?: readonly number[]) => ids && [...new Set(ids)];

/** `groupIds` is another spelling of the same field. Absent in a change: those stay who see the news. */
export const SaveNews = z
  .object({
    title: z.string().trim().min(1).max(NEWS_TITLE_MAX),
    body: z.string().trim().min(1).max(NEWS_BODY_MAX),
    groupsIds: GroupIds.optional(),
    groupIds: GroupIds.optional(),
    version: z.coerce
      .number()
      .int()
      .positive()
      .max(2_147_483_647)
      .optional()
      .describe('what the editor has read; without it the edit overwrites'),
  })
  .transform(({ title, body, groupsIds, groupIds, version }) => ({
    title,
    body,
    version,
    groupIds: uniqueIds(groupsIds ?? groupIds),
  }));
export type SaveNews = z.infer<typeof SaveNews>;

/** Groups that the caller may address news to. */
export const NewsGroups = z.array(Group);
