import { z } from 'zod';
import { Id, InstantMs, LOCALES, NO_ZERO_BYTES } from '#common.ts';
import { ContestChangePreview } from '#contests/contest-form.ts';
import {
  MAX_ADJUSTMENT_MIN,
  MAX_ADJUSTMENT_REASON,
  MAX_EXTENSION_MIN,
  MAX_EXTRA_TIME_MIN,
  MAX_EXTRA_TIME_PEOPLE,
  MAX_START_SHIFT_MIN,
} from '#contests/control-limits.ts';
import { WindowCounts } from '#contests/own-windows.ts';
import { ContestParams, RemovedInterval, RemovedSolutions } from '#contests.ts';
import { FaultCause } from '#solutions/solutions.ts';
import { PublicUser } from '#users.ts';

/* The control screen of a contest, for its supervisors. One reading is shared by everybody who looks. */

export const ControlledProblem = z.object({
  problemId: Id,
  symbolIndex: z.string(),
  titles: z.record(z.enum(LOCALES), z.string()),
  color: z.string(),
  sent: z.number().int().describe('solutions of participants, also in the practice'),
  waiting: z.number().int().describe('those without a verdict'),
  failed: z.number().int().describe('those that judges failed at'),
  tried: z.number().int().describe('participants who sent something'),
  solved: z.number().int().describe('participants with an accepted solution'),
  firstSolve: z
    .object({
      solutionId: Id,
      user: PublicUser,
      sentAtMs: InstantMs,
      afterMs: InstantMs.describe('since the start of who solved it'),
    })
    .nullable()
    .describe('within the main time of who solved it'),
  isJudgingPaused: z.boolean(),
  isClosed: z.boolean(),
  isDisabled: z.boolean().describe('counts for nobody'),
});
export type ControlledProblem = z.infer<typeof ControlledProblem>;

export const ContestControl = z.object({
  contest: z.object({
    id: Id,
    name: z.string(),
    startTimeMs: InstantMs,
    durationTimeMs: InstantMs,
    relativeFreezeTimeMs: InstantMs,
    practiceDurationTimeMs: InstantMs,
    extraTimeMs: InstantMs.describe('longest extra time of a participant'),
    windowTimeMs: InstantMs.nullable().describe(
      'length of the window that each participant starts; null: all start together',
    ),
    thawsByHand: z.boolean(),
    removedSolutions: RemovedSolutions,
    thawedAtMs: InstantMs.nullable(),
    removedIntervals: z.array(RemovedInterval),
    isEnabled: z.boolean(),
    isSuspended: z.boolean(),
    revision: z.number().int(),
  }),
  submissions: z.object({
    stepMs: z.number().int().describe('a minute, or more in a long contest'),
    counts: z.array(z.number().int()).describe('per step from the start, within the main time'),
    total: z.number().int().describe('also before the start and in the practice'),
  }),
  queue: z.object({
    waiting: z
      .number()
      .int()
      .describe('solutions of this contest that wait for a judge, those to be judged again too'),
    testing: z.number().int(),
    paused: z.number().int().describe('those of `waiting` whose problem is paused'),
    oldestSentAtMs: InstantMs.nullable().describe(
      'of those that wait for their first verdict, and not paused',
    ),
  }),
  judges: z.object({
    available: z.number().int(),
    slots: z.number().int(),
    busy: z.number().int().describe('slots at work, for any contest'),
  }),
  questions: z.object({ open: z.number().int(), oldestPostedAtMs: InstantMs.nullable() }),
  urgent: z
    .array(
      z.object({
        messageId: Id,
        text: z.string().describe('its beginning'),
        postedAtMs: InstantMs,
        read: z.number().int(),
        all: z.number().int(),
      }),
    )
    .describe('urgent messages to all that somebody has not read, newest first'),
  faults: z
    .array(
      z.object({
        problemId: Id,
        cause: FaultCause,
        detail: z.string().describe('words of the judge about the newest one'),
        lastAtMs: InstantMs,
      }),
    )
    .describe(
      'why judging failed so far, newest first; over where no solution of the problem is `failed` any more',
    ),
  people: z.object({
    joined: z.number().int().describe('participants'),
    online: z.number().int().describe('participants who have a page of the contest open'),
    invited: z.number().int().nullable().describe('members of its groups; null: open to everybody'),
    withExtraTime: z.number().int().describe('participants'),
    neverSignedIn: z.number().int().describe('of participants and members'),
  }),
  windows: WindowCounts.nullable().describe('of a floating contest'),
  problems: z.array(ControlledProblem),
});
export type ContestControl = z.infer<typeof ContestControl>;

const basedOnRevision = z
  .number()
  .int()
  .optional()
  .describe('revision that the screen showed; a newer one is answered with 409');

/** Body of an action that needs no more than the person's word. */
export const TimeAction = z.preprocess((body) => body ?? {}, z.object({ basedOnRevision }));
export const ExtendContest = z.object({
  minutes: z
    .number()
    .int()
    .min(-MAX_EXTENSION_MIN)
    .max(MAX_EXTENSION_MIN)
    .refine((minutes) => minutes !== 0, 'must not be 0')
    .describe('negative for an earlier end'),
  basedOnRevision,
});

const Times = z.object({
  startTimeMs: InstantMs,
  durationTimeMs: InstantMs,
  relativeFreezeTimeMs: InstantMs,
});
/** `before` undoes the action when it is sent as an edit of the contest, with the new revision. */
export const TimesChanged = z.object({ revision: z.number().int(), before: Times, after: Times });
export type TimesChanged = z.infer<typeof TimesChanged>;

const JuryReason = z
  .string()
  .trim()
  .max(MAX_ADJUSTMENT_REASON)
  .refine(...NO_ZERO_BYTES);

const ExtraTime = z.object({
  userId: Id,
  minutes: z
    .number()
    .int()
    .min(0)
    .max(MAX_EXTRA_TIME_MIN)
    .describe('in all, not added to earlier ones; 0: none'),
});
export const GiveExtraTime = z.object({
  people: z
    .array(ExtraTime)
    .min(1)
    .max(MAX_EXTRA_TIME_PEOPLE)
    .refine(
      (people) => new Set(people.map(({ userId }) => userId)).size === people.length,
      'names a person twice',
    ),
  reason: JuryReason.optional().describe('for the jury; required in a floating contest'),
  basedOnRevision,
});
export type GiveExtraTime = z.infer<typeof GiveExtraTime>;
/** `before` undoes the action when it is sent as the next one, with the new revision. */
export const ExtraTimeGiven = z.object({ revision: z.number().int(), before: z.array(ExtraTime) });
export type ExtraTimeGiven = z.infer<typeof ExtraTimeGiven>;

const movesEnd = z.boolean().default(true);
const Interval = z.object({
  fromMs: InstantMs,
  toMs: InstantMs.describe('the first instant that counts again'),
  movesEnd: movesEnd.describe('moves the end later by the length of the interval'),
});
export const RemoveInterval = Interval.extend({ basedOnRevision });
export const RestoreInterval = z.object({
  movesEnd: movesEnd.describe('takes the end back if the interval moved it'),
  basedOnRevision,
});
export const IntervalParams = ContestParams.extend({ intervalId: Id });

/** An interval to cut out, or the number of one to put back. */
export const PreviewInterval = z.union([Interval, z.object({ intervalId: Id, movesEnd })]);
export type PreviewInterval = z.infer<typeof PreviewInterval>;
export const IntervalPreview = z.object({
  solutions: z.number().int().describe('of participants, sent in the interval'),
  participants: z.number().int().describe('who sent them'),
  rows: ContestChangePreview.shape.rows,
  endBeforeMs: InstantMs,
  endAfterMs: InstantMs,
});
export type IntervalPreview = z.infer<typeof IntervalPreview>;

/** What organisers decided about a participant. */
export const PersonAdjustment = z.object({
  isOfficial: z.boolean().describe('takes part in the competition; false: out of it'),
  isDisqualified: z.boolean(),
  penaltyMin: z
    .number()
    .int()
    .min(-MAX_ADJUSTMENT_MIN)
    .max(MAX_ADJUSTMENT_MIN)
    .describe('minutes added to the penalty; negative: taken off'),
  startShiftMin: z.number().int().min(0).max(MAX_START_SHIFT_MIN).describe('starts that much later'),
  isFromAnywhere: z.boolean().describe('takes part from any address, whatever networks the contest names'),
  reason: JuryReason.describe('for the jury; required for a disqualification and for minutes of penalty'),
});
export type PersonAdjustment = z.infer<typeof PersonAdjustment>;

/** A field that is spelt wrong is refused: what is absent stays, so that the decision would not be made, without a word. */
const SomeOfAdjustment = PersonAdjustment.partial().strict();

/** Decisions about some participants, or the same one about those of a group. What is absent stays. */
export const AdjustPeople = z.union([
  z.object({
    people: z
      .array(SomeOfAdjustment.extend({ userId: Id }))
      .min(1)
      .max(MAX_EXTRA_TIME_PEOPLE),
    basedOnRevision,
  }),
  z.object({ groupId: Id, adjustment: SomeOfAdjustment, basedOnRevision }),
]);
export type AdjustPeople = z.infer<typeof AdjustPeople>;
/** `before` undoes the action when it is sent as the next one, with the new revision. */
export const PeopleAdjusted = z.object({
  revision: z.number().int(),
  before: z.array(PersonAdjustment.extend({ userId: Id })),
});
export type PeopleAdjusted = z.infer<typeof PeopleAdjusted>;

export const PauseJudging = z.object({ isPaused: z.boolean() });
export const CloseProblem = z.object({ isClosed: z.boolean() });
export const DisableProblem = z.object({ isDisabled: z.boolean().describe('counts for nobody') });

export const ControlledPeopleQuery = z.object({
  q: z
    .string()
    .max(200)
    .refine(...NO_ZERO_BYTES)
    .default('')
    .describe('words of the name; empty: participants'),
  among: z
    .enum(['everybody', 'participants', 'others'])
    .default('everybody')
    .describe('who is searched by words; of everybody, participants come first'),
  extraTime: z.enum(['any', 'given']).default('any').describe('`given`: only participants with extra time'),
});
export const ControlledPerson = z.object({
  user: PublicUser,
  isJoined: z.boolean(),
  isOnline: z.boolean().describe('has a page of the contest open'),
  presentMembers: z
    .array(z.object({ user: PublicUser, addresses: z.array(z.string()) }))
    .describe('members who act for this team and have a page of the contest open'),
  hasSignedIn: z.boolean().describe('at any time'),
  isInGroups: z.boolean().describe('may join without being let in'),
  solutionsNumber: z.number().int(),
  extraTimeMs: InstantMs.describe('0: none'),
  adjustment: PersonAdjustment.nullable().describe('null for somebody who does not take part'),
});
export type ControlledPerson = z.infer<typeof ControlledPerson>;
/** The first of them: participants, then others, each by name. */
export const ControlledPeople = z.object({
  people: z.array(ControlledPerson),
  peopleNumber: z.number().int(),
});
export type ControlledPeople = z.infer<typeof ControlledPeople>;
export const AdmitPerson = z.object({ userId: Id });
