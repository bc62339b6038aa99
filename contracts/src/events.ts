import { z } from 'zod';
import {
  type ChatEnvelope,
  type ChatMessageChanged,
  ChatRoom,
  type ChatTyping,
  StartTyping,
} from './chat.ts';
import { Id, InstantMs } from './common.ts';
import type { ContestMessage, MessagesChanged } from './messages.ts';
import { Progress, Solution } from './solutions.ts';
import type { TrialRunChanged } from './trial-runs.ts';

/**
 * Socket events. The session of the handshake says who listens; ids in payloads only say what is wanted
 * (`userId` of older clients is read and ignored).
 */
export const ContestRoom = z.looseObject({ contestId: Id });
export const SolutionsRoom = z.looseObject({}).default({});

/** Whom an event from a client is for; the walk-through test fails on an event that is missing here. */
export const CLIENT_EVENTS = {
  'contest.join': { allow: 'user', payload: ContestRoom },
  'contest.left': { allow: 'user', payload: ContestRoom },
  'solutions.listen': { allow: 'user', payload: SolutionsRoom },
  'solutions.stopListen': { allow: 'user', payload: SolutionsRoom },
  'chat.listen': { allow: 'user', payload: ChatRoom },
  'chat.stopListen': { allow: 'user', payload: ChatRoom },
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
/** Many at once, in place of a `reset solution` for each. */
export const ResetSolutions = z.object({ contestId: Id, solutionIds: z.array(Id) });
export const TableUpdate = z.object({ contestId: Id, seq: z.number().int().optional() });
/** Times, problems or their versions are others now: read them again. */
export const ContestChanged = z.object({ contestId: Id });
export const ServerStarted = z.object({ socketId: z.string(), startedAt: InstantMs, nowMs: InstantMs });

/** Something may have been missed: read again what is on the screen. */
export const Resync = z.object({});

export interface ServerToClientEvents {
  'server started': (payload: z.infer<typeof ServerStarted>) => void;
  'verdict updated': (payload: VerdictUpdated) => void;
  'new solution': (payload: Solution) => void;
  'reset solution': (payload: z.infer<typeof ResetSolution>) => void;
  'reset solutions': (payload: z.infer<typeof ResetSolutions>) => void;
  'table update': (payload: z.infer<typeof TableUpdate>) => void;
  'contest changed': (payload: z.infer<typeof ContestChanged>) => void;
  /** Both names carry the same; the shorter one is that of older clients. */
  'new message': (payload: ContestMessage) => void;
  'new contest message': (payload: ContestMessage) => void;
  'contest messages changed': (payload: z.infer<typeof MessagesChanged>) => void;
  'new chat message': (payload: ChatEnvelope) => void;
  'read chat message': (payload: ChatMessageChanged) => void;
  'delete chat message': (payload: ChatMessageChanged) => void;
  'chat typing': (payload: z.infer<typeof ChatTyping>) => void;
  'trial run changed': (payload: TrialRunChanged) => void;
  resync: (payload: z.infer<typeof Resync>) => void;
}

export type ClientToServerEvents = {
  [Event in ClientEvent]: (payload: unknown, done?: (reply: { ok: boolean; code?: string }) => void) => void;
};
