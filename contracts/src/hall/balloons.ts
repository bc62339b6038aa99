import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';
import { ContestParams } from '#contests.ts';
import { MAX_UNTIL_NUMBER } from '#hall/balloon-limits.ts';
import { PublicUser } from '#users.ts';

/* Balloons for runners. The screen of a contest is one object for all who carry there. */

export const BALLOON_STATES = ['waiting', 'taken', 'delivered', 'cancelled', 'withdrawn'] as const;

export const CarriedBalloon = z.object({
  userId: Id.describe('participant'),
  problemId: Id,
  state: z
    .enum(BALLOON_STATES)
    .describe(
      'cancelled: taken when the solve was taken back; withdrawn: delivered before the solve was taken back',
    ),
  solvedAfterMs: z.number().int().nullable().describe('contest time; null without a solve'),
  isFirstSolve: z.boolean().describe('first solve of the problem'),
  runnerId: Id.nullable().describe('null while waiting, and when the account is gone'),
  takenAtMs: InstantMs.nullable(),
  deliveredAtMs: InstantMs.nullable(),
});
export type CarriedBalloon = z.infer<typeof CarriedBalloon>;

export const BalloonTeam = z.object({
  userId: Id,
  name: z.string(),
  username: z.string(),
  seat: z.string().nullable(),
  organization: z.string().nullable(),
});
export type BalloonTeam = z.infer<typeof BalloonTeam>;

export const BalloonProblem = z.object({ problemId: Id, symbolIndex: z.string(), color: z.string() });
export type BalloonProblem = z.infer<typeof BalloonProblem>;

export const BalloonRules = z.object({
  inFreeze: z.enum(['no', 'until', 'yes']).describe('whether balloons are given for solves in the freeze'),
  untilNumber: z
    .number()
    .int()
    .min(1)
    .max(MAX_UNTIL_NUMBER)
    .describe('with `until`: number of balloons up to which a participant gets them in the freeze'),
});
export type BalloonRules = z.infer<typeof BalloonRules>;

export const BalloonQueue = z.object({
  contest: z.object({ id: Id, name: z.string() }),
  rules: BalloonRules,
  isFrozen: z.boolean(),
  problems: z.array(BalloonProblem),
  teams: z.array(BalloonTeam),
  runners: z.array(z.object({ userId: Id, name: z.string() })),
  balloons: z.array(CarriedBalloon).describe('by the time of the solve; those without one come first'),
});
export type BalloonQueue = z.infer<typeof BalloonQueue>;

export const BALLOON_ACTIONS = ['take', 'giveBack', 'deliver', 'undeliver', 'collect'] as const;
export type BalloonAction = (typeof BALLOON_ACTIONS)[number];

export const BalloonParams = ContestParams.extend({ userId: Id, problemId: Id });
export const CarryBalloon = z.object({
  action: z
    .enum(BALLOON_ACTIONS)
    .describe('collect: bring back one that was delivered before the solve was taken back'),
});

export const BalloonSettings = z.object({ rules: BalloonRules, runners: z.array(PublicUser) });
export type BalloonSettings = z.infer<typeof BalloonSettings>;

export const AddRunner = z.object({ userId: Id });
export const RunnerParams = ContestParams.extend({ userId: Id });
