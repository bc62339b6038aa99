import { z } from 'zod';
import { Id } from '#common.ts';
import { foreignText, JudgeVerdict, StoredCount } from '#judging/judge.ts';
import { SystemType } from '#problems/problems.ts';

/**
 * What relays and the web tell each other over HTTP with `Authorization: Bearer <relay token>`, which judges do not have.
 * A relay carries solutions to outside systems and brings their verdicts: hello → (claim → intent → accepted → progress…
 * → result)…. The lease of a solution is that of judges (leases.ts): it has a fence, is renewed by progress, and a call
 * under an older fence changes nothing. The relay never sees the database.
 */

/** A system that judges outside of Balloon. */
export const OutsideSystemType = SystemType.exclude(['balloon']);

/** Largest fields that systems show, beside which a longer one is cut. */
const MAX_WORDS = 4_000;
const ForeignRunId = z.string().min(1).max(200);

export const RelayHello = z.object({
  name: z.string().min(1).max(100),
  /** Version of Balloon that the relay runs. */
  version: foreignText(100),
});
export type RelayHello = z.infer<typeof RelayHello>;

export const RelayWelcome = z.object({
  relayId: Id,
  leaseMs: z.number().int(),
});
export type RelayWelcome = z.infer<typeof RelayWelcome>;

/** Waits up to `waitMs` for a solution that can be sent or has a run, then answers null. */
export const RelayClaim = z.object({ relayId: Id, waitMs: z.number().int().min(0).max(60_000) });
export type RelayClaim = z.infer<typeof RelayClaim>;

const Fields = z.record(z.string().max(100), z.string().max(20_000));

/** Server of an outside system. */
export const OutsideServer = z.object({
  id: Id,
  systemType: OutsideSystemType,
  url: z.string(),
  settings: Fields,
});
export type OutsideServer = z.infer<typeof OutsideServer>;

/** Account with its secrets: leaves the web in answers to relays only. */
export const OutsideAccount = z.object({
  id: Id,
  credentials: Fields,
  /** Cookies of an earlier session; null: sign in anew. */
  session: z.string().nullable(),
  /** Number or name by which the system lists the account's runs; null: unknown yet. */
  authorId: z.string().nullable(),
});
export type OutsideAccount = z.infer<typeof OutsideAccount>;

/** What is known of a send that was intended before. */
export const OutsideRun = z.object({
  /**
   * `sending`: the request was about to be sent, and its answer is unknown. `accepted`: the system has it; a null id is
   * to be found.
   */
  state: z.enum(['sending', 'accepted']),
  runId: ForeignRunId.nullable(),
  watermark: z.string().max(200).nullable(),
  sentAtMs: z.number().int(),
  /** Looks for the run that found nothing. */
  looks: z.number().int().nonnegative(),
});
export type OutsideRun = z.infer<typeof OutsideRun>;

/** A solution for an outside system. */
export const RelayTask = z.object({
  solutionId: Id,
  fence: z.number().int(),
  /** Length of its lease, which may differ from that of the hello; absent: a web that does not say it. */
  leaseMs: z.number().int().optional(),
  attempt: z.number().int(),
  server: OutsideServer,
  /** Account that sends it, or that has sent it. */
  account: OutsideAccount,
  submission: z.object({
    foreignId: z.string(),
    foreignLanguageId: z.string(),
    languageName: z.string(),
    source: z.string(),
  }),
  /** Null: nothing was sent yet. */
  run: OutsideRun.nullable(),
});
export type RelayTask = z.infer<typeof RelayTask>;
export const RelayClaimReply = z.object({ task: RelayTask.nullable() });

/** Lease of a relay. */
export const RelayLease = z.object({ relayId: Id, solutionId: Id, fence: z.number().int() });
export type RelayLease = z.infer<typeof RelayLease>;

/** Stores that the request is sent next. Only after `goOn: true` may its first byte leave. */
export const RelayIntent = RelayLease.extend({ watermark: z.string().max(200).nullable() });
export type RelayIntent = z.infer<typeof RelayIntent>;
/** `goOn` false: the lease is lost, or something was sent before. */
export const GoOnReply = z.object({ goOn: z.boolean() });

/** The system has the solution. @see OutsideRun for a null id */
export const RelayAccepted = RelayLease.extend({
  runId: ForeignRunId.nullable(),
  /** The system refused the source as a duplicate of this run, whose verdict counts for both. */
  isDuplicate: z.boolean(),
});
export type RelayAccepted = z.infer<typeof RelayAccepted>;
/** `isOurs` false: the run belongs to another solution, or the lease is lost. */
export const AcceptedReply = z.object({ isOurs: z.boolean() });

/** What a failure asks for, see `FailureKind` of systems/src/failures.ts. */
export const OutsideFailure = z.object({
  kind: z.enum(['down', 'rate', 'signedOut', 'challenge', 'refused', 'drift']),
  message: foreignText(MAX_WORDS),
  retryAfterMs: z.number().int().nonnegative().max(86_400_000).nullish(),
  /** Page that could not be read. */
  evidence: z
    .object({ url: z.string().max(2000), status: z.number().int(), body: foreignText(25_000) })
    .nullish(),
});
export type OutsideFailure = z.infer<typeof OutsideFailure>;

/** The system has certainly not taken the solution: it waits again, or is refused for good (`refused`). */
export const RelayNotSent = RelayLease.extend({ failure: OutsideFailure });
export type RelayNotSent = z.infer<typeof RelayNotSent>;

/**
 * A look for a run whose answer was lost. `none`: not there; after enough looks the solution is sent again, and after
 * enough such sends a supervisor decides.
 * `several`: more than one may be it; a supervisor decides.
 */
export const RelayLook = RelayLease.extend({
  found: z.enum(['none', 'several']),
  /** Ids of several. */
  candidates: z.array(ForeignRunId).max(20),
  /** How the send was answered, where this relay has sent it: supervisors see it. */
  words: foreignText(MAX_WORDS).nullish(),
});
export type RelayLook = z.infer<typeof RelayLook>;
/** `again`: look again later; `send`: nothing was sent, and the queue has it again; `stop`: no longer this relay's. */
export const LookReply = z.object({ next: z.enum(['again', 'send', 'stop']) });

/** A failure of a poll or a look; the run goes on. */
export const RelayTrouble = RelayLease.extend({ failure: OutsideFailure });
export type RelayTrouble = z.infer<typeof RelayTrouble>;

/** Step of the system's judge; extends the lease. */
export const RelayProgress = RelayLease.extend({
  /** Null: no news. */
  step: z.object({ state: z.enum(['compiling', 'testing']), testNumber: StoredCount }).nullable(),
  /** The system's own words, as shown. */
  foreignVerdict: foreignText(200).nullable(),
  /** The words are unknown to us, or the verdict is late: supervisors look at it. */
  isStrange: z.boolean(),
});
export type RelayProgress = z.infer<typeof RelayProgress>;

/** Verdicts that a relay may report: those of judges, and those that only other systems have. */
const VerdictOfSystem = z.enum([...JudgeVerdict.options, 'ignored', 'disqualified']);

/** Verdict of the system. */
export const RelayResult = RelayLease.extend({
  verdict: VerdictOfSystem,
  foreignVerdict: foreignText(200),
  testNumber: StoredCount,
  timeMs: StoredCount.nullable(),
  memoryKb: StoredCount.nullable(),
  score: z.number().nullable(),
  compilationError: foreignText(70_000).nullable(),
});
export type RelayResult = z.infer<typeof RelayResult>;
export const RelayStored = z.object({ stored: z.boolean() });

/** Returns work unchanged: the relay closes. */
export const RelayRelease = RelayLease;

/** Session of an account after a sign-in or a change of its cookies. */
export const RelaySession = z.object({
  relayId: Id,
  accountId: Id,
  session: z.string().max(200_000).nullable(),
  authorId: z.string().max(200).nullable(),
});
export type RelaySession = z.infer<typeof RelaySession>;
