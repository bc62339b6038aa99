import { z } from 'zod';
import { Id, InstantMs, Locale, NO_ZERO_BYTES } from '#common.ts';
import { ContestParams } from '#contests.ts';
import { PublicUser } from '#users.ts';

/* Official results of a contest, for its supervisors. */

export const MAX_EXTRA_BRONZE = 1000;

const ExtraBronze = z
  .number()
  .int()
  .min(0)
  .max(MAX_EXTRA_BRONZE)
  .describe('the value B: bronze medals more than usual');

/** What has to be done before results can be final. */
export const MissingForResults = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('running'), untilMs: InstantMs.describe('last end, with extra time') }),
  z.object({ kind: z.literal('pending'), count: z.number().int() }),
  z.object({ kind: z.literal('judgingErrors'), count: z.number().int() }),
  z.object({ kind: z.literal('questions'), count: z.number().int() }),
  z.object({ kind: z.literal('frozen') }),
]);
export type MissingForResults = z.infer<typeof MissingForResults>;

export const ResultsQuery = z.object({
  extraBronze: z.coerce.number().int().min(0).max(MAX_EXTRA_BRONZE).optional(),
});

const ResultRow = z.object({
  user: PublicUser,
  place: z.string().describe('empty for a row without a place'),
  solved: z.number().int(),
  penalty: z.number().int().describe('minutes'),
  medal: z.enum(['gold', 'silver', 'bronze']).nullable(),
});

/** A time at which results were made final, or opened again. */
const ResultsStep = z.object({
  id: Id,
  kind: z.enum(['finalized', 'reopened']),
  atMs: InstantMs,
  by: PublicUser.nullable().describe('null: somebody who is gone'),
  reason: z.string().nullable().describe('of opening them again; null for making them final'),
});
export type ResultsStep = z.infer<typeof ResultsStep>;

export const OfficialResults = z.object({
  contest: z.object({ id: Id, name: z.string(), revision: z.number().int() }),
  isOfficial: z.boolean().describe('the contest has official results'),
  finalized: z.object({ atMs: InstantMs, by: PublicUser.nullable() }).nullable().describe('null: not final'),
  extraBronze: ExtraBronze,
  missing: z.array(MissingForResults),
  rows: z.array(ResultRow).describe('the medals for that number and some rows below; none before the end'),
  mayReopen: z.boolean(),
  history: z.array(ResultsStep).describe('newest first, at most 100'),
});
export type OfficialResults = z.infer<typeof OfficialResults>;

export const FinalizeResults = z.object({ extraBronze: ExtraBronze.default(0) });
export type FinalizeResults = z.infer<typeof FinalizeResults>;

export const ReopenResults = z.object({
  reason: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .refine(...NO_ZERO_BYTES),
});
export type ReopenResults = z.infer<typeof ReopenResults>;

/** Files of the final table: of the ICPC, of the Contest API, for spreadsheets and as a page. */
export const ResultFileParams = ContestParams.extend({
  file: z.enum(['results.tsv', 'scoreboard.json', 'awards.json', 'results.csv', 'results.html']),
});
/** Language of the page; the other files have none. */
export const ResultFileQuery = z.object({ locale: Locale.optional().catch(undefined) });
