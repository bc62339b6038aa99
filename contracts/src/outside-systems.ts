import { z } from 'zod';
import { Id, InstantMs } from './common.ts';
import { OutsideServerType } from './relay-jobs.ts';

/** Servers and accounts of outside systems, as admins see and change them; Polygon is a server, too. Secrets go in and never come out. */

const SYSTEM = { systemType: OutsideServerType };
const Name = z.string().trim().min(1).max(100);
const Url = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((url) => URL.parse(url)?.username === '' && URL.parse(url)?.password === '', {
    message: 'must have no password in it',
  });
const Fields = z.record(z.string().min(1).max(100), z.string().max(20_000)).default({});
/** Up to an hour; 0 sends without a pause. */
const SendEveryMs = z.number().int().min(0).max(3_600_000);

export const NewOutsideServer = z.object({
  ...SYSTEM,
  name: Name,
  url: Url.nullish().describe('absent: the address of the public system'),
  settings: Fields,
  sendEveryMs: SendEveryMs.nullish().describe(
    'shortest time between two sends of one account; absent: the usual one',
  ),
});
export type NewOutsideServer = z.infer<typeof NewOutsideServer>;

/** Fields that are absent stay as they are. */
export const EditOutsideServer = z.object({
  name: Name.optional(),
  url: Url.optional(),
  settings: Fields.unwrap().optional(),
  sendEveryMs: SendEveryMs.optional(),
});
export type EditOutsideServer = z.infer<typeof EditOutsideServer>;

export const PauseOutsideServer = z.object({ reason: z.string().trim().max(500).default('') });

export const NewOutsideAccount = z.object({ name: Name, credentials: Fields });
export type NewOutsideAccount = z.infer<typeof NewOutsideAccount>;

/** Fields that are absent stay; an empty credential is removed. `isEnabled: true` also forgets why it was disabled. */
export const EditOutsideAccount = z.object({
  name: Name.optional(),
  credentials: Fields.unwrap().optional(),
  isEnabled: z.boolean().optional(),
});
export type EditOutsideAccount = z.infer<typeof EditOutsideAccount>;

const ShownAccount = z.object({
  id: Id,
  name: z.string(),
  /** Credentials that it has; those that are no secret with their value. */
  credentials: z.record(z.string(), z.string().nullable()),
  isEnabled: z.boolean(),
  /** Why it was disabled; null: by an admin, or not at all. */
  reason: z.string().nullable(),
  isBusy: z.boolean(),
  freeAtMs: InstantMs,
  lastSentAtMs: InstantMs.nullable(),
  sentNumber: z.number().int(),
});

const Trouble = z.object({
  id: z.number().int(),
  kind: z.string(),
  message: z.string(),
  happenedAtMs: InstantMs,
  accountId: Id.nullable(),
  solutionId: Id.nullable(),
  /** Request that failed and the beginning of what came back. */
  evidence: z.object({ url: z.string(), status: z.number().int(), body: z.string() }).nullable(),
});

export const OutsideServerView = z.object({
  id: Id,
  ...SYSTEM,
  name: z.string(),
  url: z.string(),
  settings: z.record(z.string(), z.string()),
  sendEveryMs: z.number().int(),
  pausedAtMs: InstantMs.nullable(),
  pauseReason: z.string().nullable(),
  /** Sends wait until then after failures. */
  awayUntilMs: InstantMs,
  problems: z.number().int(),
  waiting: z.number().int().describe('solutions that have no run yet'),
  running: z.number().int().describe('runs without a verdict'),
  unsettled: z.number().int().describe('runs that a supervisor has to settle'),
  accounts: z.array(ShownAccount),
  /** Newest first. */
  troubles: z.array(Trouble),
});
export type OutsideServerView = z.infer<typeof OutsideServerView>;

export const OutsideServers = z.object({
  servers: z.array(OutsideServerView),
  relays: z.array(
    z.object({ name: z.string(), version: z.string(), seenAtMs: InstantMs, isAlive: z.boolean() }),
  ),
});
export type OutsideServers = z.infer<typeof OutsideServers>;

/** Runs that need a supervisor: several may be ours, or the system says what we do not know. */
export const RunsToSettle = z.array(
  z.object({
    solutionId: Id,
    contestId: Id,
    serverId: Id,
    state: z.enum(['sending', 'accepted', 'unsettled']),
    foreignRunId: z.string().nullable(),
    foreignVerdict: z.string().nullable(),
    candidates: z.array(z.string()),
    sentAtMs: InstantMs,
  }),
);
export type RunsToSettle = z.infer<typeof RunsToSettle>;

/** Decision on an unsettled run: its id in the system, or null: nothing was sent, send it (again). */
export const SettleRun = z.object({ runId: z.string().trim().min(1).max(200).nullable() });

export const OutsideServerParams = z.object({ serverId: Id });
export const OutsideAccountParams = z.object({ accountId: Id });
export const OutsideRunParams = z.object({ solutionId: Id });
