import { z } from 'zod';
import { Id, IdempotencyKey, IdList, InstantMs, NO_ZERO_BYTES } from '#common.ts';
import { ContestParams } from '#contests.ts';
import { StaleReasons, Verdict } from '#solutions/solutions.ts';
import { PublicUser } from '#users.ts';

/*
 * Rejudging as a set: chosen solutions are judged beside their verdicts, what would change is shown, and then the results
 * are applied all at once or dropped. Only solutions with a verdict of our judges take part.
 */

const OptionalInstant = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

/** What is chosen, in the address; what is absent chooses everything, and all that is there must apply. */
export const RejudgingFilter = z.object({
  problemIds: IdList,
  languageIds: IdList,
  verdictIds: IdList,
  userIds: IdList,
  groupIds: IdList.describe('of somebody in one of these groups; moderators filter by their own'),
  rejected: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('every verdict but accepted'),
  judgeIds: IdList.describe('with a verdict of one of these judges'),
  fromMs: OptionalInstant.describe('sent at this instant or later'),
  untilMs: OptionalInstant.describe('sent at this instant or before'),
  staleReasons: StaleReasons.describe('stale for one of these reasons'),
});
export type RejudgingFilter = z.infer<typeof RejudgingFilter>;

export const RejudgingPreview = z.object({
  solutionsNumber: z.number().int(),
  outsideNumber: z
    .number()
    .int()
    .describe('that the filter would choose, too, were they not judged by outside systems'),
});
export type RejudgingPreview = z.infer<typeof RejudgingPreview>;

/** The most judgings of one rejudging. */
export const MAX_REJUDGING_RUNS = 50_000;

export const StartRejudging = z.object({
  reason: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .refine(...NO_ZERO_BYTES),
  repeats: z.number().int().min(1).max(10).default(1).describe('how often each solution is judged'),
  idempotencyKey: IdempotencyKey.optional(),
});
export type StartRejudging = z.infer<typeof StartRejudging>;

export const RejudgingParams = ContestParams.extend({ rejudgingId: Id });

export const RejudgingState = z.enum(['judging', 'ready', 'applied', 'cancelled']);
export type RejudgingState = z.infer<typeof RejudgingState>;

const Rejudging = z.object({
  id: Id,
  author: PublicUser.nullable(),
  reason: z.string(),
  state: RejudgingState,
  repeats: z.number().int(),
  createdAtMs: InstantMs,
  endedAtMs: InstantMs.nullable(),
  endedBy: PublicUser.nullable(),
  solutionsNumber: z.number().int(),
  runsNumber: z.number().int(),
  endedRuns: z.number().int(),
});
export type Rejudging = z.infer<typeof Rejudging>;
export const RejudgingList = z.object({ rejudgings: z.array(Rejudging) });
export type RejudgingList = z.infer<typeof RejudgingList>;

/** Result of one judging. */
const Outcome = z.object({ verdict: Verdict, testNumber: z.number().int(), executionTime: z.number() });

/** Why a result does not become the verdict. */
export const KeptReason = z.enum(['flaky', 'failed', 'overtaken']);
export type KeptReason = z.infer<typeof KeptReason>;

/** A solution whose result differs from its verdict, or whose result does not count. */
export const ChangedSolution = z.object({
  solutionId: Id,
  author: PublicUser,
  problemId: Id,
  symbolIndex: z.string().describe('empty for a problem that was taken out of the contest'),
  sentAtMs: InstantMs,
  before: Outcome,
  after: Outcome,
  verdicts: z.array(Verdict).describe('all that the runs gave'),
  difference: z
    .object({
      judgementId: Id,
      earlierId: Id.describe('judgement that gave the verdict of before'),
      changedTests: z.number().int(),
      firstChanged: z.number().int().nullable(),
      commonTests: z.number().int().describe('that both judgings ran'),
      beforeMs: z.number().describe('processor time of those, before'),
      afterMs: z.number(),
    })
    .nullable()
    .describe('test by test; null where the results of the tests of one of the judgings are not known'),
  kept: KeptReason.nullable().describe('why the verdict stays; null when the result becomes the verdict'),
});
export type ChangedSolution = z.infer<typeof ChangedSolution>;

export const Medal = z.enum(['gold', 'silver', 'bronze']);
const Place = z.object({
  rank: z.number().int().nullable().describe('null for a row without a place'),
  solved: z.number().int(),
  penaltyMin: z.number(),
  medal: Medal.nullable(),
});

/** What applying does to the table of the contest, with nothing frozen. */
export const RejudgingEffects = z.object({
  rowsNumber: z.number().int(),
  movedNumber: z.number().int(),
  moved: z
    .array(z.object({ user: PublicUser, before: Place.nullable(), after: Place.nullable() }))
    .describe('those whose result changes, best place first; the first hundred'),
  medalsNumber: z.number().int().describe('participants who get another medal, none, or one'),
  firstSolves: z.array(
    z.object({
      problemId: Id,
      symbolIndex: z.string(),
      before: PublicUser.nullable(),
      after: PublicUser.nullable(),
    }),
  ),
});
export type RejudgingEffects = z.infer<typeof RejudgingEffects>;

export const RejudgingDetail = Rejudging.extend({
  filter: z.json(),
  matrix: z
    .array(z.object({ before: Verdict, after: Verdict, solutions: z.number().int() }))
    .describe('solutions that were judged, by verdict before and after'),
  appliedNumber: z.number().int().describe('results that became verdicts'),
  changedNumber: z.number().int(),
  changed: z.array(ChangedSolution).describe('the first thousand'),
  effects: RejudgingEffects.nullable().describe('null once it is applied or cancelled'),
});
export type RejudgingDetail = z.infer<typeof RejudgingDetail>;
