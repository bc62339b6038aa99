import { z } from 'zod';
import { Id } from './common.ts';

/** What the ceremony of a contest shows; for supervisors, once the main time is over for everybody. */

const MedalCount = z.coerce.number().int().min(0).max(1_000);
export const CeremonyQuery = z.object({
  gold: MedalCount.default(4),
  silver: MedalCount.default(4),
  bronze: MedalCount.default(4),
});
export type CeremonyQuery = z.infer<typeof CeremonyQuery>;

const CeremonyCell = z.object({
  acceptedAtMs: z.number().optional(),
  penaltyMin: z.number().optional(),
  inPractice: z.boolean().optional(),
  isFirstSolve: z.literal(true).optional(),
  isFrozen: z.literal(true).optional(),
  wrongTries: z.number().int(),
  pendingTries: z.number().int(),
});

export const CeremonyAward = z.object({
  kind: z.enum(['winner', 'gold', 'silver', 'bronze', 'firstToSolve', 'groupWinner']),
  of: z.number().int().nullable().describe('position of the problem, or the group'),
  userIds: z.array(Id),
});
export type CeremonyAward = z.infer<typeof CeremonyAward>;

export const Ceremony = z.object({
  contest: z.object({ id: Id, name: z.string() }),
  isOver: z.boolean().describe('false while somebody’s main time runs: there is nothing to show yet'),
  problems: z.array(z.object({ index: z.string(), title: z.string(), color: z.string() })),
  rows: z
    .array(
      z.object({
        userId: Id,
        name: z.string(),
        rank: z.number().int().describe('in the final table'),
        frozen: z.array(CeremonyCell),
        final: z.array(CeremonyCell),
      }),
    )
    .describe('in the order of the frozen table'),
  tieOrder: z.array(Id).describe('order in which rows with the same result stand'),
  awards: z.array(CeremonyAward),
  unjudgedNumber: z.number().int().describe('solutions of the main time without a verdict: judge them first'),
});
export type Ceremony = z.infer<typeof Ceremony>;
