import { z } from 'zod';
import { Id, InstantMs, NO_ZERO_BYTES } from '#common.ts';
import { MAX_ADJUSTMENT_REASON } from '#contests/control-limits.ts';
import { WINDOW_STATES } from '#contests/window-states.ts';
import { PublicUser } from '#users.ts';

/* Windows that participants of a floating contest start by themselves, for its supervisors. */

/** How many participants have not started, run and have ended. */
export const WindowCounts = z.object({
  waiting: z.number().int().describe('have not started'),
  running: z.number().int(),
  ended: z.number().int(),
  lastStartMs: InstantMs.nullable().describe('newest start of anybody; null: nobody has started'),
});
export type WindowCounts = z.infer<typeof WindowCounts>;

export const OwnWindow = z.object({
  user: PublicUser,
  startedAtMs: InstantMs.nullable().describe('null: not yet'),
  endTimeMs: InstantMs.nullable().describe('with extra time; null: not started'),
  extraTimeMs: InstantMs.describe('0: none'),
  solutionsNumber: z.number().int().describe('sent since the start'),
  changesNumber: z.number().int().describe('how often organisers changed it'),
  isOnline: z.boolean().describe('has a page of the contest open'),
});
export type OwnWindow = z.infer<typeof OwnWindow>;

export const WindowsQuery = z.object({
  state: z.enum(['all', ...WINDOW_STATES]).default('all'),
  q: z
    .string()
    .max(200)
    .refine(...NO_ZERO_BYTES)
    .default('')
    .describe('words of the name'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});
export type WindowsQuery = z.infer<typeof WindowsQuery>;

export const ContestWindows = z.object({
  contest: z.object({
    id: Id,
    name: z.string(),
    revision: z.number().int(),
    startTimeMs: InstantMs.describe('start of the period'),
    durationTimeMs: InstantMs.describe('length of the period'),
    windowTimeMs: InstantMs.nullable().describe('null: all start together, and there are no windows'),
  }),
  counts: WindowCounts.describe('of all participants'),
  windows: z
    .array(OwnWindow)
    .describe('those that run by their end, then those who have not started, then the ended ones'),
  windowsNumber: z.number().int().describe('on all pages'),
  pageSize: z.number().int(),
});
export type ContestWindows = z.infer<typeof ContestWindows>;

export const WindowParams = z.object({ contestId: Id, userId: Id });

/** Start of one participant as a supervisor sets it. */
export const SetStart = z.object({
  startedAtMs: InstantMs.nullable().describe('null takes the start back'),
  readStartedAtMs: InstantMs.nullable().describe(
    'start that the screen showed; another one is answered with 409',
  ),
  reason: z
    .string()
    .trim()
    .min(1)
    .max(MAX_ADJUSTMENT_REASON)
    .refine(...NO_ZERO_BYTES)
    .describe('for the jury'),
});
export type SetStart = z.infer<typeof SetStart>;
