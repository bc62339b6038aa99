import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';

/** Steps from an empty site to a running contest, in their order. */
export const FirstStep = z.enum(['people', 'problems', 'contest', 'go']);
export type FirstStep = z.infer<typeof FirstStep>;

/** How far a new site is. Each step is ticked by the data; moderators are told about what they may see. */
export const FirstRun = z.object({
  steps: z.array(
    z.object({
      step: FirstStep,
      isDone: z.boolean(),
      isAllowed: z.boolean().describe('false: another role does it'),
    }),
  ),
  isDone: z.boolean(),
  isHidden: z.boolean().describe('the caller does not want to be led here any more'),
  nextContest: z
    .object({ id: Id, name: z.string(), startTimeMs: InstantMs })
    .nullable()
    .describe('with problems: the one that runs, otherwise the next to start'),
});
export type FirstRun = z.infer<typeof FirstRun>;
