import { z } from 'zod';
import { boundedCount, NO_ZERO_BYTES, Offset } from '#common.ts';
import { Group } from '#contests.ts';
import { PublicUser } from '#users.ts';

/** People and groups, for the boxes in which a supervisor picks some. */

const Query = z
  .string()
  .max(200)
  .refine(...NO_ZERO_BYTES)
  .default('');

export const UserSearch = z.object({ q: Query, count: boundedCount(10, 200), offset: Offset });
export type UserSearch = z.infer<typeof UserSearch>;
/** `q` repeats the query, so that a page can drop the answer to an earlier one. */
export const FoundUsers = z.object({
  users: z.array(PublicUser),
  q: z.string(),
  usersNumber: z.number().int(),
});
export type FoundUsers = z.infer<typeof FoundUsers>;

export const GroupSearch = z.object({ q: Query, count: boundedCount(20, 200), offset: Offset });
export type GroupSearch = z.infer<typeof GroupSearch>;
export const FoundGroups = z.object({
  groups: z.array(Group.extend({ population: z.number().int().describe('how many are in it') })),
  groupsNumber: z.number().int(),
});
export type FoundGroups = z.infer<typeof FoundGroups>;
