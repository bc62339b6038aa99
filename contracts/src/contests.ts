import { z } from 'zod';
import { boundedCount, Id, InstantMs, Offset } from '#common.ts';

export const Group = z.object({ id: Id, name: z.string(), color: z.string(), authorId: Id.nullable() });
export type Group = z.infer<typeof Group>;

const CONTEST_STATUSES = [
  'NOT_ENABLED',
  'REMOVED',
  'FINISHED',
  'PRACTICE',
  'FROZEN',
  'WAITING',
  'RUNNING',
] as const;
const ContestStatus = z.enum(CONTEST_STATUSES);

/** Who, besides the author and supervisors, may see something when contest and practice are over. */
export const AfterEnd = z.enum(['supervisors', 'participants']);

/** What times of solves count in: minutes of each, seconds of each, or the sum of seconds as whole minutes. */
export const PenaltyPrecision = z.enum(['minute', 'second', 'total']);
/** Whether rows with equal results share their place, or the earlier last solve decides. */
export const TieBreak = z.enum(['shared', 'lastAccepted']);
/** Rows that share a place stand by the time of joining, or by organisation and name. */
export const TiedRows = z.enum(['joined', 'organization']);
/** People whose solve may be the first of a problem. */
export const FirstSolvers = z.enum(['all', 'official']);
/** People out of competition have places, have none, or are seen by supervisors and themselves only. */
export const UnofficialRows = z.enum(['ranked', 'unranked', 'hidden']);
/** What is sent exactly at the freeze or the end belongs to the time before it, or after it. */
export const EdgeInstants = z.enum(['included', 'excluded']);
/** Solutions of a removed interval count for nobody, or all at the contest time at which it began. */
export const RemovedSolutions = z.enum(['ignored', 'counted']);

/** Stretch cut out of a contest as if it had not been; wall-clock instants. */
export const RemovedInterval = z.object({
  id: Id,
  fromMs: InstantMs,
  toMs: InstantMs.describe('the first instant that counts again'),
  isEndMoved: z.boolean().describe('whether the end moved later by its length'),
});

/** To a participant with extra time its times are their own: the end moves, the freeze and the practice’s end stay. */
export const Contest = z.object({
  id: Id,
  name: z.string(),
  startTimeMs: InstantMs,
  durationTimeMs: InstantMs,
  relativeFreezeTimeMs: InstantMs.describe('from the start to the freeze'),
  practiceDurationTimeMs: InstantMs,
  ownExtraTimeMs: InstantMs.describe('extra time of the caller, within durationTimeMs'),
  ownStartShiftMs: InstantMs.describe('how much later the caller starts, within startTimeMs'),
  windowTimeMs: InstantMs.nullable().describe(
    'a floating contest: length of the window that each participant starts by themselves; null: all start together',
  ),
  ownStartedAtMs: InstantMs.nullable().describe('when the caller started it; null: not yet, or not floating'),
  periodStartTimeMs: InstantMs.describe('start of the main time for everybody'),
  periodEndTimeMs: InstantMs.describe('end of the main time for everybody, without extra time'),
  extraTimeMs: InstantMs.describe('from this end to that of the participant with the most extra time'),
  thawsByHand: z.boolean().describe('the freeze lasts until the organisers open the results'),
  thawedAtMs: InstantMs.nullable().describe('when they did; null: not yet, or not by hand'),
  removedIntervals: z.array(RemovedInterval),
  absoluteFreezeTimeMs: InstantMs,
  absoluteDurationTimeMs: InstantMs.describe('end of the main time'),
  absolutePracticeDurationTimeMs: InstantMs.describe('end of the practice'),
  hasPracticeTime: z.boolean(),
  status: ContestStatus,
  isFrozen: z.boolean(),
  isRated: z.boolean(),
  isEnabled: z.boolean(),
  isSuspended: z.boolean(),
  isListed: z.boolean().describe('false: found by its address only, and by participants'),
  isWithComments: z.boolean(),
  sourcesAfterEnd: AfterEnd.describe('who reads sources once the practice is over, besides their authors'),
  testsAfterEnd: AfterEnd.describe('who reads runs on all tests once the practice is over'),
  showsOrigin: z
    .boolean()
    .describe('participants learn before the end where problems of other systems come from'),
  allowsVirtual: z.boolean().describe('people may take part virtually once it is over'),
  virtualOfId: Id.nullable().describe('the contest in which this one is a virtual participation'),
  wrongTryPenaltyMin: z.number().int().describe('minutes of penalty for a wrong try'),
  countsCompilationErrors: z.boolean().describe('whether a compilation error is a wrong try'),
  penaltyPrecision: PenaltyPrecision,
  tieBreak: TieBreak,
  tiedRows: TiedRows,
  penalizedVerdicts: z
    .array(z.number().int())
    .nullable()
    .describe('ids of the verdicts that are wrong tries; null: those that ran'),
  firstSolvers: FirstSolvers,
  unofficialRows: UnofficialRows,
  edgeInstants: EdgeInstants,
  removedSolutions: RemovedSolutions,
  hasOfficialResults: z.boolean().describe('somebody makes its results final'),
  hasPublicTable: z.boolean().describe('people without an account may read its table'),
  keepsDrafts: z
    .boolean()
    .describe('unsent sources of participants are kept for the organisers while its main time runs'),
  membersAct: z.boolean().describe('members of teams take part as the team from accounts of their own'),
  confines: z
    .boolean()
    .describe('participants who have opened it reach nothing else of the site while its main time runs'),
  bindsDevices: z.boolean().describe('participants take part from one device at a time while it runs'),
  joinsVerdicts: z.boolean().describe('participants see no verdicts but the seven of the ICPC'),
  finalizedAtMs: InstantMs.nullable().describe('when the results became final; null: not yet'),
  allowedGroups: z.array(Group),
  authorId: Id.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  problemsNumber: z.number().int(),
  participantsNumber: z.number().int().describe('without supervisors'),
  joined: z.boolean().describe('the caller takes part'),
  ownTeam: z
    .object({ id: Id, name: z.string() })
    .optional()
    .describe('the team as which the caller takes part; absent: as themselves, and in lists'),
});
export type Contest = z.infer<typeof Contest>;

export const CONTEST_CATEGORIES = [
  'all',
  'showOnlyStarted',
  'showOnlyFrozen',
  'showOnlyFinished',
  'showOnlyPractice',
  'showOnlyEnabled',
  'showOnlyDisabled',
  'showOnlyRemoved',
] as const;
export type ContestCategory = (typeof CONTEST_CATEGORIES)[number];
export const CONTEST_SORTS = ['byStart', 'byId', 'byCreation'] as const;
export type ContestSort = (typeof CONTEST_SORTS)[number];

export const ContestListQuery = z.object({
  count: boundedCount(20, 200),
  offset: Offset,
  category: z.enum(CONTEST_CATEGORIES).catch('all'),
  sort: z.enum(CONTEST_SORTS).catch('byStart'),
  sort_order: z.enum(['asc', 'desc']).catch('desc'),
  query: z.string().max(200).default(''),
});
export type ContestListQuery = z.infer<typeof ContestListQuery>;
export const ContestList = z.object({ contests: z.array(Contest), contestsNumber: z.number().int() });

export const ContestParams = z.object({ contestId: Id });
export const ContestReply = z.object({ contest: Contest });

export const CanJoin = z.object({
  can: z.boolean(),
  joined: z.boolean(),
  confirm: z.boolean(),
  reason: z.enum(['NOT_IN_TIME', 'ACCESS_DENIED']).optional(),
  chooses: z.boolean().optional().describe('the person has to say first as whom, see `part`; absent: no'),
  confines: z.boolean().optional().describe('joining closes the rest of the site until the end; absent: no'),
  bindsDevices: z.boolean().optional().describe('joining binds the person to this device; absent: no'),
});
export type CanJoin = z.infer<typeof CanJoin>;
/** The part that somebody takes in a contest, and those that they may take. */
export const OwnParts = z.object({
  teams: z
    .array(z.object({ id: Id, name: z.string(), username: z.string(), isJoined: z.boolean() }))
    .describe('teams of the person that take part, or may join'),
  isJoined: z.boolean().describe('the person takes part themselves, too'),
  mayJoin: z.boolean().describe('the person may join as themselves'),
  teamId: Id.nullable().describe('the team as which the person takes part now; null: as themselves'),
  isDecided: z.boolean().describe('false: the person has to choose a team first'),
  isHeld: z.boolean().describe('what was chosen holds until the main time is over'),
});
export type OwnParts = z.infer<typeof OwnParts>;
export const ChoosePart = z.object({ teamId: Id.nullable().describe('null: as oneself') });

/** A participant of a contest, by address. */
export const ParticipantParams = z.object({ contestId: Id, userId: Id });
/** `count`: how many solutions went with them. */
export const RemoveReply = z.object({ result: z.literal(true), count: z.number().int() });
export type RemoveReply = z.infer<typeof RemoveReply>;

export const JoinReply = z.object({ result: z.literal(true), previouslyJoined: z.boolean() });
/** Start of a floating contest by a participant; starting again answers the same. */
export const ContestStarted = z.object({
  startedAtMs: InstantMs,
  endTimeMs: InstantMs.describe(
    'end of the own window: with the period at the latest, and later with extra time',
  ),
  previouslyStarted: z.boolean(),
});
export type ContestStarted = z.infer<typeof ContestStarted>;
