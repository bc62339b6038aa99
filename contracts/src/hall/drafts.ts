import { z } from 'zod';
import { atMostBytes, Id, InstantMs, NO_ZERO_BYTES } from '#common.ts';
import { MAX_SOURCE_BYTES } from '#judging/solution-limits.ts';
import { SymbolIndex } from '#problems/problems.ts';
import { PublicUser } from '#users.ts';

/* Drafts that a contest keeps as evidence, and their timeline for supervisors. */

export const KeepDraft = z.object({
  symbolIndex: SymbolIndex,
  languageId: Id.nullable(),
  source: z
    .string()
    .refine(...NO_ZERO_BYTES)
    .refine(...atMostBytes(MAX_SOURCE_BYTES)),
  insertedAtOnce: z
    .number()
    .int()
    .min(0)
    .max(MAX_SOURCE_BYTES)
    .describe('most characters that one edit brought since the snapshot before'),
});
export type KeepDraft = z.infer<typeof KeepDraft>;
export const DraftKept = z.object({
  isKept: z.boolean().describe('false: the contest keeps none now, or the last one was a moment ago'),
});
export type DraftKept = z.infer<typeof DraftKept>;

export const DraftRow = z.object({
  userId: Id,
  symbolIndex: z.string(),
  snapshots: z.number().int(),
  firstAtMs: InstantMs,
  lastAtMs: InstantMs,
  characters: z.number().int().describe('of the last one'),
  insertedAtOnce: z.number().int().describe('most characters that one edit brought, as the page tells'),
  memberIds: z.array(Id).describe('members of a team who wrote; empty: the account itself did'),
});
export type DraftRow = z.infer<typeof DraftRow>;

const DraftContest = z.object({
  id: Id,
  name: z.string(),
  startTimeMs: InstantMs.describe('in a timeline that of the participant'),
  keepsDrafts: z.boolean(),
  keptUntilMs: InstantMs.describe('when they are removed'),
});

export const ContestDrafts = z.object({
  contest: DraftContest,
  people: z.array(PublicUser),
  drafts: z.array(DraftRow).describe('of each participant and problem with a snapshot'),
});
export type ContestDrafts = z.infer<typeof ContestDrafts>;

export const DraftParams = z.object({ contestId: Id, userId: Id, symbolIndex: SymbolIndex });

export const DraftStep = z.object({
  takenAtMs: InstantMs,
  memberId: Id.optional().describe('who of a team wrote; absent: the account itself'),
  languageName: z.string().nullable(),
  characters: z.number().int(),
  newLines: z.number().int().describe('that the snapshot before does not have'),
  goneLines: z.number().int(),
  block: z
    .object({ fromLine: z.number().int(), lines: z.number().int(), characters: z.number().int() })
    .nullable()
    .describe('most new lines one after the other'),
  isLargeBlock: z.boolean().describe('whether it is rather pasted than typed'),
  insertedAtOnce: z.number().int(),
});
export type DraftStep = z.infer<typeof DraftStep>;

export const DraftTimeline = z.object({
  contest: DraftContest,
  author: PublicUser,
  problem: z.object({ symbolIndex: z.string(), title: z.string() }),
  steps: z.array(DraftStep).describe('oldest first'),
  members: z.array(PublicUser).describe('of a team, who wrote'),
  solutions: z.array(
    z.object({
      id: Id,
      sentAtMs: InstantMs,
      verdictId: Id.nullable(),
      memberId: Id.optional().describe('who of a team sent it; absent: the account itself'),
    }),
  ),
});
export type DraftTimeline = z.infer<typeof DraftTimeline>;

export const DraftStepParams = DraftParams.extend({ takenAtMs: z.coerce.number().int().min(0).max(1e15) });
export const DraftStepQuery = z.object({
  memberId: z.coerce
    .number()
    .int()
    .min(0)
    .max(2_147_483_647)
    .default(0)
    .describe('who of a team wrote; 0: the account itself'),
});
export const ComparedDrafts = z.object({
  takenAtMs: InstantMs,
  source: z.string(),
  newLines: z.array(z.number().int()).describe('numbers of its lines that the one before does not have'),
  before: z
    .object({ takenAtMs: InstantMs, source: z.string(), goneLines: z.array(z.number().int()) })
    .nullable(),
});
export type ComparedDrafts = z.infer<typeof ComparedDrafts>;
