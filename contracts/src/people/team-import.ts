import { z } from 'zod';
import { Id, NO_ZERO_BYTES } from '#common.ts';

/* Import of organisations, groups, teams and accounts from the ICPC's files and from CSV. */

export const MAX_TEAM_FILES = 20;
/** Characters of all files together. */
export const MAX_TEAM_FILES_LENGTH = 5_000_000;
/** Most organisations, groups, teams and accounts, of each kind. */
export const MAX_IMPORTED_TEAMS = 2000;

const TeamFile = z.object({
  name: z.string().min(1).max(255),
  text: z
    .string()
    .max(MAX_TEAM_FILES_LENGTH)
    .refine(...NO_ZERO_BYTES),
});

export const ImportTeams = z.object({
  files: z.array(TeamFile).min(1).max(MAX_TEAM_FILES),
  dryRun: z.boolean().default(true).describe('true: says what would happen and writes nothing'),
  contestId: Id.nullish().describe('contest that the teams join'),
  setsPasswords: z
    .boolean()
    .default(false)
    .describe('gives accounts that exist the passwords of the files, too'),
});
export type ImportTeams = z.infer<typeof ImportTeams>;

export const ImportFate = z.enum(['create', 'update', 'same']);
export type ImportFate = z.infer<typeof ImportFate>;

/** What is wrong with an entry of a file, or with the file as a whole. */
export const TeamFileFault = z.object({
  file: z.string(),
  entry: z.string().describe('number of the entry, in tables of the row, or its id; empty: the file'),
  code: z.enum([
    'UNKNOWN_FILE',
    'NOT_READABLE',
    'NOT_UTF8',
    'TOO_MANY',
    'FIELD_INVALID',
    'FIELD_MISSING',
    'ID_TWICE',
    'ORGANIZATION_UNKNOWN',
    'GROUP_UNKNOWN',
    'TEAM_UNKNOWN',
    'USERNAME_TAKEN',
    'USERNAME_TWICE',
    'USERNAME_INVALID',
    'PASSWORD_TOO_SIMPLE',
    'ACCOUNT_SKIPPED',
    'ACCOUNT_OF_TEAM_TWICE',
    'CONTEST_UNKNOWN',
    // The rest is told of contest packages.
    'FILE_MISSING',
    'CONTEST_REMOVED',
    'SCOREBOARD_TYPE',
    'START_MISSING',
    'OPEN_TO_ALL',
    'LANGUAGE_UNKNOWN',
    'PROBLEM_PACKAGE_MISSING',
    'PROBLEM_LEFT_OUT',
    'LABEL_DIFFERS',
    'PICTURE_NOT_READ',
    'PICTURE_TOO_LARGE',
    'MEMBERS_LEFT_OUT',
  ]),
  detail: z.string(),
  isError: z.boolean().describe('false: a note; the rest is imported'),
});
export type TeamFileFault = z.infer<typeof TeamFileFault>;

export const ImportedName = z.object({ foreignId: z.string(), name: z.string(), fate: ImportFate });
export const ImportedTeam = ImportedName.extend({
  username: z.string(),
  organization: z.string(),
  groups: z.array(z.string()),
  seat: z.string(),
  password: z.string().nullable().describe('of an account that got one: shown this once; null in a dry run'),
});
export type ImportedTeam = z.infer<typeof ImportedTeam>;

export const ImportTeamsReport = z.object({
  dryRun: z.boolean(),
  faults: z.array(TeamFileFault),
  organizations: z.array(ImportedName),
  groups: z.array(ImportedName),
  teams: z.array(ImportedTeam),
  staff: z.array(
    z.object({
      username: z.string(),
      role: z.enum(['moderator', 'admin']),
      fate: ImportFate,
      password: z.string().nullable(),
    }),
  ),
});
export type ImportTeamsReport = z.infer<typeof ImportTeamsReport>;
