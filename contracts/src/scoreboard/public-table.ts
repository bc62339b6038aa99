import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';

const Count = z.number().int().nonnegative();

const PublicCell = z.object({
  solvedAfterMs: z.number().int().optional().describe('from the start; absent while unsolved'),
  wrongTries: Count.describe('that counted; of a solved cell those before the accepted one'),
  pendingTries: Count.describe('without a verdict that everybody may know'),
  isFirstSolve: z.boolean().optional(),
});
export type PublicCell = z.infer<typeof PublicCell>;

export const PublicRow = z.object({
  name: z.string().max(1000),
  organization: z
    .string()
    .max(1000)
    .optional()
    .describe('where a team comes from, with the code of its country'),
  place: z.string().max(30).describe('a tie of several reads 2-3'),
  solved: Count,
  penalty: z.number().int().describe('minutes'),
  cells: z.array(PublicCell).max(200).describe('in the order of the problems'),
});
export type PublicRow = z.infer<typeof PublicRow>;

export const PublicContest = z.object({
  id: Id,
  name: z.string().max(1000),
  startTimeMs: InstantMs,
  endTimeMs: InstantMs,
  freezeTimeMs: InstantMs.nullable().describe('null: the contest has no freeze'),
  frozenMinutes: Count.default(0).describe('of contest time that the freeze hides'),
  resultsState: z
    .enum(['none', 'provisional', 'final'])
    .default('none')
    .describe('what is true of official results'),
});

/** Table of a contest as somebody without an account sees it: all rows, without accounts, ratings or titles. */
export const PublicTable = z.object({
  contest: PublicContest,
  problems: z.array(z.object({ index: z.string().max(10), color: z.string().max(50) })).max(200),
  isFrozen: z.boolean().describe('results stop at the freeze'),
  rows: z.array(PublicRow).max(100_000),
});
export type PublicTable = z.infer<typeof PublicTable>;
