import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';
import { OutsideFailure } from '#outside/relay.ts';
import { OutsideServerType } from '#outside/relay-jobs.ts';

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

const Named = z.object({ id: Id, name: z.string() });

const ShownAccount = z.object({
  id: Id,
  name: z.string(),
  /** Credentials that it has; those that are no secret with their value. */
  credentials: z.record(z.string(), z.string().nullable()),
  isEnabled: z.boolean(),
  /** What has disabled it; null: it is enabled. `sealed`: its secrets were encrypted with another key. */
  disabledBy: z.enum(['admin', 'signedOut', 'challenge', 'sealed']).nullable(),
  /** Words of what has disabled it. */
  reason: z.string().nullable(),
  isBusy: z.boolean(),
  freeAtMs: InstantMs,
  lastSentAtMs: InstantMs.nullable(),
  sentNumber: z.number().int(),
});

const Trouble = z.object({
  id: z.number().int(),
  kind: OutsideFailure.shape.kind,
  message: z.string(),
  happenedAtMs: InstantMs,
  accountId: Id.nullable(),
  solution: z.object({ id: Id, contestId: Id }).nullable(),
  hasEvidence: z.boolean().describe('whether the page that could not be read was kept'),
});
export type OutsideTrouble = z.infer<typeof Trouble>;

/** A trouble with the request that failed and the beginning of what came back, which is read when somebody asks. */
export const OutsideTroubleView = Trouble.extend({
  evidence: z.object({ url: z.string(), status: z.number().int(), body: z.string() }).nullable(),
});
export type OutsideTroubleView = z.infer<typeof OutsideTroubleView>;

export const OutsideServerView = z.object({
  id: Id,
  ...SYSTEM,
  name: z.string(),
  url: z.string(),
  settings: z.record(z.string(), z.string()),
  sendEveryMs: z.number().int(),
  pausedAtMs: InstantMs.nullable(),
  pauseReason: z.string().nullable(),
  /** Admin who has paused it; null: nobody, or somebody who is gone. */
  pausedBy: Named.nullable(),
  hasDrifted: z.boolean().describe('a page has changed, and nobody has looked at it since'),
  /** Sends wait until then after failures. */
  awayUntilMs: InstantMs,
  problems: z.number().int(),
  firstProblem: z.string().nullable().describe('identifier of a problem there, for trials'),
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

/** What waits for a human; zeros: nothing. */
export const OutsideAttention = z.object({
  unsettled: z.number().int().describe('runs that a supervisor has to settle'),
  drifted: z.number().int().describe('servers that wait because a page has changed'),
  disabled: z.number().int().describe('accounts that were disabled by a failure'),
});
export type OutsideAttention = z.infer<typeof OutsideAttention>;

/** Run in a system. */
const ForeignRun = z.object({ runId: z.string(), url: z.string().nullable().describe('page for people') });

/** Runs that need a supervisor: several may be ours, or the system says what we do not know. */
export const RunsToSettle = z.array(
  z.object({
    solutionId: Id,
    contest: Named,
    problem: z.object({ id: Id, title: z.string() }),
    author: Named,
    server: Named.extend(SYSTEM),
    account: z.string().nullable(),
    state: z.enum(['sending', 'accepted', 'unsettled']),
    run: ForeignRun.nullable(),
    /** The system's own words, as last shown. */
    foreignVerdict: z.string().nullable(),
    candidates: z.array(ForeignRun),
    sentAtMs: InstantMs,
  }),
);
export type RunsToSettle = z.infer<typeof RunsToSettle>;
export type RunToSettle = RunsToSettle[number];

/** Decision on an unsettled run: its id in the system, or null: nothing was sent, send it (again). */
export const SettleRun = z.object({ runId: z.string().trim().min(1).max(200).nullable() });

export const OutsideServerParams = z.object({ serverId: Id });
export const OutsideAccountParams = z.object({ accountId: Id });
export const OutsideRunParams = z.object({ solutionId: Id });
export const OutsideTroubleParams = z.object({ troubleId: z.coerce.number<string>().int().positive() });
