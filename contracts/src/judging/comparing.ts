import { z } from 'zod';
import { Id } from '#common.ts';

/*
 * Comparing the solutions of a contest, as judges do it, part by part: sources become prints, and the prints of a set
 * become pairs. How is in domain/src/similarity; the server only stores what comes.
 */

/** Most pairs that are kept: nobody looks through more, and the most similar come first. */
export const MAX_SIMILAR_PAIRS = 500;
/** Most solutions that a part reads, and the size of their sources together, unless a single one is larger. */
export const MAX_READ_AT_ONCE = 400;
export const MAX_READ_BYTES = 1024 * 1024;

/** Prints in base64, four bytes a hash; those of all solutions of a set are the largest. */
const Prints = z.string().max(24 * 1024 * 1024);

const TaskBase = z.object({
  similarityPartId: Id,
  fence: z.number().int(),
  attempt: z.number().int(),
  keepOneOf: z.number().int().positive(),
});

export const CompareTask = z.discriminatedUnion('step', [
  TaskBase.extend({
    step: z.literal('read'),
    family: z.string().describe('of languages'),
    template: z.string().describe('text that everybody was given; empty for none'),
    sources: z.array(z.object({ id: Id, source: z.string() })),
  }),
  TaskBase.extend({ step: z.literal('match'), prints: Prints }),
]);
export type CompareTask = z.infer<typeof CompareTask>;

const Held = z.object({ judgeId: Id, similarityPartId: Id, fence: z.number().int() });

export const FoundPair = z.object({
  one: Id,
  other: Id,
  similarity: z.number().min(0).max(1),
  shared: z.number().int().min(0).max(1_000_000_000),
});
export type FoundPair = z.infer<typeof FoundPair>;

/** What a part found. */
export const JudgeCompareResult = Held.extend({
  found: z.discriminatedUnion('step', [
    z.object({
      step: z.literal('read'),
      prints: Prints,
      leftOut: z.array(Id).max(MAX_READ_AT_ONCE).describe('solutions that could not be read'),
    }),
    z.object({ step: z.literal('match'), pairs: z.array(FoundPair).max(MAX_SIMILAR_PAIRS) }),
  ]),
});
export type JudgeCompareResult = z.infer<typeof JudgeCompareResult>;
