import { z } from 'zod';
import { boundedCount, Id, InstantMs, looseNumber, Offset } from './common.ts';
import { Group } from './contests.ts';
import { PublicUser } from './users.ts';

const Audience = z
  .enum(['own', 'public'])
  .default('own')
  .describe('`public`: the table as it may hang on a wall, also when a supervisor asks');

export const TableQuery = z.object({
  count: boundedCount(20, 100_000),
  offset: Offset,
  /** The table as of that instant; `Infinity`, absent or in the future = now. */
  showInTimeMs: looseNumber(Number.POSITIVE_INFINITY).transform((value) =>
    Number.isNaN(value) ? 0 : Math.max(value, 0),
  ),
  q: z
    .string()
    .trim()
    .max(100)
    .default('')
    .describe('only rows of people in whose name each of these words occurs; places stay those of all'),
  groupId: z
    .union([z.literal('').transform(() => undefined), Id])
    .optional()
    .describe('only rows of members; one of those that `table/groups` lists'),
  audience: Audience,
});
export type TableQuery = z.infer<typeof TableQuery>;

export const TableCell = z.object({
  problemSymbol: z.string(),
  result: z.string().describe('—, +, +2, -3'),
  acceptedAt: z.string().optional().describe('hh:mm from the start'),
  inPractice: z.boolean().optional(),
  cellFrozen: z.boolean().optional(),
  isFirstSolve: z.boolean().optional(),
  pendingTries: z.number().int().optional().describe('sent, without a verdict the viewer may know'),
});
export type TableCell = z.infer<typeof TableCell>;

export const TableRow = z.object({
  user: PublicUser,
  cells: z.array(TableCell),
  acceptedSolutions: z.number().int(),
  acceptedSolutionsInTime: z.number().int(),
  penalty: z.number().int().describe('minutes'),
  rank: z.number().int(),
  displayRank: z.union([z.number().int(), z.string()]).describe('a tie of several reads 2-3'),
  groupNumber: z.number().int(),
  globalIndex: z.number().int(),
});
export type TableRow = z.infer<typeof TableRow>;

export const Table2 = z.object({
  header: z.array(z.object({ problemIndex: z.string(), name: z.string(), color: z.string() })),
  rows: z.array(TableRow),
  rowsNumber: z.number().int().describe('rows on all pages, of those asked for by `q` and `groupId`'),
  statistics: z
    .array(
      z.object({
        problemIndex: z.string(),
        solved: z.number().int().describe('participants'),
        tried: z.number().int().describe('participants'),
        tries: z.number().int().describe('those that counted, accepted ones among them'),
      }),
    )
    .describe('over all participants, whatever rows were asked for'),
  lastSolutionSentAtMs: InstantMs,
  isPastQuery: z.boolean(),
  isFrozen: z.boolean().describe('what this viewer sees stops at the freeze'),
  ownRow: TableRow.nullable().describe('the caller’s row, whatever page was asked'),
  actualTableHash: z.object({ hash: z.string(), createdAtMs: InstantMs }),
});
export type Table2 = z.infer<typeof Table2>;

/** Groups by which the caller may filter the table. */
export const TableGroups = z.object({ groups: z.array(Group) });
export type TableGroups = z.infer<typeof TableGroups>;

export const REWIND_RANGES = ['main', 'full'] as const;
export const ActivityQuery = z.object({
  range: z.enum(REWIND_RANGES).default('main'),
  audience: Audience,
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;
/** When the table changed, for whoever rewinds it. */
export const TableActivity = z.object({
  fromMs: InstantMs.describe('start of the contest'),
  stepMs: z.number().int(),
  steps: z
    .array(z.object({ step: z.number().int(), count: z.number().int() }))
    .describe(
      'attempts that counted in the step that ends at fromMs + step * stepMs; empty steps are left out',
    ),
});
export type TableActivity = z.infer<typeof TableActivity>;

/** The older table, all rows at once. */
export const Table = z.object({
  header: z.object({ row: z.array(z.object({ task: z.object({ index: z.string(), name: z.string() }) })) }),
  rows: z.array(
    z.object({
      user: PublicUser,
      row: z.array(
        z.object({
          task: z.string(),
          result: z.string(),
          time: z.string().optional(),
          inPractice: z.boolean().optional(),
          frozen: z.boolean().optional(),
        }),
      ),
      score: z.number().int(),
      solutions: z.number().int(),
      solutionsInTime: z.number().int(),
      rank: z.number().int(),
      group: z.number().int(),
    }),
  ),
});
export type Table = z.infer<typeof Table>;

export const ParticipantList = z.array(PublicUser);
