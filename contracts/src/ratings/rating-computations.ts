import { z } from 'zod';
import { boundedCount, Id, InstantMs, NO_ZERO_BYTES, Offset } from '#common.ts';
import { Group } from '#contests.ts';
import { PublicUser } from '#users.ts';

/** Computations of ratings: started, looked at, then stored or discarded; the last stored one can be undone. */

/** Effect of a computation on a group, beside the ratings that counted before. */
const GroupEffect = z.object({
  group: Group,
  contests: z.number().int(),
  people: z.number().int().describe('who are rated'),
  risen: z.number().int(),
  fallen: z.number().int(),
  newcomers: z.number().int(),
  gone: z.number().int().describe('who were rated before'),
});
export type GroupEffect = z.infer<typeof GroupEffect>;

const UndecidedContest = z.object({
  contest: z.object({ id: Id, name: z.string() }),
  solutions: z.number().int(),
});

export const RatingComputation = z.object({
  number: z.number().int(),
  state: z.enum(['running', 'failed', 'preview', 'discarded', 'stored', 'undone']),
  group: Group.nullable().describe('null: all groups'),
  computedAtMs: InstantMs,
  computedBy: PublicUser.nullable(),
  donePairs: z.number().int().describe('pairs of group and contest'),
  totalPairs: z.number().int(),
  storedAtMs: InstantMs.nullable(),
  undoneAtMs: InstantMs.nullable(),
  undoneBy: PublicUser.nullable(),
  canUndo: z.boolean(),
  hasResults: z.boolean().describe('who moves where can be read; results of old computations are deleted'),
  groups: z.array(GroupEffect).describe('with people, most first'),
  undecided: z
    .array(UndecidedContest)
    .describe('contests with solutions of the main time whose verdicts were open when it was computed'),
});
export type RatingComputation = z.infer<typeof RatingComputation>;
/** Newest first. */
export const RatingComputations = z.array(RatingComputation);

export const StartComputation = z
  .object({ groupId: Id.nullish() })
  .nullish()
  .transform((body) => ({ groupId: body?.groupId ?? null }));

export const ComputationParams = z.object({ number: Id });
export const MovesParams = z.object({ number: Id, groupId: Id });
export const MovesQuery = z.object({
  q: z
    .string()
    .max(200)
    .refine(...NO_ZERO_BYTES)
    .default(''),
  order: z.enum(['place', 'rise', 'fall']).default('place'),
  count: boundedCount(50, 200),
  offset: Offset,
});

/** A person of a group before a computation and by it; null: without a rating. */
const RatingMove = z.object({
  user: PublicUser,
  placeBefore: z.number().int().nullable(),
  ratingBefore: z.number().nullable(),
  placeAfter: z.number().int().nullable(),
  ratingAfter: z.number().nullable(),
});
export type RatingMove = z.infer<typeof RatingMove>;
export const RatingMoves = z.object({ total: z.number().int(), moves: z.array(RatingMove) });
export type RatingMoves = z.infer<typeof RatingMoves>;
