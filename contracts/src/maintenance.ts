import { z } from 'zod';
import { Id, InstantMs } from './common.ts';

/** Word to be typed before a restart while a contest runs. */
export const RESTART_WORD = 'RESTART';

/** Judging systems in the form that older clients read: a judge is an account. */
export const OlderStatus = z.array(
  z.object({
    type: z.string(),
    status: z.object({
      freeAccountsNumber: z.number().int(),
      allAccountsNumber: z.number().int(),
      busyAccountsNumber: z.number().int(),
      busyAccounts: z.array(
        z.object({
          instance: z.object({ systemNickname: z.string(), systemLogin: z.string() }),
          lastSentSolutionAtMs: InstantMs,
        }),
      ),
    }),
  }),
);
export type OlderStatus = z.infer<typeof OlderStatus>;

const Waiting = z.object({ waiting: z.number().int(), running: z.number().int() });

/** The state of this installation, for the server screen. */
export const ServerStatus = z.object({
  web: z
    .object({
      version: z.string(),
      nodeVersion: z.string(),
      startedAtMs: InstantMs,
      memoryMb: z.number().int(),
      socketsNumber: z.number().int(),
    })
    .describe('the web process that answers'),
  database: z.object({
    version: z.string(),
    sizeBytes: z.number().int(),
    connections: z.number().int(),
    latencyMs: z.number(),
  }),
  judges: z.array(
    z.object({
      id: Id,
      name: z.string(),
      isAlive: z.boolean(),
      seenAtMs: InstantMs,
      slots: z.number().int(),
      running: z.number().int(),
      mode: z.string(),
      warnings: z.array(z.string()),
      languages: z.array(z.object({ key: z.string(), version: z.string().nullable() })),
    }),
  ),
  queue: z.object({
    verdict: Waiting,
    detail: Waiting,
    trial: Waiting,
    imports: Waiting,
    oldestSentAtMs: InstantMs.nullable().describe('of the solutions that wait for a verdict'),
  }),
  restart: z.object({
    isPossible: z.boolean().describe('false: nothing starts this process again'),
    confirm: z.string().nullable().describe('word to be typed, because the contests run'),
    contests: z.array(z.object({ id: Id, name: z.string() })),
  }),
});
export type ServerStatus = z.infer<typeof ServerStatus>;

/** Older clients send no body. */
export const Restart = z.object({ confirm: z.string().max(100).optional() }).nullish();
export const RestartReply = z.object({ ok: z.literal(true) });
