import { z } from 'zod';
import { Id, InstantMs, NO_ZERO_BYTES } from '#common.ts';
import { Group } from '#contests.ts';
import { SystemType } from '#problems/problems.ts';
import { MAX_FOUND_QUERY } from '#site/admin-search-rules.ts';
import { PublicUser } from '#users.ts';

/** Search over everything that a supervisor may open: a few finds of each kind, the likeliest first. */

export const AdminSearchQuery = z.object({
  q: z
    .string()
    .max(MAX_FOUND_QUERY)
    .refine(...NO_ZERO_BYTES)
    .default('')
    .describe('every word must occur; a number also finds what has it as its id'),
});

export const FoundContest = z.object({
  id: Id,
  name: z.string(),
  startTimeMs: InstantMs,
  durationTimeMs: z.number(),
  isRemoved: z.boolean(),
});
export const FoundPerson = PublicUser.pick({ id: true, username: true, fullName: true, accessGroup: true });
export const FoundProblem = z.object({
  id: Id,
  title: z.string().describe('in the language of the reader, if there is such a statement'),
  systemType: SystemType,
  foreignProblemIdentifier: z.string().nullable(),
});
export const FoundSolution = z.object({
  id: Id,
  contestId: Id,
  contestName: z.string(),
  problemTitle: z.string(),
  author: z.string(),
});

/** `q` repeats the query, so that a page can drop the answer to an earlier one. */
export const AdminSearch = z.object({
  q: z.string(),
  contests: z.array(FoundContest),
  people: z.array(FoundPerson),
  groups: z.array(Group.pick({ id: true, name: true, color: true })),
  problems: z.array(FoundProblem),
  solutions: z.array(FoundSolution),
});
export type AdminSearch = z.infer<typeof AdminSearch>;
