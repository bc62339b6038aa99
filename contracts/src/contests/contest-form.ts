import { z } from 'zod';
import { boundedCount, Id, IdempotencyKey, InstantMs } from '#common.ts';
import {
  AfterEnd,
  Contest,
  ContestListQuery,
  EdgeInstants,
  FirstSolvers,
  PenaltyPrecision,
  RemovedSolutions,
  TieBreak,
  TiedRows,
  UnofficialRows,
} from '#contests.ts';
import { Language, ListedContestProblem } from '#problems/problems.ts';
import { PublicUser } from '#users.ts';

const HOUR_MS = 3_600_000;

/** Defaults of a new contest that the form does not compute itself. */
export const CONTEST_DEFAULTS = {
  durationTimeMs: 5 * HOUR_MS,
  freezeBeforeEndMs: HOUR_MS,
  practiceDurationTimeMs: 0,
} as const;

/** The longest main time and the longest practice. */
export const MAX_CONTEST_MS = 50_000 * HOUR_MS;
/** 1 January 2200: a later start is a mistake in the unit. */
const MAX_START_MS = 7_258_118_400_000;
export const MAX_CONTEST_PROBLEMS = 200;
export const MAX_WRONG_TRY_PENALTY_MIN = 10_000;
const MAX_PENALIZED_VERDICTS = 50;
const MAX_NETWORKS = 100;

/** Milliseconds as clients compute them: number or text, perhaps with a fraction, which is rounded away. */
const roundedMs = (least: number, most: number) =>
  z
    .union([z.number(), z.string().regex(/^-?\d{1,16}(?:\.\d{1,20})?$/, 'must be a number')])
    .transform((value) => Math.round(Number(value)))
    .pipe(z.number().int().min(least).max(most));

const FormProblem = z.object({
  id: Id,
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #FF0000')
    .optional()
    .describe('of the balloon; absent keeps the colour, or takes one for a new problem'),
  versionId: z
    .uuid()
    .nullable()
    .optional()
    .describe('version that the contest is pinned to; null follows the problem, absent keeps what is'),
});

/** Fields of the contest form. An absent field keeps what is stored; in a new contest it gets its default. */
const formFields = {
  name: z.string().trim().min(1).max(200),
  startTimeMs: roundedMs(0, MAX_START_MS),
  durationTimeMs: roundedMs(1, MAX_CONTEST_MS),
  relativeFreezeTimeMs: roundedMs(0, MAX_CONTEST_MS).describe('from the start; the duration means no freeze'),
  practiceDurationTimeMs: roundedMs(0, MAX_CONTEST_MS),
  groupIds: z.array(Id).max(200),
  problemIds: z.array(Id).max(MAX_CONTEST_PROBLEMS).describe('in the order of their letters'),
  problems: z.array(FormProblem).max(MAX_CONTEST_PROBLEMS).describe('as `problemIds`, which it replaces'),
  isRated: z.boolean(),
  isEnabled: z.boolean(),
  isListed: z.boolean(),
  isWithComments: z.boolean(),
  sourcesAfterEnd: AfterEnd,
  testsAfterEnd: AfterEnd,
  showsOrigin: z.boolean(),
  allowsVirtual: z.boolean(),
  thawsByHand: z.boolean().describe('the freeze outlives the end until a supervisor opens the results'),
  languageIds: z
    .array(Id)
    .max(500)
    .describe('allowed languages; a judging system without any among them takes all of its own'),
  wrongTryPenaltyMin: z
    .union([z.number(), z.string().regex(/^\d{1,6}$/, 'must be a number')])
    .transform(Number)
    .pipe(z.number().int().min(0).max(MAX_WRONG_TRY_PENALTY_MIN)),
  countsCompilationErrors: z.boolean(),
  penaltyPrecision: PenaltyPrecision,
  tieBreak: TieBreak,
  tiedRows: TiedRows,
  penalizedVerdicts: z
    .array(z.number().int())
    .max(MAX_PENALIZED_VERDICTS)
    .transform((ids) => [...new Set(ids)].sort((a, b) => a - b))
    .nullable()
    .describe('ids of the verdicts that are wrong tries; null: those that ran'),
  firstSolvers: FirstSolvers,
  unofficialRows: UnofficialRows,
  edgeInstants: EdgeInstants,
  removedSolutions: RemovedSolutions,
  hasOfficialResults: z.boolean().describe('its results are not final until somebody makes them so'),
  hasPublicTable: z.boolean().describe('people without an account may read its table, names included'),
  allowedNetworks: z
    .array(z.string().trim().min(1).max(50))
    .max(MAX_NETWORKS)
    .describe(
      'addresses and networks (CIDR) from which participants take part while it runs; none: everywhere',
    ),
  membersAct: z.boolean().describe('members of teams take part as the team from accounts of their own'),
  keepsDrafts: z
    .boolean()
    .describe('unsent sources of participants are kept as evidence while its main time runs'),
  confines: z
    .boolean()
    .describe('participants who have opened it reach nothing else of the site while its main time runs'),
  joinsVerdicts: z
    .boolean()
    .describe('participants see the seven verdicts of the ICPC only; supervisors see the precise ones'),
  windowTimeMs: roundedMs(1, MAX_CONTEST_MS)
    .nullable()
    .describe(
      'length of the window that each participant starts within the contest; null: all start together',
    ),
  bindsDevices: z.boolean().describe('each participant takes part from one device at a time while it runs'),
};

const basedOnRevision = z
  .number()
  .int()
  .optional()
  .describe('revision that the form was filled from; a newer one is answered with 409');

/** Change of a contest. */
export const ContestChange = z.object(formFields).partial().extend({ basedOnRevision });
export type ContestChange = z.infer<typeof ContestChange>;

/** A new contest. */
export const NewContest = z
  .object(formFields)
  .partial()
  .required({ name: true })
  .extend({ idempotencyKey: IdempotencyKey.optional() });
export type NewContest = z.infer<typeof NewContest>;

/** `contestId` is repeated by older clients; the address decides. */
export const ContestProblemsChange = z.object({
  problemIds: formFields.problemIds,
  contestId: Id.optional(),
  basedOnRevision,
});

/** A contest in the admin area. */
export const ManagedContest = Contest.extend({
  revision: z.number().int(),
  editedBy: PublicUser.nullable().describe('who made the last edit'),
  editedAtMs: InstantMs.nullable(),
  solutionsNumber: z.number().int(),
});
export type ManagedContest = z.infer<typeof ManagedContest>;
export const ManagedContestReply = z.object({ contest: ManagedContest });

/** What fills the form. */
export const ContestFormData = ManagedContest.extend({
  languageIds: z.array(Id),
  allowedNetworks: z.array(z.string()),
  problems: z.array(ListedContestProblem),
});
export type ContestFormData = z.infer<typeof ContestFormData>;

/** Languages to choose from in the form, by system and name. */
export const FormLanguageList = z.array(
  Language.pick({ id: true, name: true, systemType: true, version: true, nonactive: true, hasJudge: true }),
);
export type FormLanguageList = z.infer<typeof FormLanguageList>;

export const ManagedContestListQuery = ContestListQuery.extend({ count: boundedCount(10, 200) });
export type ManagedContestListQuery = z.infer<typeof ManagedContestListQuery>;
export const ManagedContestList = z.object({
  contests: z.array(ManagedContest),
  contestsNumber: z.number().int(),
});

/** What a change would do, before it is stored. */
export const ContestChangePreview = z.object({
  revision: z.number().int(),
  statusBefore: z.string(),
  statusAfter: z.string(),
  changed: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  problemsRemoved: z.array(
    z.object({
      id: Id,
      title: z.string(),
      index: z.string().describe('its letters until now'),
      solutionsNumber: z.number().int(),
      peopleNumber: z.number().int(),
    }),
  ),
  problemsMoved: z.number().int().describe('problems that get other letters'),
  solutions: z.object({
    toPractice: z.number().int().describe('that leave the main time'),
    toMainTime: z.number().int().describe('that enter the main time'),
    beforeStart: z.number().int().describe('that lie before the later start'),
    hidden: z.number().int().describe('whose verdicts the freeze hides from others from now on'),
    revealed: z.number().int().describe('whose verdicts others see from now on'),
  }),
  rows: z.object({
    total: z.number().int(),
    moved: z.number().int().describe('whose place, solved number or penalty changes'),
    examples: z
      .array(
        z.object({
          user: PublicUser,
          rankBefore: z.number().int().nullable(),
          rankAfter: z.number().int().nullable(),
        }),
      )
      .describe('the first ten of them, best place first'),
  }),
  peopleWithoutAccess: z.number().int().describe('participants whom the groups shut out from now on'),
});
export type ContestChangePreview = z.infer<typeof ContestChangePreview>;

/** Settings of a template: everything of a form but its start. */
export const TemplateSettings = z.object(formFields).partial().omit({ startTimeMs: true, problemIds: true });
export type TemplateSettings = z.infer<typeof TemplateSettings>;
export const NewTemplate = z
  .object({
    name: formFields.name,
    contestId: Id.optional().describe('contest whose settings it takes, in place of `settings`'),
    settings: TemplateSettings.optional(),
  })
  .refine(({ contestId, settings }) => (contestId === undefined) !== (settings === undefined), {
    message: 'is required',
    path: ['settings'],
  });
export type NewTemplate = z.infer<typeof NewTemplate>;
export const ContestTemplate = z.object({
  id: Id,
  name: z.string(),
  author: PublicUser.nullable(),
  createdAtMs: InstantMs,
  settings: z.record(z.string(), z.unknown()).describe('as `TemplateSettings`'),
});
export const ContestTemplateList = z.object({ templates: z.array(ContestTemplate) });
export const TemplateParams = z.object({ templateId: Id });
