import { z } from 'zod';
import { boundedCount, Offset } from './common.ts';
import { Group } from './contests.ts';
import { PublicUser } from './users.ts';

/** People and groups, for the boxes in which a supervisor picks some. */

const Query = z
  .string()
  .max(200)
  .refine((text) => !text.includes('\u0000'), 'must be text')
  .default('');

export const UserSearch = z.object({ q: Query, count: boundedCount(10, 200), offset: Offset });
export type UserSearch = z.infer<typeof UserSearch>;
/** `q` as it was asked: a page drops the answer to a question that it has moved on from. */
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
