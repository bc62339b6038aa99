import { z } from 'zod';
import { atMostBytes, failure, NO_ZERO_BYTES } from '#common.ts';
import { SETTINGS } from '#settings/settings.ts';
import {
  MAIL_SECURITY,
  MAX_BACKUP_HOURS,
  MAX_BACKUPS_KEPT,
  MAX_CONTACTS_KB,
  MAX_PICTURE_KB,
  MAX_SITE_NAME,
  MAX_TRIAL_RUNS_PER_MINUTE,
} from '#site/setting-limits.ts';

/* Settings that admins change in the browser. Null everywhere means the usual value. */

const Version = z.number().int().min(0).describe('of the section, as it was read');
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(...NO_ZERO_BYTES)
    .refine(
      (text) => !/[\n\r\u2028\u2029]/.test(text),
      failure('must be a single line', { kind: 'invalid_format' }),
    );
const whole = (min: number, max: number) => z.number().int().min(min).max(max).nullable();

/** Bytes of a picture in a data URL; padding counts as content. */
const bytesOf = (url: string) => (url.length * 3) / 4;

const Picture = z
  .string()
  .regex(/^data:image\/(?:svg\+xml|png|webp|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/)
  .refine(
    (url) => bytesOf(url) <= MAX_PICTURE_KB * 1024,
    failure(`must be at most ${MAX_PICTURE_KB} KB`, {
      kind: 'too_big',
      bound: MAX_PICTURE_KB,
      of: 'kilobytes',
    }),
  )
  .nullish()
  .describe('a data URL; null removes the picture, and without the field it stays');

const ContactsText = z
  .string()
  .refine(...NO_ZERO_BYTES)
  .refine(...atMostBytes(MAX_CONTACTS_KB * 1024))
  .nullable();

const Looks = z.object({
  name: line(MAX_SITE_NAME).nullable(),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullable()
    .describe('brand colour, such as #610fc9'),
  nameInLogo: z.boolean().describe('the logo shows the name, so that the header does not repeat it'),
});
const ContactsSettings = z.object({ russian: ContactsText, english: ContactsText });
const Mail = z.object({
  siteUrl: SETTINGS.publicUrl.schema.describe('where links in letters lead'),
  host: z
    .string()
    .max(255)
    .regex(/^(?:[\w.-]+|\[[\da-f:.]+\])$/i)
    // Numbers and colons only look like an address; who connects later would fail at it.
    .refine(
      (host) => URL.canParse(`http://${host}`),
      failure('must be the name or the address of a server', { kind: 'invalid_format' }),
    )
    .nullable()
    .describe('mail server; null: no mail is sent'),
  port: whole(1, 65_535),
  security: z.enum(MAIL_SECURITY),
  user: line(200).nullable(),
  from: SETTINGS.mailFrom.schema,
});
const Telegram = z.object({ apiRoot: SETTINGS.telegramApiRoot.schema.nullable() });
const Limits = z.object({
  trialRunsPerMinute: whole(0, MAX_TRIAL_RUNS_PER_MINUTE),
  backupEveryHours: whole(0, MAX_BACKUP_HOURS),
  backupKeep: whole(1, MAX_BACKUPS_KEPT),
  sameVersions: z.boolean().nullable(),
});

const secret = <T extends z.ZodType>(schema: T) =>
  schema.nullish().describe('null removes it, and without the field it stays; never sent back');

/** Bodies that save a section. */
export const SECTION_FORMS = {
  looks: Looks.extend({ version: Version, logo: Picture, icon: Picture }),
  contacts: ContactsSettings.extend({ version: Version }),
  mail: Mail.extend({
    version: Version,
    password: secret(
      z
        .string()
        .min(1)
        .max(500)
        .refine(...NO_ZERO_BYTES),
    ),
  }),
  telegram: Telegram.extend({ version: Version, token: SETTINGS.telegramToken.schema.optional() }),
  limits: Limits.extend({ version: Version }),
} as const;
export type SectionForms = {
  [Section in keyof typeof SECTION_FORMS]: z.input<(typeof SECTION_FORMS)[Section]>;
};

/** What decides about a field instead of the browser. */
const FixedBy = z.object({
  source: z.enum(['environment', 'envFile', 'file']).describe('`envFile` is the file .env'),
  name: z.string().describe('of the variable or the file'),
});
export type FixedBy = z.infer<typeof FixedBy>;

const section = <Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) =>
  fields.extend({
    version: z.number().int(),
    fixed: z
      .record(z.string(), FixedBy)
      .describe('field → what decides about it; its value here is that one'),
  });
const PictureAddress = z.string().nullable().describe('address of the picture that is shown');
const SecretState = z
  .enum(['none', 'stored', 'lost'])
  .describe('`lost`: it was encrypted with another SETTINGS_KEY and must be entered again');

/** All sections with the values that count. Secrets are not among them. */
export const SiteSettings = z.object({
  looks: section(Looks.extend({ logo: PictureAddress, icon: PictureAddress })),
  contacts: section(ContactsSettings),
  mail: section(Mail.extend({ siteUrl: z.string().nullable(), password: SecretState, isOn: z.boolean() })),
  telegram: section(Telegram.extend({ token: SecretState, isOn: z.boolean() })),
  limits: section(Limits.extend({ usual: Limits.describe('values of the fields that are null') })),
});
export type SiteSettings = z.infer<typeof SiteSettings>;

export type LooksSettings = z.output<typeof Looks> & { logo: string | null; icon: string | null };
export type ContactsSettings = z.output<typeof ContactsSettings>;
export type MailSettings = z.output<typeof Mail>;
export type TelegramSettings = z.output<typeof Telegram>;
export type LimitSettings = z.output<typeof Limits>;
