import { z } from 'zod';
import { IdList } from '#common.ts';

/** Import of people from a spreadsheet: multipart/form-data with the file in the field `file`, beside the options. */

export const MAX_CSV_BYTES = 5 * 1024 * 1024;
/** Largest number of rows: hashing takes about 10 ms per password. */
export const MAX_IMPORTED_USERS = 2000;

const Flag = z.enum(['true', 'false', '1', '0', '']).transform((text) => text === 'true' || text === '1');

/** Texts, as forms send them. Older clients send `groupIds` only. */
export const ImportUsersOptions = z.object({
  groupIds: IdList.pipe(z.array(z.number()).max(1000)),
  dryRun: Flag.optional().describe('true: says what would happen and writes nothing'),
  duplicates: z
    .enum(['skip', 'update', 'rename'])
    .default('skip')
    .describe('for a username that exists: leave that person, change them, or make another name'),
  passwords: z.enum(['username', 'generate']).default('username').describe('for a row without a password'),
  separator: z.enum(['auto', ';', ',', '\t', 'tab']).default('auto'),
  encoding: z.enum(['auto', 'utf-8', 'utf-16le', 'utf-16be', 'windows-1251']).default('auto'),
});
export type ImportUsersOptions = z.infer<typeof ImportUsersOptions>;

export const IMPORT_COLUMNS = ['firstName', 'lastName', 'username', 'password', 'isAdmin', 'email'] as const;
export const ImportColumn = z.enum(IMPORT_COLUMNS);
export type ImportColumn = z.infer<typeof ImportColumn>;

/** Error of a row; `code` is for translations, `text` for programs without any. */
export const RowError = z.object({
  column: ImportColumn.nullable().describe('null: the row as a whole'),
  columnNumber: z.number().int().nullable().describe('in the file, from 1'),
  code: z.enum([
    'TOO_FEW_FIELDS',
    'TOO_MANY_FIELDS',
    'TOO_LONG',
    'NAME_REQUIRED',
    'USERNAME_INVALID',
    'USERNAME_REQUIRED',
    'USERNAME_TWICE',
    'PASSWORD_ADMINS_ONLY',
    'PASSWORD_TOO_SIMPLE',
    'EMAIL_INVALID',
    'EMAIL_TAKEN',
    'EMAIL_TWICE',
    'ROLE_INVALID',
    'ROLE_ADMINS_ONLY',
    'USER_NOT_YOURS',
  ]),
  text: z.string(),
});
export type RowError = z.infer<typeof RowError>;

/** Result of a row, planned or done. */
export const ImportedRow = z.object({
  line: z.number().int().describe('in the file, from 1'),
  fate: z.enum(['create', 'rename', 'update', 'skip', 'error']),
  userId: z.number().int().nullable().describe('of the person it is or was; null for one to be created'),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  isAdmin: z.boolean(),
  password: z
    .string()
    .nullable()
    .describe('of an account that was created or got one: shown this once, for printing; null in a dry run'),
  errors: z.array(RowError),
});
export type ImportedRow = z.infer<typeof ImportedRow>;

/** Answer to a request with `dryRun`, whether true or false. */
export const ImportUsersReport = z.object({
  dryRun: z.boolean(),
  encoding: z.string(),
  separator: z.string(),
  columns: z.array(ImportColumn.nullable()).describe('what the columns of the file were taken for'),
  ignoredColumns: z.array(z.string()).describe('headings that name no field, as they are in the file'),
  unknownHeading: z
    .array(z.string())
    .nullable()
    .describe('first line that names no columns, which are then taken in the order of older clients'),
  rows: z.array(ImportedRow),
  counts: z.object({
    create: z.number().int(),
    rename: z.number().int(),
    update: z.number().int(),
    skip: z.number().int(),
    error: z.number().int(),
  }),
});
export type ImportUsersReport = z.infer<typeof ImportUsersReport>;

/** Answer to older clients: an entry for each row, null for one that was left out. */
export const ImportUsersOlder = z.array(
  z.tuple([z.object({ id: z.number().int(), username: z.string() })]).nullable(),
);
