import { z } from 'zod';

/*
 * Fields that the older client reads of the answers, written apart from our contracts: a field that we rename
 * or whose type we change breaks it although our own page still works.
 */

/** Systems that have a name in older clients. */
const systemType = z.enum(['timus', 'acmp', 'cf', 'sgu', 'ejudge', 'yandex', 'yandexOfficial']);
/** Verdicts that have a colour in older clients. */
const coloredId = z.number().min(1).max(19);

/** Field that must not be sent. */
const never = z.undefined().optional();

export const user = z.object({
  id: z.number(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  accessGroup: z.object({ mask: z.number(), name: z.string() }),
  isAdmin: z.boolean(),
  isModerator: z.boolean(),
  isSupervisor: z.boolean(),
  rating: z.number().optional(),
  // Fields of a person that nobody else receives.
  email: never,
  recentActivityTimeMs: never,
});
export const group = z.object({ id: z.number(), name: z.string(), color: z.string() });
export const me = user.extend({
  groups: z.array(group),
  email: z.string().nullable(),
  password: z.string(),
  recentActivityTimeMs: z.number().nullable(),
  lastLoggedTimeMs: z.number().nullable(),
  registerTimeMs: z.number(),
});

export const contest = z.object({
  id: z.number(),
  name: z.string(),
  startTimeMs: z.number(),
  durationTimeMs: z.number(),
  relativeFreezeTimeMs: z.number(),
  practiceDurationTimeMs: z.number(),
  absoluteFreezeTimeMs: z.number(),
  absoluteDurationTimeMs: z.number(),
  absolutePracticeDurationTimeMs: z.number(),
  hasPracticeTime: z.boolean(),
  status: z.enum(['NOT_ENABLED', 'REMOVED', 'FINISHED', 'PRACTICE', 'FROZEN', 'WAITING', 'RUNNING']),
  isFrozen: z.boolean(),
  isRated: z.boolean(),
  isEnabled: z.boolean(),
  isSuspended: z.boolean(),
  allowedGroups: z.array(group),
});

const attachments = z.object({
  config: z
    .object({
      markup: z.string().optional(),
      replaced: z.boolean().optional(),
      files_location: z.string().optional(),
      files_show_embed: z.boolean().optional(),
    })
    .optional(),
  files: z
    .array(
      z.object({
        type: z.string(),
        title: z.string().optional(),
        url: z.string(),
        embedUrl: z.string().optional(),
        downloadUrl: z.string().optional(),
      }),
    )
    .optional(),
  content: z.object({ text: z.string().optional() }).optional(),
});
export const problem = z.object({
  id: z.number(),
  title: z.string(),
  systemType,
  foreignProblemIdentifier: z.string(),
  htmlStatement: z.string(),
  attachments,
  sourceUrl: z.string().optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export const contestProblem = problem.extend({
  internalSymbolIndex: z.string(),
  ProblemToContest: z.object({
    id: z.number(),
    contestId: z.number(),
    problemId: z.number(),
    versionId: z.string().nullable(),
  }),
});
export const listedProblem = contestProblem.extend({
  verdictStatus: z.object({ accepted: z.boolean(), wrongsNumber: z.number() }),
});
/** What opens the form of a contest; the quick view shows the problems without another call. */
export const adminContest = contest.extend({ problems: z.array(listedProblem) });
export const problemSearch = z.object({
  q: z.string(),
  problems: z.array(problem.extend({ acceptedNumber: z.number(), solutionsNumber: z.number() })),
});
/** The editor breaks on `config` without `content`, and on `files` without `config`. */
export const editedProblem = problem.refine(
  ({ attachments: { config, content, files } }) => (!config || content) && (!files || config),
);
export const version = z.object({ uuid: z.string(), versionNumber: z.number() });
export const problemPage = problem.extend({
  connectedContests: z.array(z.object({ id: z.number(), name: z.string() })),
  versions: z.array(version),
  versionNumber: z.number(),
  latestVersionNumber: z.number(),
});

export const verdict = z.object({ id: z.number(), name: z.string(), scored: z.boolean() });
export const language = z.object({
  id: z.number(),
  name: z.string(),
  systemType,
  languageFamily: z.string(),
  nonactive: z.boolean(),
});
export const solution = z.object({
  id: z.number(),
  userId: z.number(),
  problemId: z.number(),
  contestId: z.number(),
  languageId: z.number(),
  verdictId: coloredId.nullable(),
  sentAtMs: z.number(),
  testNumber: z.number(),
  executionTime: z.number(),
  memory: z.number(),
  compilationError: z.string().nullable(),
  duplicatedFromId: z.number().nullable(),
  internalSymbolIndex: z.string(),
  author: user,
  verdict: verdict.extend({ id: coloredId }).nullable(),
  language,
  problem: z.object({
    id: z.number(),
    title: z.string(),
    systemType,
    htmlStatement: never,
  }),
  contest: z.object({ startTimeMs: z.number(), durationTimeMs: z.number() }),
  ip: never,
});
export const solutions = z.object({ solutions: z.array(solution), solutionsNumber: z.number() });

export const table2 = z.object({
  header: z.array(z.object({ problemIndex: z.string(), name: z.string() })),
  rows: z.array(
    z.object({
      user,
      cells: z.array(
        z.object({
          problemSymbol: z.string(),
          result: z.string().regex(/^(—|\+\d*|-\d+)$/),
          acceptedAt: z
            .string()
            .regex(/^-?\d{2,}:\d\d$/)
            .optional(),
          inPractice: z.boolean().optional(),
          cellFrozen: z.boolean().optional(),
        }),
      ),
      acceptedSolutions: z.number(),
      acceptedSolutionsInTime: z.number(),
      penalty: z.number(),
      rank: z.number(),
      displayRank: z.union([z.number(), z.string().regex(/^\d+-\d+$/)]),
      groupNumber: z.number(),
      globalIndex: z.number(),
    }),
  ),
  rowsNumber: z.number(),
  lastSolutionSentAtMs: z.number(),
  isPastQuery: z.boolean(),
  actualTableHash: z.object({ hash: z.string(), createdAtMs: z.number() }),
});
export const table = z.object({
  header: z.object({ row: z.array(z.object({ task: z.object({ index: z.string(), name: z.string() }) })) }),
  rows: z.array(
    z.object({
      user,
      row: z.array(
        z.object({
          task: z.string(),
          result: z.string(),
          time: z.string().optional(),
          inPractice: z.boolean().optional(),
          frozen: z.boolean().optional(),
        }),
      ),
      score: z.number(),
      solutions: z.number(),
      solutionsInTime: z.number(),
      rank: z.number(),
      group: z.number(),
    }),
  ),
});

/** What a send and its live event bring: `time` in place of `postAtMs`. */
export const sentMessage = z.object({
  author: user,
  message: z.object({ asAdmin: z.boolean(), attachments, text: z.string(), time: z.number() }),
});
const listedMessage = z.object({
  author: user,
  message: z.object({
    id: z.number(),
    contestId: z.number(),
    attachments,
    text: z.string(),
    postAtMs: z.number(),
    readAtMs: z.number().nullable(),
    isRead: z.boolean(),
    asAdmin: z.boolean(),
  }),
});
export const messages = z.object({ read: z.array(listedMessage), unread: z.array(listedMessage) });

export const chatMessage = z.object({
  id: z.number(),
  userId: z.number(),
  recipientUserId: z.number(),
  message: z.string(),
  attachments: z.object({}),
  isRead: z.boolean(),
  postAtMs: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export const envelope = z.object({ author: user, recipient: user, message: chatMessage });
export const dialog = z.object({ peer: user, author: user, headMessage: chatMessage });

export const news = z.object({
  id: z.number(),
  title: z.string(),
  body: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  authorId: z.number(),
  User: user,
  Groups: z.array(group),
});

export const ratingChange = z.object({
  id: z.number(),
  realRank: z.number(),
  expectedRank: z.number(),
  score: z.number(),
  ratingBefore: z.number(),
  ratingAfter: z.number(),
  ratingChange: z.number(),
  R: z.number(),
  versionNumber: z.number(),
  versionTimeStampMs: z.number(),
  contestId: z.number(),
  groupId: z.number(),
  userId: z.number(),
});
const shortContest = z.object({ id: z.number(), name: z.string(), startTimeMs: z.number() });
const listedChange = ratingChange.extend({ contest: shortContest, group });
export const ratingHistory = z.object({
  currentRating: z.union([listedChange.extend({ groupRank: z.number() }), z.strictObject({})]),
  ratingChanges: z.array(listedChange),
});
export const ratingTable = z.array(
  ratingChange.extend({
    groupRank: z.number(),
    User: user.extend({ rating: z.number() }),
    Contest: shortContest,
    Group: group,
  }),
);
export const scoreTable = z.object({
  header: z.object({ row: z.array(z.object({ id: z.number(), name: z.string() })) }),
  rows: z.array(
    z.object({
      user,
      row: z.array(z.tuple([z.number(), z.number()])),
      scoreInTime: z.number(),
      scoreInPractice: z.number(),
      scoreSum: z.number(),
    }),
  ),
});

export const result = z.object({ result: z.literal(true) });

/** A step of judging or its end, live. */
export const verdictUpdated = z.object({
  id: z.number(),
  userId: z.number(),
  contestId: z.number(),
  sourceCode: never,
  _currentAttempt: z.number().optional(),
  verdict: z
    .object({
      id: coloredId.nullable(),
      isTerminal: z.boolean(),
      name: z.string(),
      testNumber: z.number(),
      executionTime: z.number(),
      memory: z.number(),
      compilationError: z.string().optional(),
    })
    .optional(),
});
