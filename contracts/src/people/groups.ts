import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';
import { Group } from '#contests.ts';
import { MAX_GROUP_NAME, RATING_FORMULAS } from '#people/group-limits.ts';
import { PublicUser } from '#users.ts';

/** Groups of people, which supervisors manage. Register links are in group-links.ts. */

/** Largest number of people in one request. */
const MAX_IDS = 20_000;

const Ids = z.array(Id).max(MAX_IDS);
/** Version that the client read; without it the edit overwrites what others saved meanwhile. */
const ReadVersion = z.coerce.number().int().positive().max(2_147_483_647).optional();

/** Fields of a new or changed group. `userIds` replaces the members; without it the members stay. */
export const SaveGroup = z.object({
  name: z.string().trim().min(1, 'is required').max(MAX_GROUP_NAME),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #EF9A9A')
    .optional()
    .describe('as before if absent, #EF9A9A for a new group'),
  userIds: Ids.optional(),
  ratingFormula: z.enum(RATING_FORMULAS).optional().describe('as before if absent'),
  ratesSilent: z.boolean().optional().describe('whether people who joined and sent nothing are rated'),
  version: ReadVersion,
});
export type SaveGroup = z.infer<typeof SaveGroup>;

/** People to add and to remove. Unknown names are returned as `unknownUsernames`; the others are added. */
export const ChangeMembers = z.object({
  add: Ids.default([]),
  addUsernames: z.array(z.string().trim().min(1).max(200)).max(MAX_IDS).default([]),
  remove: Ids.default([]),
});
export type ChangeMembers = z.infer<typeof ChangeMembers>;
export const ChangedMembers = z.object({
  added: z.number().int(),
  removed: z.number().int(),
  unknownUsernames: z.array(z.string()),
  population: z.number().int(),
  version: z.number().int(),
});
export type ChangedMembers = z.infer<typeof ChangedMembers>;

export const SavedGroup = Group.extend({
  version: z.number().int().describe('sent back with an edit'),
  population: z.number().int().describe('how many are in it'),
  ratingFormula: z.enum(RATING_FORMULAS),
  ratesSilent: z.boolean(),
});
export type SavedGroup = z.infer<typeof SavedGroup>;

/** Contest in which a group takes part. */
const GroupContest = z.object({
  id: Id,
  name: z.string(),
  startTimeMs: InstantMs,
  durationTimeMs: z.number().int(),
});

export const GroupPage = z.object({
  group: SavedGroup,
  users: z.array(PublicUser).describe('by last name; of admins, admins learn only'),
  contests: z.array(GroupContest).describe('the newest hundred'),
  contestsNumber: z.number().int(),
  canDelete: z.boolean().describe('whether the reader’s role allows it'),
});
export type GroupPage = z.infer<typeof GroupPage>;

/** Effects of deleting a group. */
export const GroupDeletion = z.object({
  members: z.number().int(),
  contests: z.number().int(),
  onlyGroupOf: z
    .array(z.object({ id: Id, name: z.string() }))
    .describe('contests that would be open to everybody: while there are any, the group stays'),
  ratings: z.number().int().describe('rated results that are lost'),
  news: z.number().int().describe('news that only admins would see'),
  links: z.number().int().describe('register links that end'),
  canDelete: z.boolean(),
});
export type GroupDeletion = z.infer<typeof GroupDeletion>;
