import { z } from 'zod';
import { Id } from './common.ts';

/** What the ceremony of a contest shows; for supervisors, once the main time is over for everybody. */

const MedalCount = z.coerce.number().int().min(0).max(1_000);
export const CeremonyQuery = z.object({
  gold: MedalCount.default(4),
  silver: MedalCount.default(4),
  bronze: MedalCount.optional().describe('absent: four, and those that the official results add'),
});
export type CeremonyQuery = z.infer<typeof CeremonyQuery>;

const CeremonyCell = z.object({
  acceptedAtMs: z.number().optional(),
  penaltyMin: z.number().optional(),
  penaltySec: z.number().optional(),
  scoreSec: z
    .number()
    .optional()
    .describe('seconds that the cell adds to the penalty; absent while unsolved'),
  timeSec: z.number().optional().describe('contest time of the solve, as far as it counts'),
  inPractice: z.boolean().optional(),
  isFirstSolve: z.literal(true).optional(),
  isFrozen: z.literal(true).optional(),
  wrongTries: z.number().int(),
  pendingTries: z.number().int(),
});

export const CeremonyAward = z.object({
  kind: z.enum(['winner', 'gold', 'silver', 'bronze', 'firstToSolve', 'groupWinner']),
  of: z.number().int().nullable().describe('position of the problem, or the group'),
  group: z.string().optional().describe('name of the group that was won'),
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
        hasPlace: z.boolean().describe('false: out of competition or disqualified'),
        adjustmentSec: z.number().int().describe('that organisers added to the penalty'),
        isDisqualified: z.boolean(),
        frozen: z.array(CeremonyCell),
        final: z.array(CeremonyCell),
      }),
    )
    .describe('in the order of the frozen table'),
  rules: z.object({ roundsSum: z.boolean(), breaksTies: z.boolean() }).describe('what the order depends on'),
  tieOrder: z.array(Id).describe('order in which rows with the same result stand'),
  awards: z.array(CeremonyAward),
  unjudgedNumber: z.number().int().describe('solutions of the main time without a verdict: judge them first'),
});
export type Ceremony = z.infer<typeof Ceremony>;
