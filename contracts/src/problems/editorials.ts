import { z } from 'zod';
import { boundedCount, Locale } from '#common.ts';
import { MAX_EDITORIAL_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from '#problems/problem-editor-limits.ts';

/** Tags and editorials: what tells how a problem is solved. Participants read both once their contests with it are over. */

/** Tag: words in lower case with single spaces, without commas, which separate tags. */
export const Tag = z
  .string()
  .transform((text) =>
    text
      .replace(/[\s,]+/gu, ' ')
      .trim()
      .toLowerCase(),
  )
  .pipe(z.string().min(1).max(MAX_TAG_LENGTH));

/** Tags in their order; a repeated one counts once. */
export const Tags = z
  .array(Tag)
  .max(100)
  .transform((tags) => [...new Set(tags)])
  .pipe(z.array(z.string()).max(MAX_TAGS));

/** Language → Markdown; a language without a text is absent. */
export const Editorials = z.partialRecord(Locale, z.string().max(MAX_EDITORIAL_LENGTH));
export type Editorials = z.infer<typeof Editorials>;

export const TagQuery = z.object({
  q: z.string().max(MAX_TAG_LENGTH).default('').describe('part of the tag'),
  count: boundedCount(20, 100),
});

/** Known tags, the most used first. */
export const KnownTags = z.array(z.object({ tag: z.string(), problemsNumber: z.number().int() }));
export type KnownTags = z.infer<typeof KnownTags>;

/** Editorial for a reader; null while there is none or a contest with the problem is not over for that reader. */
export const Editorial = z.object({
  editorial: z.object({ locale: Locale, text: z.string().describe('Markdown') }).nullable(),
});
export type Editorial = z.infer<typeof Editorial>;
