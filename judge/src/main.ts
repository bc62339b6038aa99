import { join } from 'node:path';
import type { JudgeHello } from '@balloon/contracts/judging/judge.ts';
import type { Log } from '@balloon/worker/log.ts';
import type { ServerUrl } from '@balloon/worker/web-calls.ts';
import { openCanaries } from '#canaries/fly-canaries.ts';
import type { Fitness } from '#canaries/keep-watch.ts';
import type { SandboxMode } from '#sandbox/sandbox.ts';
import { createJudgeApi } from '#service/judge-api.ts';
import { reportStall } from '#service/report-stall.ts';
import { startService } from '#service/start-service.ts';
import { openWorkNotes } from '#service/work-notes.ts';
import { examineMachine } from '#time-trust/examine-machine.ts';
import { type OpenWorkshop, openWorkshop } from '#workshop/open-workshop.ts';
import ownPackage from '../package.json' with { type: 'json' };

export interface JudgeOptions {
  serverUrl: ServerUrl;
  token: string;
  /** Number of solutions judged at once, 1 to 28. */
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
