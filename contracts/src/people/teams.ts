import { z } from 'zod';
import { boundedCount, Id, NO_ZERO_BYTES, Offset } from '#common.ts';
import {
  MAX_COACH,
  MAX_FOREIGN_ID,
  MAX_FORMAL_NAME,
  MAX_MEMBER_NAME,
  MAX_MEMBERS,
  MAX_ORGANIZATION_NAME,
  MAX_SEAT,
  MAX_TEAM_NAME,
  ORGANIZATIONS_PAGE_SIZE,
} from '#people/team-limits.ts';
import { ShownOrganization } from '#users.ts';

/* Teams and where they come from, as supervisors manage them. */

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(...NO_ZERO_BYTES);
const name = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'is required')
    .max(max)
    .refine(...NO_ZERO_BYTES);
/** Forms send an empty text for none. */
const ForeignId = text(MAX_FOREIGN_ID)
  .nullish()
  .transform((id) => id || null)
  .describe('id that another system gave');
const Picture = z
  .string()
  .max(200)
  .nullish()
  .transform((link) => link || null)
  .describe('`link` of `POST /upload/image`');

export const SaveOrganization = z.object({
  name: name(MAX_ORGANIZATION_NAME).describe('as tables show it'),
  formalName: text(MAX_FORMAL_NAME).default('').describe('in full'),
  country: z
    .union([z.literal(''), z.null(), z.string().regex(/^[A-Z]{3}$/, 'must be three letters such as KAZ')])
    .optional()
    .transform((country) => country || null)
    .describe('ISO 3166-1 alpha-3'),
  logo: Picture,
  foreignId: ForeignId,
  version: z.coerce.number().int().positive().max(2_147_483_647).optional(),
});
export type SaveOrganization = z.infer<typeof SaveOrganization>;

export const Organization = ShownOrganization.extend({
  id: Id,
  foreignId: z.string().nullable(),
  version: z.number().int().describe('sent back with an edit'),
  teamsNumber: z.number().int(),
});
export type Organization = z.infer<typeof Organization>;

export const OrganizationParams = z.object({ organizationId: Id });

export const OrganizationSearch = z.object({
  q: z
    .string()
    .max(200)
    .refine(...NO_ZERO_BYTES)
    .default('')
    .describe('words, each of which occurs in a name, the country or the foreign id'),
  count: boundedCount(ORGANIZATIONS_PAGE_SIZE, 200),
  offset: Offset,
});
export type OrganizationSearch = z.infer<typeof OrganizationSearch>;
export const FoundOrganizations = z.object({
  organizations: z.array(Organization).describe('by name'),
  organizationsNumber: z.number().int(),
});
export type FoundOrganizations = z.infer<typeof FoundOrganizations>;

/** A new profile replaces the former one, its people included. */
export const SaveTeam = z.object({
  name: name(MAX_TEAM_NAME).describe('shown instead of the first and last name of the account'),
  organizationId: Id.nullish().transform((id) => id ?? null),
  seat: text(MAX_SEAT).default(''),
  coach: text(MAX_COACH).default(''),
  photo: Picture,
  foreignId: ForeignId,
  members: z
    .array(
      z.object({
        name: name(MAX_MEMBER_NAME),
        username: text(200).default('').describe('of the member’s own account; empty: without one'),
      }),
    )
    .max(MAX_MEMBERS)
    .default([]),
  version: z.coerce
    .number()
    .int()
    .nonnegative()
    .max(2_147_483_647)
    .optional()
    .describe('of the profile that was read, 0 where there was none'),
});
export type SaveTeam = z.infer<typeof SaveTeam>;

export const Team = z.object({
  name: z.string(),
  organization: Organization.nullable(),
  seat: z.string(),
  coach: z.string(),
  photo: z.string().nullable().describe('where the picture is'),
  foreignId: z.string().nullable(),
  version: z.number().int().describe('sent back with an edit'),
  members: z.array(
    z.object({
      name: z.string(),
      accountId: Id.nullable(),
      username: z
        .string()
        .nullable()
        .describe('null without an account, and of one that the reader may not know'),
    }),
  ),
});
export type Team = z.infer<typeof Team>;
export const TeamOfUser = z.object({ team: Team.nullable().describe('null: the account is a person’s') });
export type TeamOfUser = z.infer<typeof TeamOfUser>;
