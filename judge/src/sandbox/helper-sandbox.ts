import { z } from 'zod';
import { encodeRow, encodeRun } from '#sandbox/encode-run.ts';
import { type Field, HelperEndedError } from '#sandbox/helper-process.ts';
import type { LastingHelper } from '#sandbox/lasting-helper.ts';
import type { RunningSandbox } from '#sandbox/running-sandbox.ts';
import type {
  PairedRequest,
  PairedResult,
  RowRequest,
  RowResult,
  RowStep,
  RunRequest,
  RunResult,
  SandboxAbilities,
  SandboxSlot,
} from '#sandbox/sandbox.ts';

const Answer = z.object({ ok: z.boolean() });

const Report = z.object({
  cause: z.enum(['exit', 'signal', 'cpu', 'wall', 'memory', 'output', 'security', 'stopped', 'internal']),
  exitCode: z.number().nullable(),
  signal: z.number().nullable(),
  cpuUs: z.number(),
  wallUs: z.number(),
  starvedUs: z.number(),
  peakKb: z.number(),
  outputBytes: z.number(),
  leftProcesses: z.number(),
  fetched: z.number(),
  helperUs: z.number(),
  message: z.string().nullable(),
  endedUs: z.number(),
  unreadOutput: z.number(),
  unreadInput: z.number(),
});

/** What a report about a row has besides: CPU time in us and memory in KB of the runs before the last. */
const RowReport = z.object({ passed: z.array(z.tuple([z.number(), z.number()])).optional() });

const Looked = z.object({ passed: z.number() });
/** Interval in ms of looks at a row: most rows end before the first one. */
const LOOK_EVERY_MS = 400;

/** Result of a run whose helper died: its end is unknown, and it can be repeated. */
const LOST_RUN = {
  cause: 'internal',
  exitCode: null,
  signal: null,
  cpuUs: 0,
  wallUs: 0,
  starvedUs: 0,
  peakKb: 0,
  outputBytes: 0,
  leftProcesses: 0,
  fetched: [],
  endedUs: 0,
  unreadOutput: 0,
  unreadInput: 0,
} as const satisfies Omit<PairedResult, 'message'>;

/** Sandbox of a running helper. */
export class HelperSandbox implements RunningSandbox {
  readonly abilities: SandboxAbilities;
  readonly #helper: LastingHelper;
  readonly #workDir: string;

  constructor(helper: LastingHelper, workDir: string, abilities: SandboxAbilities) {
    this.#helper = helper;
    this.#workDir = workDir;
    this.abilities = abilities;
  }

  get helperPid(): number | undefined {
    return this.#helper.pid;
  }

  get died(): AbortSignal {
    return this.#helper.died;
  }

  async openSlot(number: number): Promise<SandboxSlot> {
    const { ok } = Answer.parse(
      await this.#helper.ask([
        ['do', 'open'],
        ['slot', number],
      ]),
    );
    if (!ok) throw new Error(`The container of slot ${number} does not come up; see the judge's log`);
    return new HelperSlot(this.#helper, this.#workDir, number);
  }

  close(): Promise<void> {
    return this.#helper.end();
  }
}

class HelperSlot implements SandboxSlot {
  readonly number: number;
  readonly #helper: LastingHelper;
  readonly #workDir: string;
  #busy = false;

  constructor(helper: LastingHelper, workDir: string, number: number) {
    this.#helper = helper;
    this.#workDir = workDir;
    this.number = number;
  }

  async run(request: RunRequest): Promise<RunResult> {
    const fields = this.#encode(request);
    return this.#resultOf(request, this.#helper.ask(fields));
  }

  async runInRow(request: RowRequest, steps: readonly RowStep[]): Promise<RowResult> {
    this.#requireFree();
    const answer = this.#helper.ask(encodeRow(this.#workDir, this.number, request, steps));
    using _looking = request.onPassed ? this.#lookAtRow(request.onPassed) : null;
    const last = await this.#resultOf(request, answer);
    // That of a helper that died is no answer: its runs are lost.
    const { passed = [] } = RowReport.parse(await answer.catch(() => ({})));
    return { passed: passed.map(([cpuUs, peakKb]) => ({ cpuUs, peakKb })), last };
  }

  runWith(
    request: PairedRequest,
    peer: SandboxSlot,
    peerRequest: PairedRequest,
  ): ReturnType<SandboxSlot['runWith']> {
    if (!(peer instanceof HelperSlot) || peer.#helper !== this.#helper) {
      throw new Error(`Slot ${peer.number} belongs to another sandbox than slot ${this.number}`);
    }
    const answers = this.#helper.askPair(this.#encode(request), peer.#encode(peerRequest));
    return [this.#resultOf(request, answers[0]), peer.#resultOf(peerRequest, answers[1])] as const;
  }

  async stop(): Promise<void> {
    Answer.parse(
      await this.#helper.ask([
        ['do', 'stop'],
        ['slot', this.number],
      ]),
    );
  }

  async close(): Promise<void> {
    Answer.parse(
      await this.#helper.ask([
        ['do', 'close'],
        ['slot', this.number],
      ]),
    );
  }

  /** Tells how many runs of the row passed, until this is disposed of. */
  #lookAtRow(onPassed: (number: number) => void): Disposable {
    let isOver = false;
    const timer = setInterval(async () => {
      // A helper that died ends the row itself.
      const looked = await this.#helper
        .ask([
          ['do', 'look'],
          ['slot', this.number],
        ])
        .catch(() => null);
      if (looked !== null && !isOver) onPassed(Looked.parse(looked).passed);
    }, LOOK_EVERY_MS);
    return {
      [Symbol.dispose]() {
        isOver = true;
        clearInterval(timer);
      },
    };
  }

  #encode(request: RunRequest): Field[] {
    this.#requireFree();
    return encodeRun(this.#workDir, this.number, request);
  }

  #requireFree(): void {
    if (this.#busy) throw new Error(`Slot ${this.number} is already running a program`);
  }

  async #resultOf(request: RunRequest, answer: Promise<unknown>): Promise<PairedResult> {
    this.#busy = true;
    try {
      const { fetched, ...report } = Report.parse(await answer);
      const names = (request.filesOut ?? []).map((file) => file.name);
      return { ...report, fetched: names.filter((_, i) => (fetched & (1 << i)) !== 0) };
    } catch (error) {
      if (!(error instanceof HelperEndedError)) throw error;
      return { ...LOST_RUN, message: error.message };
    } finally {
      this.#busy = false;
    }
  }
}
