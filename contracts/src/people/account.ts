import { z } from 'zod';
import { failure, Id, InstantMs, LOCALES, sameAs } from '#common.ts';
import {
  EMAIL_PATTERN,
  hasPlainLetters,
  hasVisibleSign,
  MAX_FIELD_LENGTH,
  MIN_PASSWORD_LENGTH,
  mixesAlphabets,
  OWN_NAME_PATTERN,
  stacksMarks,
  USERNAME_PATTERN,
} from '#people/account-rules.ts';

const TOO_LONG = `must have at most ${MAX_FIELD_LENGTH} characters`;

/** A usual address pattern, as it is stored: without spaces around it and in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_FIELD_LENGTH, TOO_LONG)
  .regex(EMAIL_PATTERN, 'must be an e-mail address');

export const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_FIELD_LENGTH, TOO_LONG);

const Key = z.string().trim().min(1).max(200);

/** `ru` and `en` of older clients mean the locale of that language; anything else leaves it to the browser. */
const Language = z
  .string()
  .optional()
  .catch(undefined)
  .transform((text) => LOCALES.find((locale) => text && locale.startsWith(text.slice(0, 2).toLowerCase())));

/** Whether this site sends mail, and whether it has a messenger. */
export const Channels = z.object({ mail: z.boolean(), telegram: z.boolean() });
export type Channels = z.infer<typeof Channels>;

const Name = z.string().trim().min(1, 'is required').max(MAX_FIELD_LENGTH, TOO_LONG);
export const Username = Name.regex(
  USERNAME_PATTERN,
  'may hold letters, digits, dots, hyphens and underscores',
);

const ONE_ALPHABET = 'must have the letters of one alphabet in each word';

/** A username that people give themselves: one that cannot be read as somebody else's. */
const OwnUsername = Username.refine(hasPlainLetters, 'must have plain letters and digits').refine(
  (username) => !mixesAlphabets(username),
  ONE_ALPHABET,
);

const OwnName = Name.regex(OWN_NAME_PATTERN, 'may hold no invisible characters')
  .refine(hasVisibleSign, 'is required')
  .refine((name) => !stacksMarks(name), 'may hold few marks on a letter')
  .refine((name) => !mixesAlphabets(name), ONE_ALPHABET);

/** Registration by a link's key; a person who is signed in sends the key only. */
export const SignUpInGroup = z.object({
  groupKey: Key,
  username: OwnUsername.optional(),
  password: NewPassword.optional(),
  firstName: OwnName.optional(),
  lastName: OwnName.optional(),
  email: z.union([z.literal(''), Email]).nullish(),
  language: Language,
});

/** Request for a reset link. Either field may hold a username or an address, and the other be empty: older clients send `login`. */
export const AskForReset = z
  .object({
    email: z.string().trim().max(MAX_FIELD_LENGTH, TOO_LONG).optional(),
    login: z.string().trim().max(MAX_FIELD_LENGTH, TOO_LONG).optional(),
    language: Language,
  })
  .refine(({ email, login }) => email || login, {
    path: ['email'],
    ...failure('is required', { kind: 'required' }),
  })
  .transform(({ email, login, language }) => ({ login: (email || login) as string, language }));

/** A new password by a mailed key; `newPassword` is the same in another spelling. */
export const ResetPassword = z
  .object({
    resetKey: Key,
    password: NewPassword.optional(),
    newPassword: NewPassword.optional(),
    passwordConfirm: z.string().optional(),
    language: Language,
  })
  .refine((body) => body.password !== undefined || body.newPassword !== undefined, {
    path: ['password'],
    message: 'is required',
  })
  .transform(({ newPassword, ...body }) => ({ ...body, password: (body.password ?? newPassword) as string }))
  .refine(
    (body) => body.passwordConfirm === undefined || body.passwordConfirm === body.password,
    sameAs('passwordConfirm', 'password'),
  );

/** A new password in place of the one that is known. */
export const ChangePassword = z.object({
  oldPassword: z.string().min(1).max(1000),
  password: NewPassword,
  language: Language,
});

/** Change of address; `password` may be missing only for a first address soon after signing in. */
export const LinkEmail = z.object({
  email: Email,
  password: z.string().min(1).max(1000).optional().describe('of the person who asks'),
  language: Language,
});
export const ConfirmEmail = z.object({ confirmKey: Key, language: Language });
export const ConfirmedEmail = z.object({ email: z.string() });

/** A session, as the list of places where a person is signed in shows it. */
export const Session = z.object({
  id: Id,
  isCurrent: z.boolean(),
  createdAtMs: InstantMs,
  seenAtMs: InstantMs,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;
export const SessionParams = z.object({ sessionId: Id });

/** `telegramId` is null while no account is linked; the key is never shown again. */
export const TelegramAccount = z.object({
  id: Id,
  userId: Id,
  username: z.string().nullable(),
  telegramId: z.number().int().nullable(),
  linkKey: z.null(),
});
export type TelegramAccount = z.infer<typeof TelegramAccount>;
export const TelegramLink = z.object({ url: z.string().describe('opens the bot') });

export const UserParams = z.object({ userId: Id });
