import { z } from 'zod';
import { failure, Id, InstantMs } from '#common.ts';
import { Group } from '#contests.ts';

/** Access masks as sent in `accessGroup.mask`. */
const AccessGroup = z.object({ mask: z.number().int(), name: z.string() });

/** Where a team comes from. */
export const ShownOrganization = z.object({
  name: z.string(),
  formalName: z.string().describe('in full; empty: as `name`'),
  country: z.string().nullable().describe('ISO 3166-1 alpha-3'),
  logo: z.string().nullable().describe('where the picture is'),
});
export type ShownOrganization = z.infer<typeof ShownOrganization>;

/** Public fields of a person: never e-mail or activity. */
export const PublicUser = z.object({
  id: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string().describe('first and last name, without them the username, or the name of the team'),
  accessGroup: AccessGroup,
  isAdmin: z.boolean(),
  isModerator: z.boolean(),
  isSupervisor: z.boolean(),
  /** Absent when unrated. */
  rating: z.number().optional(),
  organization: ShownOrganization.optional().describe('of a team, in tables'),
});
export type PublicUser = z.infer<typeof PublicUser>;

/** Member who sent something for a team, shown to the team and to supervisors. */
export const Sender = z.object({
  id: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export type Sender = z.infer<typeof Sender>;

/** The signed-in person about themselves. */
export const OwnUser = PublicUser.extend({
  rating: z.number().optional().describe('in the first of the groups that has one; absent when unrated'),
  groups: z.array(Group).describe('by name'),
  email: z.string().nullable(),
  pendingEmail: z.string().nullable().describe('given, but not confirmed yet'),
  password: z.literal('********').describe('a fixed placeholder, never a secret'),
  registerTimeMs: z.number(),
  lastLoggedTimeMs: z.number().nullable(),
  recentActivityTimeMs: z.number().nullable(),
  confinedTo: z
    .array(z.object({ id: Id, name: z.string(), untilMs: InstantMs }))
    .optional()
    .describe('running contests that close all else to the person; absent for none'),
  teams: z
    .array(z.object({ id: Id, username: z.string(), name: z.string() }))
    .optional()
    .describe('teams for which the person may act in contests; absent for none'),
});
export type OwnUser = z.infer<typeof OwnUser>;

export const MeQuery = z.object({ fields: z.string().optional().describe('comma list: only these fields') });

/** `login` is the older client's spelling; either may hold a username or an e-mail, and the other be empty. */
export const SignIn = z
  .object({
    username: z.string().trim().max(200).optional(),
    login: z.string().trim().max(200).optional(),
    password: z.string().min(1).max(1000),
  })
  .refine(({ username, login }) => username || login, {
    path: ['username'],
    ...failure('is required', { kind: 'required' }),
    // Also beside another fault, so that a form shows both at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .transform(({ username, login, password }) => ({ login: (username || login) as string, password }));

/** The token works in the `X-Token` header for programs; browsers use the httpOnly cookie. */
export const SignInReply = z.object({ token: z.string() });
