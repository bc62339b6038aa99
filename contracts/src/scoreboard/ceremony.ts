import { z } from 'zod';
import { Id, NO_ZERO_BYTES } from '#common.ts';
import { ContestParams } from '#contests.ts';

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
  kind: z.enum([
    ...['winner', 'gold', 'silver', 'bronze', 'firstToSolve', 'groupWinner'],
    ...['highestHonors', 'highHonors', 'honors', 'honorable', 'byHand'],
  ] as const),
  of: z.number().int().nullable().describe('position of the problem, the group, or the award by hand'),
  group: z.string().optional().describe('name of the group that was won'),
  title: z.string().optional().describe('of an award by hand'),
  citation: z.string().optional().describe('what an award by hand is given for'),
  userIds: z.array(Id),
  names: z
    .array(z.string())
    .optional()
    .describe('of who gets an award by hand, who may have no row in the table'),
});
export type CeremonyAward = z.infer<typeof CeremonyAward>;

/** What the hall sees of a team when it is honoured. */
const CeremonyTeam = z.object({
  organization: z.string().nullable(),
  logo: z.string().nullable(),
  photo: z.string().nullable(),
  members: z.array(z.string()),
});
export type CeremonyTeam = z.infer<typeof CeremonyTeam>;

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
        team: CeremonyTeam.nullable().describe('null: a person'),
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
  digest: z.string().describe('of all of this: changes when a step would show something else'),
});
export type Ceremony = z.infer<typeof Ceremony>;

/* Awards of a contest, for its supervisors. */

const awardText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(...NO_ZERO_BYTES);

/** Most teams that share an award by hand. */
const MAX_AWARDED = 500;

/** Award by hand as supervisors write it. */
export const SaveAward = z
  .object({
    titleRu: awardText(200).default(''),
    titleEn: awardText(200).default(''),
    citation: awardText(500).default('').describe('what it is given for'),
    userIds: z.array(Id).min(1).max(MAX_AWARDED).describe('participants of the contest'),
  })
  .refine(({ titleRu, titleEn }) => titleRu !== '' || titleEn !== '', {
    path: ['titleRu'],
    error: 'Give a title in Russian, in English, or in both',
  });
export type SaveAward = z.infer<typeof SaveAward>;

export const AwardParams = ContestParams.extend({ awardId: Id });

export const ContestAwards = z.object({
  contest: z.object({ id: Id, name: z.string() }),
  isOver: z.boolean().describe('false: awards of the table are not known yet'),
  isFinal: z.boolean().describe('awards by hand stay as they are'),
  people: z
    .array(z.object({ userId: Id, name: z.string() }))
    .describe('who may get an award by hand, by name'),
  awards: z.array(
    z.object({
      id: z
        .string()
        .describe(
          'as the ICPC names it: winner, gold-medal, rank-1, group-winner-3 (or the id of the group in another system)',
        ),
      kind: CeremonyAward.shape.kind.or(z.literal('rank')),
      of: z.number().int().nullable(),
      name: z.string().describe('of the problem, the group or the award by hand; else empty'),
      userIds: z.array(Id),
    }),
  ),
  byHand: z.array(
    z.object({
      id: Id,
      titleRu: z.string(),
      titleEn: z.string(),
      citation: z.string(),
      userIds: z.array(Id),
    }),
  ),
});
export type ContestAwards = z.infer<typeof ContestAwards>;
