import { z } from 'zod';
import { InstantMs, Locale, looseNumber } from '#common.ts';
import { CeremonyAward, CeremonyQuery } from '#scoreboard/ceremony.ts';

/** The audience's view of a ceremony on any machine, without an account, by a link of the presenter. */

/** Longest text that is looked up as a code. */
const MAX_CODE_LENGTH = 100;
/** Most steps that a ceremony can have, far beyond any contest. */
const MAX_STEPS = 1_000_000;

export const CeremonyLink = z.object({
  expiresAtMs: InstantMs.nullable().describe('null: there is no link'),
  version: z.number().int().nullable().describe('of what it shows; grows with each step'),
});
export type CeremonyLink = z.infer<typeof CeremonyLink>;

export const NewCeremonyLink = z.object({
  code: z.string().describe('end of the address, told this once'),
  expiresAtMs: InstantMs,
});
export type NewCeremonyLink = z.infer<typeof NewCeremonyLink>;

/** The step at which the presenter stands; what it shows is made by the server. */
export const ShowStep = CeremonyQuery.extend({
  locale: Locale.optional().describe('language of titles of problems and awards'),
  step: z.number().int().min(0).max(MAX_STEPS),
  digest: z.string().max(100).describe('of the ceremony that the presenter has'),
  after: z
    .number()
    .int()
    .optional()
    .describe('version that this step follows; refused with CEREMONY_STEP_LATE when another one is shown'),
});
export type ShowStep = z.input<typeof ShowStep>;

export const StepShown = z.object({
  isShown: z.boolean().describe('false: there is no link'),
  version: z.number().int().nullable().describe('of what the link shows now'),
});
export type StepShown = z.infer<typeof StepShown>;

export const CeremonyCode = z.object({ code: z.string().max(MAX_CODE_LENGTH) });
export const CeremonyPictureParams = CeremonyCode.extend({ name: z.string().max(MAX_CODE_LENGTH) });

export const AudienceQuery = z.object({
  after: looseNumber(-1).describe(
    'version that the caller has: the answer waits a while for another one, and is empty without one',
  ),
});

const FramedTeam = z
  .object({
    organization: z.string().nullable(),
    logo: z.string().nullable(),
    photo: z.string().nullable(),
    members: z.array(z.string()),
  })
  .nullable();

const AwardWords = z.object({ kind: CeremonyAward.shape.kind, of: z.string() });

/** All that the hall sees after a step: what is still hidden is not in it. */
export const CeremonyFrame = z.object({
  contest: z.string(),
  problems: z.array(z.string()).describe('indices'),
  rows: z.array(
    z.object({
      key: z.number().int().describe('stays with a row that moves'),
      place: z.number().int().describe('from 0, among the rows of the frame'),
      rank: z.number().int().nullable().describe('as the table stands; null outside of the ranking'),
      name: z.string(),
      cells: z.array(
        z.object({
          state: z.enum(['solved', 'first', 'hidden', 'wrong', 'none']),
          text: z.string(),
          isOpened: z.boolean().describe('by this very step'),
        }),
      ),
      solved: z.number().int(),
      penaltyMin: z.number().int(),
      isLooked: z.boolean(),
      isSettled: z.boolean(),
    }),
  ),
  honoured: z
    .object({
      name: z.string(),
      rank: z.number().int().nullable(),
      team: FramedTeam,
      awards: z.array(AwardWords),
    })
    .nullable(),
  slide: z
    .object({ award: AwardWords, citation: z.string(), names: z.array(z.string()), team: FramedTeam })
    .nullable(),
});
export type CeremonyFrame = z.infer<typeof CeremonyFrame>;

export const AudienceView = z.object({
  version: z.number().int(),
  frame: CeremonyFrame.nullable().describe('null: the ceremony has not begun'),
});
export type AudienceView = z.infer<typeof AudienceView>;
