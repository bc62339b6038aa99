import { z } from 'zod';
import { boundedCount, Id, InstantMs, Offset } from '#common.ts';
import { Group } from '#contests.ts';
import { Email, NewPassword, Session, Username } from '#people/account.ts';
import { MAX_FIELD_LENGTH } from '#people/account-rules.ts';
import { PublicUser } from '#users.ts';

/** People, whom supervisors manage. Calls for boxes in which a person is picked are in directory.ts. */

const Text = z
  .string()
  .max(MAX_FIELD_LENGTH)
  .refine((text) => !text.includes('\u0000'), 'must be text');
const Name = Text.trim();
const Version = z.coerce.number().int().positive().max(2_147_483_647);
const Flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const Instant = z.coerce.number().int().min(0).max(8_640_000_000_000_000);

export const MASKS = [256, 1024, 4096] as const;
/** Select boxes of older clients send text. */
const Mask = z.coerce
  .number<number | string>()
  .refine((mask) => [16, ...MASKS].includes(mask), 'must be 256, 1024 or 4096');

/** Older clients send null or an empty text for none. */
const OptionalEmail = z.union([z.literal(''), z.null(), Email]).transform((email) => email || null);

/** Person as shown to supervisors. */
export const AdminUser = PublicUser.extend({
  email: z.string().nullable(),
  groups: z.array(Group).describe('by name; moderators learn of their own groups only'),
  isBan: z.boolean(),
  banReason: z.string().nullable(),
  bannedAtMs: InstantMs.nullable(),
  registerTimeMs: InstantMs,
  lastLoggedTimeMs: InstantMs.nullable(),
  recentActivityTimeMs: InstantMs.nullable(),
  hasPassword: z.boolean(),
  version: z.number().int().describe('sent back with an edit'),
  canEdit: z.boolean().describe('whether the reader may edit this person'),
  canControl: z
    .boolean()
    .describe('whether the reader may also change username, e-mail and password, ban and sign out'),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const PEOPLE_SORTS = ['role', 'name', 'newest', 'activity'] as const;

/** Filters of the list of people; an absent filter matches everybody. */
export const PeopleQuery = z.object({
  q: Text.default('').describe('parts of first name, last name and username; every word must occur'),
  groupId: z
    .union([z.literal('0').transform(() => 0), z.literal(0), Id])
    .optional()
    .describe('0: in no group'),
  accessGroup: Mask.optional(),
  isBanned: Flag.optional(),
  activeFromMs: Instant.optional().describe('seen at or after this moment'),
  activeToMs: Instant.optional().describe('seen before this moment, or never'),
  neverSignedIn: Flag.optional(),
  sort: z.enum(PEOPLE_SORTS).default('role'),
});
export type PeopleQuery = z.infer<typeof PeopleQuery>;
export const PeopleListQuery = PeopleQuery.extend({ count: boundedCount(10, 200), offset: Offset });
export type PeopleListQuery = z.infer<typeof PeopleListQuery>;
/** Separator of the file; spreadsheets in Russian expect a semicolon. */
export const PeopleExportQuery = PeopleQuery.omit({ sort: true }).extend({
  separator: z.enum([';', ',', '\t']).default(';'),
});
export const PeopleList = z.object({
  users: z.array(AdminUser),
  q: z.string(),
  usersNumber: z.number().int(),
});
export type PeopleList = z.infer<typeof PeopleList>;

/** New account. A missing username or password is generated; the password is in this answer only. */
export const NewUser = z.object({
  username: z.union([z.literal(''), Username]).optional(),
  password: Text.optional(),
  firstName: Name.default(''),
  lastName: Name.default(''),
  email: OptionalEmail.default(null),
  groupIds: z.array(Id).max(1000).default([]),
  accessGroup: Mask.default(256).describe('other than 256: by admins only'),
});
export type NewUser = z.infer<typeof NewUser>;

/** Fields that are absent stay as they are; `groupIds` replaces the groups, an empty password keeps the present one. */
export const EditUser = z.object({
  username: Username.optional(),
  password: z.union([z.literal(''), NewPassword]).nullish(),
  firstName: Name.optional(),
  lastName: Name.optional(),
  email: OptionalEmail.optional(),
  groupIds: z.array(Id).max(1000).optional(),
  accessGroup: Mask.optional(),
  version: Version.optional(),
});
export type EditUser = z.infer<typeof EditUser>;

/** `password` is a generated one: it is shown in this answer and never again. */
export const CreatedUser = AdminUser.extend({ generatedPassword: z.string().nullable() });
export type CreatedUser = z.infer<typeof CreatedUser>;
export const GeneratedPassword = z.object({ username: z.string(), password: z.string() });
export type GeneratedPassword = z.infer<typeof GeneratedPassword>;

/** People chosen in a list. */
export const ChosenUsers = z.object({
  userIds: z
    .array(Id)
    .min(1)
    .max(2000)
    .transform((ids) => [...new Set(ids)]),
});
export type ChosenUsers = z.infer<typeof ChosenUsers>;
/** Passwords of several people, for printing: shown in this answer and never again. */
export const GeneratedPasswords = z.array(
  GeneratedPassword.extend({ userId: Id, firstName: z.string(), lastName: z.string() }),
);
export type GeneratedPasswords = z.infer<typeof GeneratedPasswords>;
export const DeletedUsers = z.object({ deleted: z.number().int() });

export const BanUser = z
  .object({ reason: z.string().trim().max(500).default('') })
  .nullish()
  .transform((body) => ({ reason: body?.reason ?? '' }));

/** People who are banned together, all for one reason. */
export const BanUsers = ChosenUsers.extend({ reason: z.string().trim().max(500).default('') });

/** Numbers of what stays under the person's name when an account is deleted. */
export const UserDeletion = z.object({
  solutions: z.number().int(),
  contests: z.number().int(),
  ratings: z.number().int(),
  messages: z.number().int().describe('of the chat'),
  sessions: z.number().int().describe('places where the person is signed in now'),
  canDelete: z.boolean(),
});
export type UserDeletion = z.infer<typeof UserDeletion>;

export const SessionsOfUser = z.array(Session);
export const UserSessionParams = z.object({ userId: Id, sessionId: Id });
export const UsernameQuery = z.object({ firstName: Name.default(''), lastName: Name.default('') });
/** Free username for a person; empty when the names have no letters. */
export const SuggestedUsername = z.object({ username: z.string() });
