import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';
import type { ContestControl } from '#contests/contest-control.ts';
import { DeskPlace, type JuryDesk } from '#hall/jury-desk.ts';
import { Language } from '#problems/problems.ts';
import { type TableOwnRow, type TableRows, WatchedTable } from '#scoreboard/scoreboard.ts';
import type { ConsoleLines, OlderConsoleLine } from '#site/console.ts';
import { FaultCause, OutsideServerState, Progress, Solution } from '#solutions/solutions.ts';
import type { TrialRunChanged } from '#solutions/trial-runs.ts';
import {
  type ChatEnvelope,
  type ChatMessageChanged,
  ChatRoom,
  type ChatTyping,
  StartTyping,
} from '#talk/chat.ts';
import type { ContestMessage, MessagesChanged } from '#talk/messages.ts';

/**
 * Socket events. The session of the handshake says who listens; ids in payloads only say what is wanted
 * (`userId` of older clients is read and ignored).
 */
const ContestRoom = z.looseObject({ contestId: Id });
const JoinedContest = ContestRoom.extend({
  tableUpdates: z
    .boolean()
    .default(true)
    .describe('false: no `table update` before `table.listen`, for a page that does not show the table'),
});
const SolutionsRoom = z.looseObject({}).default({});

/**
 * Permission and payload of each client event; the walk-through test fails on a missing event. In contest mode participants
 * send those that are `open`, and of their contest those of a `contest`; the others are closed. Members of a team send those
 * with `takesPart` as the team.
 */
export const CLIENT_EVENTS = {
  'contest.join': { allow: 'user', whileConfined: 'contest', takesPart: true, payload: JoinedContest },
  'contest.left': { allow: 'user', whileConfined: 'open', payload: ContestRoom },
  'table.listen': { allow: 'user', whileConfined: 'contest', takesPart: true, payload: ContestRoom },
  'table.stopListen': { allow: 'user', whileConfined: 'open', payload: ContestRoom },
  'table.watch': { allow: 'user', whileConfined: 'contest', takesPart: true, payload: WatchedTable },
  'table.unwatch': { allow: 'user', whileConfined: 'open', payload: WatchedTable },
  'control.listen': { allow: 'supervisor', payload: ContestRoom },
  'control.stopListen': { allow: 'supervisor', payload: ContestRoom },
  'desk.listen': { allow: 'supervisor', payload: DeskPlace },
  'desk.stopListen': { allow: 'supervisor', payload: DeskPlace },
  'balloons.listen': { allow: 'user', whileConfined: 'contest', payload: ContestRoom },
  'balloons.stopListen': { allow: 'user', whileConfined: 'open', payload: ContestRoom },
  'solutions.listen': { allow: 'user', whileConfined: 'open', payload: SolutionsRoom },
  'solutions.stopListen': { allow: 'user', whileConfined: 'open', payload: SolutionsRoom },
  'chat.listen': { allow: 'user', payload: ChatRoom },
  'chat.stopListen': { allow: 'user', whileConfined: 'open', payload: ChatRoom },
  'console.listenLogs': { allow: 'admin', payload: z.looseObject({}).default({}) },
  'console.stopListenLogs': { allow: 'admin', payload: z.looseObject({}).default({}) },
  'people.listen': { allow: 'supervisor', payload: z.looseObject({}).default({}) },
  'people.stopListen': { allow: 'supervisor', payload: z.looseObject({}).default({}) },
  'chat.startTyping': { allow: 'user', payload: StartTyping },
} as const;
export type ClientEvent = keyof typeof CLIENT_EVENTS;

/** A solution changed: a verdict, or one step towards it. Sent to its author and to supervisors only. */
export const VerdictUpdated = Solution.omit({ verdict: true }).extend({
  verdict: z
    .object({
      id: Id.nullable().describe('null while testing'),
      isTerminal: z.boolean(),
      name: z.string(),
      testNumber: z.number().int(),
      executionTime: z.number(),
      memory: z.number(),
      compilationError: z.string().optional(),
    })
    .optional(),
  _currentAttempt: z.number().int().optional().describe('judging starts again for the n-th time'),
  progress: Progress.nullable(),
});
export type VerdictUpdated = z.infer<typeof VerdictUpdated>;

export const ResetSolution = z.object({ solutionId: Id });
/** Solutions reset in bulk, in place of a `reset solution` for each. */
export const ResetSolutions = z.object({ contestId: Id, solutionIds: z.array(Id) });
export const TableUpdate = z.object({ contestId: Id, seq: z.number().int().optional() });
/** Balloons that their runners see are due, or were moved: clients read them again. */
export const BalloonsChanged = z.object({ contestId: Id });
/** Times, problems or their versions have changed: clients read them again. */
export const ContestChanged = z.object({
  contestId: Id,
  isOwn: z.literal(true).optional().describe('only what concerns the receiver has, such as their own times'),
});
/** Languages were opened or closed, or their judges came or went. */
export const LanguagesChanged = z.object({
  languages: z.array(Language.pick({ id: true, nonactive: true, hasJudge: true })),
});
/** Judging failed for good on a problem, for a cause that supervisors have not been told of lately. */
export const JudgingFault = z.object({
  contestId: Id,
  problemId: Id,
  symbolIndex: z.string(),
  cause: FaultCause,
  solutionId: Id.describe('the newest one that failed'),
});
export type JudgingFault = z.infer<typeof JudgingFault>;
/** A server of an outside system was paused, stopped answering, or takes solutions again. */
export const OutsideServerChanged = z.object({ serverId: Id, server: OutsideServerState });
/** Solutions moved in the queue of an outside server. */
export const OutsidePlaces = z.object({
  places: z.array(z.object({ solutionId: Id, place: z.number().int() })),
});
/** Accounts or their groups were changed by supervisors; null for too many to name. */
export const PeopleChanged = z.object({ userIds: z.array(Id).nullable() });
export const ServerStarted = z.object({ socketId: z.string(), startedAt: InstantMs, nowMs: InstantMs });

/** Events may have been missed: clients read again what is on the screen. */
export const Resync = z.object({});

export interface ServerToClientEvents {
  'server started': (payload: z.infer<typeof ServerStarted>) => void;
  'verdict updated': (payload: VerdictUpdated) => void;
  'new solution': (payload: Solution) => void;
  'reset solution': (payload: z.infer<typeof ResetSolution>) => void;
  'reset solutions': (payload: z.infer<typeof ResetSolutions>) => void;
  /** Goes to those in a contest who joined with it, or listen to it. */
  'table update': (payload: z.infer<typeof TableUpdate>) => void;
  /** Changes of a page that the client watches; at most about three a second. */
  'table rows': (payload: TableRows) => void;
  'table own row': (payload: TableOwnRow) => void;
  'contest changed': (payload: z.infer<typeof ContestChanged>) => void;
  /** State of a contest for its control screen, at most once a second. */
  'contest control': (payload: ContestControl) => void;
  /** Supervisors who look into solutions, at most once a second. */
  'jury desk': (payload: JuryDesk) => void;
  /** At most once a second. */
  'balloons changed': (payload: z.infer<typeof BalloonsChanged>) => void;
  /** Message of a contest under two names with the same payload; older clients know the shorter one. */
  'new message': (payload: ContestMessage) => void;
  'new contest message': (payload: ContestMessage) => void;
  'contest messages changed': (payload: z.infer<typeof MessagesChanged>) => void;
  /** Goes to the other side of the dialog, for which the message is new. */
  'new chat message': (payload: ChatEnvelope) => void;
  /** Copy for the windows of the sender: older clients count every `new chat message` as incoming. */
  'sent chat message': (payload: ChatEnvelope) => void;
  'read chat message': (payload: ChatMessageChanged) => void;
  'delete chat message': (payload: ChatMessageChanged) => void;
  'chat typing': (payload: z.infer<typeof ChatTyping>) => void;
  /** Once per problem and cause, and again when it goes on for long. */
  'judging fault': (payload: JudgingFault) => void;
  'languages changed': (payload: z.infer<typeof LanguagesChanged>) => void;
  'outside server changed': (payload: z.infer<typeof OutsideServerChanged>) => void;
  /** At most once a second. */
  'outside places': (payload: z.infer<typeof OutsidePlaces>) => void;
  'trial run changed': (payload: TrialRunChanged) => void;
  'console lines': (payload: ConsoleLines) => void;
  /** Line of the log, in the form that older clients show. */
  'console.log.scanner': (payload: z.infer<typeof OlderConsoleLine>) => void;
  'console.log.yandex-import': (payload: z.infer<typeof OlderConsoleLine>) => void;
  /** At most twice a second. */
  'people changed': (payload: z.infer<typeof PeopleChanged>) => void;
  resync: (payload: z.infer<typeof Resync>) => void;
}

/** Kinds of rooms that an event may be sent to; who may be in them is decided where they are joined. */
export const AUDIENCES = [
  'everybody',
  'contest',
  'contestUser',
  'contestSupervisors',
  'contestControl',
  'contestDesk',
  'contestBalloons',
  'solutionsOf',
  'solutionsAdmins',
  'solutionsModerators',
  'chatOf',
  'chatSupport',
  'console',
  'peopleAdmins',
  'peopleModerators',
  /** Single sockets whose people were checked one by one. */
  'checkedSocket',
] as const;
export type Audience = (typeof AUDIENCES)[number];

const SOLUTION_ROOMS = [
  'contestUser',
  'contestSupervisors',
  'solutionsOf',
  'solutionsAdmins',
  'checkedSocket',
] as const;
const CHAT_ROOMS = ['chatOf', 'chatSupport'] as const;

/** Audience of each server event; sending elsewhere fails. The walk-through test fails on a missing event. */
export const SERVER_EVENTS = {
  'server started': ['everybody'],
  'verdict updated': SOLUTION_ROOMS,
  'new solution': SOLUTION_ROOMS,
  'reset solution': SOLUTION_ROOMS,
  'reset solutions': SOLUTION_ROOMS,
  'table update': ['contest', 'contestUser', 'contestSupervisors'],
  'table rows': ['checkedSocket'],
  'table own row': ['checkedSocket'],
  'contest changed': ['contest', 'contestUser', 'solutionsOf'],
  'contest control': ['contestControl'],
  'jury desk': ['contestDesk'],
  'balloons changed': ['contestBalloons'],
  'new message': ['contest', 'contestUser', 'contestSupervisors'],
  'new contest message': ['contest', 'contestUser', 'contestSupervisors'],
  'contest messages changed': ['contest', 'contestUser', 'contestSupervisors'],
  'new chat message': CHAT_ROOMS,
  'sent chat message': CHAT_ROOMS,
  'read chat message': CHAT_ROOMS,
  'delete chat message': CHAT_ROOMS,
  'chat typing': CHAT_ROOMS,
  'judging fault': ['contestSupervisors', 'contestControl'],
  'languages changed': ['everybody'],
  'outside server changed': ['everybody'],
  'outside places': ['contestUser', 'contestSupervisors', 'solutionsOf', 'solutionsAdmins'],
  'trial run changed': ['contestUser'],
  'console lines': ['console', 'checkedSocket'],
  'console.log.scanner': ['console', 'checkedSocket'],
  'console.log.yandex-import': ['console', 'checkedSocket'],
  'people changed': ['peopleAdmins', 'peopleModerators'],
  resync: AUDIENCES,
} as const satisfies Record<keyof ServerToClientEvents, readonly Audience[]>;

/** Answer to an event of a client; `code` names the refusal. */
export interface EventReply {
  ok: boolean;
  code?: string;
}

export type ClientToServerEvents = {
  [Event in ClientEvent]: (payload: unknown, done?: (reply: EventReply) => void) => void;
};
