import { errorText, type Log } from '@balloon/worker/log.ts';
import type { ServerUrl } from '@balloon/worker/web-calls.ts';
import { type ResolveName, resolveBySystem } from '#http/get-publicly.ts';
import { createRunsInHand } from '#relay/carried.ts';
import { carrySolution } from '#relay/carry-solution.ts';
import { runClaimLoop } from '#relay/claim-loop.ts';
import { createDesks } from '#relay/desks.ts';
import { type Duties, type Pauses, type Systems, USUAL_PAUSES } from '#relay/duties.ts';
import { runJob } from '#relay/jobs/run-job.ts';
import { createRelayApi, type RelayApi } from '#relay/relay-api.ts';
import { createWebContact } from '#relay/web-contact.ts';
import ownPackage from '../../package.json' with { type: 'json' };

export interface RelayOptions {
  /** Address of the server, such as `http://127.0.0.1:3000`. */
  serverUrl: ServerUrl;
  token: string;
  /** Name shown to supervisors, unique for each relay. */
  name: string;
  systems: Systems;
  log?: Log;
  /** Solutions in hand at once. */
  atOnce?: number;
  /** Shorter pauses of tests. */
  pauses?: Partial<Pauses>;
  /** Finds addresses of hosts that statements name. Default: as the system does. */
  resolveName?: ResolveName;
  /** Whole milliseconds since 1970. */
  nowMs?: () => number;
}

export interface RunningRelay {
  /**
   * Resolves after `close`. Rejects when the relay cannot go on (the server refuses its token): the process should then
   * end with the error's message, and be started again.
   */
  ended: Promise<void>;
  /** Returns solutions that are not being sent to the server and stops. */
  close(): Promise<void>;
}

/** Solutions in hand at once: most of them wait for verdicts, which one request serves for many. */
const AT_ONCE = 200;
/** Time in ms in which a send that has begun may still be told to the server when the relay closes. */
const LAST_WORDS_MS = 5_000;

/** Jobs in hand at once, each of another server. */
const JOBS_AT_ONCE = 4;

/** Starts a relay, which finds its server by itself, now or later. */
export function startRelay(options: RelayOptions): RunningRelay {
  return runRelay(createRelayApi(options.serverUrl, options.token), options);
}

/** Runs a relay that talks to the web through the given calls. */
export function runRelay(
  api: RelayApi,
  {
    name,
    systems,
    log = console,
    atOnce = AT_ONCE,
    pauses,
    resolveName = resolveBySystem,
    nowMs = Date.now,
  }: Omit<RelayOptions, 'serverUrl' | 'token'>,
): RunningRelay {
  const closing = new AbortController();
  const closed = new AbortController();
  const contact = createWebContact(api, { name, version: ownPackage.version }, log, closed.signal);
  const carried = new Set<Promise<void>>();
  const duties: Duties = {
    ...{ contact, systems, log, nowMs, resolveName, pauses: { ...USUAL_PAUSES, ...pauses } },
    ...{ closing: closing.signal, closed: closed.signal },
  };
  const loop = claimEverything(duties, carried, atOnce);

  async function end(): Promise<void> {
    closing.abort();
    const lastWords = setTimeout(() => closed.abort(), LAST_WORDS_MS);
    await Promise.allSettled([loop]);
    await Promise.allSettled(carried);
    clearTimeout(lastWords);
    closed.abort();
  }

  let ending: Promise<void> | null = null;
  const close = () => {
    ending ??= end();
    return ending;
  };
  const ended = loop.then(close, async (error: unknown) => {
    log.error(`The relay cannot go on: ${errorText(error)}`);
    await close();
    throw error;
  });
  ended.catch(() => undefined); // reported above; callers receive it from `ended`
  return { ended, close };
}

/** Claims solutions and jobs, which share the accounts, until the relay closes. */
async function claimEverything(
  duties: Duties,
  carried: Set<Promise<void>>,
  solutionsAtOnce: number,
): Promise<void> {
  const desks = createDesks(duties);
  const runs = createRunsInHand();
  const solutions = runClaimLoop(
    {
      ...{ name: 'solutions', atOnce: solutionsAtOnce, isNew: false },
      claim: (api, request, signal) => api.claim(request, signal),
      carry: (task, welcome) => carrySolution(task, welcome, desks, runs, duties),
    },
    carried,
    duties,
  );
  const jobs = runClaimLoop(
    {
      ...{ name: 'jobs', atOnce: JOBS_AT_ONCE, isNew: true },
      claim: (api, request, signal) => api.claimJob(request, signal),
      carry: (job, welcome) => runJob(job, welcome, desks, duties),
    },
    carried,
    duties,
  );
  await Promise.all([solutions, jobs]);
}
