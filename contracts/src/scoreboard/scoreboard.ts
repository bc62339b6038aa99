import { z } from 'zod';
import { boundedCount, Id, InstantMs, looseNumber, Offset, OptionalId } from '#common.ts';
import { Group } from '#contests.ts';
import { PublicUser } from '#users.ts';

const Audience = z
  .enum(['own', 'public'])
  .default('own')
  .describe('`public`: the table as it may hang on a wall, also when a supervisor asks');

export const SCOREBOARD_SCOPES = ['contest', 'practice'] as const;
const Scope = z
  .enum(SCOREBOARD_SCOPES)
  .default('practice')
  .describe(
    '`contest`: what was sent by the end of the main time, and who took part in it; `practice`: also what came later. ' +
      'They differ after the end only. Clients that do not know the parameter expect `practice`',
  );

export const PAST_KINDS = ['shown', 'real'] as const;
const Past = z
  .enum(PAST_KINDS)
  .default('shown')
  .describe(
    'an instant of the freeze as participants saw it then, or as it really was; the latter has no effect until the freeze lifts',
  );

export const ScoreboardQuery = z.object({
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
  groupId: OptionalId.describe('only rows of members; one of those that `table/groups` lists'),
  audience: Audience,
  scope: Scope,
  past: Past,
});
export type ScoreboardQuery = z.infer<typeof ScoreboardQuery>;

export const ScoreboardCell = z.object({
  problemSymbol: z.string(),
  acceptedAfterMs: z
    .number()
    .int()
    .optional()
    .describe('from the start to the accepted solution, negative before it; absent while unsolved'),
  penalty: z
    .number()
    .int()
    .optional()
    .describe('minutes that the cell adds to the row; absent while unsolved'),
  penaltySec: z.number().int().optional().describe('the same in seconds, where the contest counts these'),
  wrongTries: z.number().int().describe('that counted; of a solved cell those before the accepted one'),
  freeTries: z
    .number()
    .int()
    .optional()
    .describe('judged up to the accepted one, without a cost, such as compilation errors; absent: none'),
  pendingTries: z.number().int().describe('sent, without a verdict the viewer may know'),
  inPractice: z.boolean().optional(),
  cellFrozen: z.boolean().optional(),
  isFirstSolve: z.boolean().optional(),
  result: z.string().describe('the cell as text, for older clients: —, +, +2, -3'),
  acceptedAt: z.string().optional().describe('hh:mm from the start, for older clients'),
});
export type ScoreboardCell = z.infer<typeof ScoreboardCell>;

export const ScoreboardRow = z.object({
  user: PublicUser,
  cells: z.array(ScoreboardCell),
  acceptedSolutions: z.number().int(),
  acceptedSolutionsInTime: z.number().int(),
  penalty: z.number().int().describe('minutes'),
  penaltySec: z.number().int().optional().describe('the same in seconds, where the contest counts these'),
  isUnofficial: z.literal(true).optional().describe('out of competition'),
  isDisqualified: z.literal(true).optional(),
  penaltyAdjustmentMin: z.number().int().optional().describe('minutes that the jury added or took off'),
  startShiftMs: InstantMs.optional().describe('how much later than for everybody the contest began'),
  rank: z.number().int().describe('of a row without a place: the one that it would take'),
  displayRank: z
    .union([z.number().int(), z.string()])
    .describe('a tie of several reads 2-3; empty for a row without a place'),
  rankAmongShown: z
    .number()
    .int()
    .optional()
    .describe('where some rows were asked for: the place among them'),
  groupNumber: z.number().int(),
  globalIndex: z.number().int(),
  extraTimeMs: InstantMs.optional().describe('for supervisors and the row’s own person; absent: none'),
});
export type ScoreboardRow = z.infer<typeof ScoreboardRow>;

export const ScoreboardPage = z.object({
  header: z.array(
    z.object({
      problemIndex: z.string(),
      name: z.string(),
      color: z.string(),
      isDisabled: z.literal(true).optional().describe('counts for nobody'),
    }),
  ),
  rows: z.array(ScoreboardRow),
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
  ownRow: ScoreboardRow.nullable().describe('the caller’s row, whatever page was asked'),
  actualTableHash: z.object({
    hash: z
      .string()
      .describe('version of the page: changes with what is shown, but for titles and the own row'),
    createdAtMs: InstantMs.describe('of the last solution, or the past instant that is shown'),
  }),
});
export type ScoreboardPage = z.infer<typeof ScoreboardPage>;

/** Page of the live table whose changes a client wants to be told. */
export const WatchedTable = z.looseObject({
  contestId: Id,
  ...ScoreboardQuery.pick({ count: true, offset: true, audience: true, scope: true }).shape,
});
export type WatchedTable = z.infer<typeof WatchedTable>;

const Place = ScoreboardRow.pick({ rank: true, displayRank: true, groupNumber: true, globalIndex: true });

/** Names the page again that a client asked to be told of. */
const OfTable = z.object({
  contestId: Id,
  count: z.number().int(),
  offset: z.number().int(),
  audience: z.enum(['own', 'public']),
  scope: z.enum(SCOREBOARD_SCOPES),
});

/**
 * Changes of a page of the table, for a client that has the version `from`; a client with another one reads the page
 * again. Versions are the hashes of `actualTableHash`. The first one after `table.watch` changes nothing.
 */
export const TableRows = z.object({
  table: OfTable,
  from: z.string(),
  to: z.string(),
  length: z.number().int().describe('rows on the page'),
  rows: z.array(ScoreboardRow).describe('whose person or result changed, or who came to the page'),
  places: z.array(Place.extend({ index: z.number().int(), userId: Id })).describe('other rows that moved'),
  facts: ScoreboardPage.pick({
    rowsNumber: true,
    statistics: true,
    lastSolutionSentAtMs: true,
    isFrozen: true,
  })
    .partial()
    .describe('those that changed'),
});
export type TableRows = z.infer<typeof TableRows>;

/** The person’s own row of a page of the table has changed. */
export const TableOwnRow = z.object({ table: OfTable, ownRow: ScoreboardRow.nullable() });
export type TableOwnRow = z.infer<typeof TableOwnRow>;

/** Groups by which the caller may filter the table. */
export const ScoreboardGroups = z.object({ groups: z.array(Group) });
export type ScoreboardGroups = z.infer<typeof ScoreboardGroups>;

export const REWIND_RANGES = ['main', 'full'] as const;
export const ActivityQuery = z.object({
  range: z.enum(REWIND_RANGES).default('main'),
  audience: Audience,
  scope: Scope,
  past: Past,
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;
/** Times at which the table changed, for the rewind slider. */
export const ScoreboardActivity = z.object({
  fromMs: InstantMs.describe('start of the contest'),
  stepMs: z.number().int(),
  steps: z
    .array(z.object({ step: z.number().int(), count: z.number().int() }))
    .describe(
      'attempts that counted in the step that ends at fromMs + step * stepMs; empty steps are left out',
    ),
});
export type ScoreboardActivity = z.infer<typeof ScoreboardActivity>;

export const OlderScoreboardQuery = z.object({ scope: Scope });
export type OlderScoreboardQuery = z.infer<typeof OlderScoreboardQuery>;
/** The older table, all rows at once. */
export const OlderScoreboard = z.object({
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
export type OlderScoreboard = z.infer<typeof OlderScoreboard>;

export const ParticipantList = z.array(PublicUser);
