import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';

/** Virtual participation: somebody takes part in a contest after it ended, by a clock of their own. */

/** Longest time between asking for a virtual participation and its start. */
export const MAX_VIRTUAL_DELAY_MIN = 24 * 60;

const VirtualRun = z.object({
  contestId: Id.describe('the contest by which the person takes part virtually'),
  startTimeMs: InstantMs,
  durationTimeMs: InstantMs,
  acceptedSolutions: z.number().int().describe('solved problems within the main time'),
});

/** What a person may do virtually in a contest, and has done. */
export const VirtualStanding = z.object({
  isAllowed: z.boolean().describe('whether one can begin now; false while one runs'),
  durationTimeMs: InstantMs.describe('how long it lasts'),
  runs: z.array(VirtualRun).describe('own participations, newest first'),
});
export type VirtualStanding = z.infer<typeof VirtualStanding>;

export const StartVirtual = z.preprocess(
  (body) => body ?? {},
  z.object({
    delayMin: z
      .number()
      .int()
      .min(0)
      .max(MAX_VIRTUAL_DELAY_MIN)
      .default(0)
      .describe('minutes until it begins'),
  }),
);
export const VirtualStarted = z.object({ contestId: Id, startTimeMs: InstantMs });
export type VirtualStarted = z.infer<typeof VirtualStarted>;
