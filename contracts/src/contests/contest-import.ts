import { z } from 'zod';
import { Id } from '#common.ts';
import { ImportState } from '#judging/package-import.ts';
import { Sha256 } from '#judging/testset.ts';
import { ImportedName, ImportFate, ImportTeamsReport } from '#people/team-import.ts';

/*
 * Import of a whole contest package of the ICPC: the archive is stored first and named by its hash afterwards, so that a dry run
 * and the import read the same bytes without sending them twice.
 */

export const ContestPackageStored = z.object({
  sha256: Sha256.describe('names the archive for a day'),
  fileName: z.string(),
  sizeBytes: z.number().int(),
});
export type ContestPackageStored = z.infer<typeof ContestPackageStored>;

export const ImportContest = z.object({
  sha256: Sha256,
  fileName: z.string().min(1).max(200).default('contest.zip'),
  dryRun: z.boolean().default(true).describe('true: says what would happen and writes nothing'),
  contestId: Id.nullish().describe('contest that takes the package; otherwise that of its id, or a new one'),
  setsPasswords: z
    .boolean()
    .default(false)
    .describe('gives accounts that exist the passwords of the files, too'),
});
export type ImportContest = z.infer<typeof ImportContest>;

export const PackageProblem = z.object({
  foreignId: z.string(),
  label: z.string(),
  name: z.string(),
  color: z.string().nullable(),
  fate: ImportFate.nullable().describe('null: the package holds no files of it'),
});
export type PackageProblem = z.infer<typeof PackageProblem>;

export const ImportContestReport = ImportTeamsReport.extend({
  contest: z
    .object({
      id: Id.nullable().describe('null: it would be made'),
      foreignId: z.string(),
      name: z.string(),
      formalName: z.string(),
      fate: ImportFate,
      startTimeMs: z.number().int().nullable(),
      durationTimeMs: z.number().int(),
      freezeBeforeEndMs: z.number().int(),
      penaltyMin: z.number().int(),
      changed: z.array(z.string()).describe('names of the settings that change'),
    })
    .nullable()
    .describe('null: its file cannot be read'),
  problems: z.array(PackageProblem),
  languages: z.array(z.string()).describe('names of the languages offered; none: those of the site'),
  pictures: z.array(
    ImportedName.extend({ kind: z.enum(['organization', 'team']) }).describe(
      '`name`: its path in the package',
    ),
  ),
  people: z.array(ImportedName.extend({ coach: z.string(), members: z.array(z.string()) })),
});
export type ImportContestReport = z.infer<typeof ImportContestReport>;

/** Problems of a contest that came out of a package, while judges build them. */
export const ContestPackageProgress = z.object({
  problems: z.array(
    z.object({
      foreignId: z.string(),
      label: z.string(),
      name: z.string(),
      color: z.string().nullable(),
      problemId: Id.nullable(),
      importId: Id.nullable(),
      state: ImportState.nullable().describe('of its import; null: none'),
      message: z.string().nullable().describe('why it was refused or failed'),
      isPlaced: z.boolean().describe('whether the contest has it'),
    }),
  ),
});
export type ContestPackageProgress = z.infer<typeof ContestPackageProgress>;
