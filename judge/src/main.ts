import { addAbortListener } from 'node:events';
import { join } from 'node:path';
import type { JudgeHello } from '@balloon/contracts/judging/judge.ts';
import { errorText, type Log } from '@balloon/worker/log.ts';
import type { ServerUrl } from '@balloon/worker/web-calls.ts';
import { trustCompilers } from '#canaries/compiler-trust.ts';
import { openCanaries } from '#canaries/fly-canaries.ts';
import { type Fitness, keepWatch, type Watch } from '#canaries/keep-watch.ts';
import type { SandboxMode } from '#sandbox/sandbox.ts';
import { runClaimLoop } from '#service/claim-loop.ts';
import { keepFetchingAhead } from '#service/fetch-ahead.ts';
import { createJudgeApi, type JudgeApi } from '#service/judge-api.ts';
import { createJudgeSession } from '#service/judge-session.ts';
import { openOptionTrials } from '#service/option-trials.ts';
import { patientBlobs } from '#service/patient-blobs.ts';
import { importPlace, judgingPlace } from '#service/places.ts';
import { reportStall } from '#service/report-stall.ts';
import { createSlotLending } from '#service/slot-lending.ts';
import { openWorkNotes, type WorkNotes } from '#service/work-notes.ts';
import { examineMachine } from '#time-trust/examine-machine.ts';
import { createIdleGate } from '#workshop/idle-gate.ts';
import { type OpenWorkshop, openWorkshop } from '#workshop/open-workshop.ts';
import ownPackage from '../package.json' with { type: 'json' };

export interface JudgeOptions {
  serverUrl: ServerUrl;
  token: string;
  /** Number of solutions judged at once, 1 to 31. */
  slots: number;
  /** Directory for this judge alone; survives restarts. */
  workDir: string;
  /** Name shown to supervisors, unique for each judge. */
  name: string;
  /** Weakest acceptable isolation; `plain` is a switch for development. */
  sandboxMode?: SandboxMode;
  /** On by default; see `WorkshopOptions`. */
  precompiledHeaders?: boolean;
  /**
   * Whether slots without work run tests of a solution in another slot, where each slot has a core of its own; `always`
   * also where they share cores, which costs exactness of times. `off` by default.
   */
  parallelTests?: 'off' | 'on' | 'always';
  /**
   * What happens when the judge has become slower or faster than at its start: it gets no more work, or its supervisors read
   * a warning (the default: on a shared machine speeds change often).
   */
  onDrift?: 'drain' | 'warn';
  /** See `WorkshopOptions`. */
  languagesFile?: string;
  /**
   * Whether the judge measures its machine and judges the canaries before its first work; on by default. False for tests of
   * other things, which start many judges: it costs half a second of CPU.
   */
  examinesItself?: boolean;
  /** See `WorkshopOptions`. */
  blobsMaxBytes?: number;
  /** Folder in which the operator keeps `testlib.h`, for problem packages without one. */
  testlibFolder?: string;
  /** True when the previous process stopped responding and was killed: its work is under suspicion. */
  afterStall?: boolean;
  log?: Log;
}

export interface RunningJudge {
  mode: SandboxMode;
  languages: readonly { key: string; version: string }[];
  /**
   * Resolves after `close`. Rejects when the judge cannot go on (the server refuses its token, its sandbox died): the
   * process should then end with the error's message, and be started again.
   */
  ended: Promise<void>;
  /** Returns unfinished work to the server and stops. */
  close(): Promise<void>;
}

/** Time in ms in which a finished verdict may still reach the server when the judge closes. */
const LAST_WORDS_MS = 4_000;

/**
 * Starts a judge. It is ready when this resolves; it finds its server by itself, now or later.
 *
 * @throws {Error} with a line for the operator: no sandbox, a sandbox weaker than demanded, no C compiler
 */
export async function startJudge({ log = console, ...options }: JudgeOptions): Promise<RunningJudge> {
  const api = createJudgeApi(options.serverUrl, options.token);
  const notes = openWorkNotes(options.workDir);
  if (options.afterStall) await reportStall(api, notes.left, log);
  const open = await openWorkshop({ ...options, bindCores: true, blobSource: api.blob, log });
  const languages = [...open.workshop.languages.values()].map(({ key, version }) => ({ key, version }));
  const { cores } = open;
  const where = cores ? `on ${cores.length === 1 ? 'core' : 'cores'} ${cores.join(', ')}` : 'on any cores';
  log.info(`Judge ${options.name}: ${options.slots} slots ${where}, sandbox mode ${open.workshop.mode}`);
  for (const { key, version } of languages) log.info(`  ${key}: ${version}`);
  const { examinesItself = true } = options;
  const slot = examinesItself ? open.slots[0] : undefined;
  const machine = slot ? await examineMachine(open.workshop, slot) : null;
  open.warnings.push(...(machine?.warnings ?? []));
  for (const warning of open.warnings) log.warn(`  ${warning}`);

  const { name, slots } = options;
  const { testlibFolder = null } = options;
  const hello = (fitness: Fitness, triedOptions: JudgeHello['triedOptions']) => ({
    ...helloOf({ name, slots, languages }, open, fitness),
    triedOptions,
  });
  const fly = await openCanaries(open.workshop, join(open.workDir, 'canaries'));
  const { parallelTests = 'off' } = options;
  const sharesTests = parallelTests === 'always' || (parallelTests === 'on' && cores !== null);
  const unfit = slot ? await fly(slot, new AbortController().signal) : null;
  if (unfit !== null) log.error(`This judge takes no work: ${unfit}`);
  const canaries = {
    ...{ fly, unfit, firstSpeed: machine?.steadiness ?? null },
    drainsOnDrift: options.onDrift === 'drain',
  };
  const service = startService(open, { api, notes, hello, testlibFolder, sharesTests, canaries, log });
  return { mode: open.workshop.mode, languages, ...service };
}

/** Largest number of warnings in the contract. */
const WARNINGS_MAX = 50;
const WARNING_LENGTH_MAX = 1000;

/** What a judge says of itself. One that cannot be trusted keeps its languages, so that solutions are accepted and wait. */
function helloOf(
  told: Pick<JudgeHello, 'name' | 'slots' | 'languages'>,
  open: OpenWorkshop,
  { unfit, warning }: Fitness,
): JudgeHello {
  const warnings = [unfit, warning, ...open.warnings]
    .filter((line) => line !== null)
    .slice(0, WARNINGS_MAX)
    .map((line) => line.slice(0, WARNING_LENGTH_MAX));
  return { ...told, mode: open.workshop.mode, warnings, version: ownPackage.version, compares: true };
}

/** Runs the slots until the judge is closed or one of them cannot go on. */
function startService(
  open: OpenWorkshop,
  {
    api,
    notes,
    hello,
    testlibFolder,
    sharesTests,
    canaries,
    log,
  }: {
    api: JudgeApi;
    notes: WorkNotes;
    hello: (fitness: Fitness, triedOptions: JudgeHello['triedOptions']) => JudgeHello;
    testlibFolder: string | null;
    sharesTests: boolean;
    canaries: Pick<Watch, 'fly' | 'firstSpeed' | 'drainsOnDrift'> & Pick<Fitness, 'unfit'>;
    log: Log;
  },
) {
  const closing = new AbortController();
  const closed = new AbortController();
  const { openExtraSlot: openSlot } = open;
  let fitness: Fitness = { unfit: canaries.unfit, warning: null };
  const trials = openOptionTrials({
    ...{ workshop: open.workshop, fly: canaries.fly, openSlot, log, closing: closing.signal },
    onTried: () => introduceAgain(),
  });
  const workshop = {
    ...open.workshop,
    blobs: patientBlobs(open.workshop.blobs),
    siteOptions: trials.inForce,
  };
  const session = createJudgeSession(
    api,
    () => hello(fitness, trials.results()),
    ({ options }) => trials.want(options),
    log,
    closing.signal,
  );
  // At once, since the loops wait for work that the server may only give after it.
  function introduceAgain(): void {
    session.introduceAgain();
    session.askOnce(async () => undefined).catch(() => undefined);
  }
  const { died } = open;
  const gate = createIdleGate(open.slots.length);
  const isFit = () => fitness.unfit === null;
  const duties = { session, notes, log, died, isFit, closing: closing.signal, closed: closed.signal };
  const { blobs } = workshop;
  const lending = sharesTests ? createSlotLending(gate) : null;
  const compilers = trustCompilers(workshop);
  const room = { api, workshop, gate, lending, compilers };
  const places = open.slots.map((slot) => judgingPlace(room, slot, slot === open.slots.at(-1)));
  if (openSlot)
    places.push(importPlace({ session, open: { ...open, workshop }, openSlot, blobs, testlibFolder, gate }));
  else log.warn('  all slots judge solutions, so this judge builds no problem packages: give it fewer slots');
  const loops = places.map((place) => runClaimLoop(place, duties));
  const watching = openSlot
    ? keepWatch(
        {
          ...{ ...canaries, workshop, openSlot, gate, log, closing: closing.signal },
          onChange: (now) => {
            fitness = now;
            session.introduceAgain();
          },
        },
        fitness,
      )
    : null;
  const ahead = keepFetchingAhead({ session, blobs, gate, log, closing: closing.signal });

  async function end(): Promise<void> {
    closing.abort();
    const lastWords = setTimeout(() => closed.abort(), LAST_WORDS_MS);
    await Promise.allSettled([...loops, ahead, watching, trials.settled()]);
    clearTimeout(lastWords);
    closed.abort();
    await open.close();
  }

  let ending: Promise<void> | null = null;
  const close = () => {
    ending ??= end();
    return ending;
  };
  const ended = Promise.race([Promise.all(loops), rejectionOf(died)]).then(close, async (error: unknown) => {
    log.error(`The judge cannot go on: ${errorText(error)}`);
    await close();
    throw error;
  });
  ended.catch(() => undefined); // reported above; callers receive it from `ended`
  return { ended, close };
}

/** Never resolves; rejects when the signal aborts. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => addAbortListener(signal, () => reject(signal.reason)));
}
