import {
  MAX_FOREIGN_ID,
  MAX_FORMAL_NAME,
  MAX_ORGANIZATION_NAME,
  MAX_SEAT,
  MAX_TEAM_NAME,
} from '@balloon/contracts/people/team-limits.ts';
import { z } from 'zod';

/** Text as files write it: numbers are ids, too, and null is nothing. */
const text = (max: number) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => String(value ?? '').trim())
    .pipe(z.string().max(max));
/** Message about a field that has to be there and is not. */
export const IS_MISSING = 'is required';
const needed = (max: number) => text(max).pipe(z.string().min(1, IS_MISSING));
const id = needed(MAX_FOREIGN_ID);

/* Entries of the ICPC's files; other fields are passed over. */

export const OrganizationRecord = z
  .object({
    id,
    name: needed(MAX_FORMAL_NAME),
    short_name: text(MAX_ORGANIZATION_NAME),
    formal_name: text(MAX_FORMAL_NAME),
    country: text(3).pipe(
      z.union([z.literal(''), z.string().regex(/^[A-Z]{3}$/, 'must be three letters such as KAZ')]),
    ),
  })
  .transform(({ id, name, short_name, formal_name, country }) => ({
    ...{ id, formalName: formal_name || name, country: country || null },
    name: (short_name || name).slice(0, MAX_ORGANIZATION_NAME),
  }));
export type OrganizationRecord = z.infer<typeof OrganizationRecord>;

export const GroupRecord = z.object({ id, name: needed(200) });
export type GroupRecord = z.infer<typeof GroupRecord>;

const ids = z
  .array(z.union([z.string(), z.number()]))
  .max(50)
  .nullish()
  .transform((list) => (list ?? []).map(String));

export const TeamRecord = z
  .object({
    id,
    name: needed(MAX_TEAM_NAME),
    display_name: text(MAX_TEAM_NAME),
    label: text(MAX_SEAT),
    seat: text(MAX_SEAT),
    organization_id: text(MAX_FOREIGN_ID),
    group_ids: ids,
  })
  .transform((team) => ({
    ...{ id: team.id, name: team.display_name || team.name, seat: team.seat || team.label },
    ...{ organizationId: team.organization_id || null, groupIds: team.group_ids },
  }));
export type TeamRecord = z.infer<typeof TeamRecord>;

export const AccountRecord = z
  .object({
    id: text(MAX_FOREIGN_ID),
    username: needed(200).pipe(z.string().regex(/^\S+$/, 'must have no blanks')),
    password: text(200),
    type: text(20),
    team_id: text(MAX_FOREIGN_ID),
    name: text(200),
  })
  .transform(({ team_id, ...account }) => ({ ...account, teamId: team_id || null }));
export type AccountRecord = z.infer<typeof AccountRecord>;

/** Entries of a file with where they stand, before they are looked at beside each other. */
export interface TeamRecords {
  organizations: OrganizationRecord[];
  groups: GroupRecord[];
  teams: TeamRecord[];
  accounts: AccountRecord[];
}
