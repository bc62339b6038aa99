import { z } from 'zod';
import { encodeRun } from '#sandbox/encode-run.ts';
import type { HelperProcess } from '#sandbox/helper-process.ts';
import type { RunningSandbox } from '#sandbox/running-sandbox.ts';
import type { RunRequest, RunResult, SandboxAbilities, SandboxSlot } from '#sandbox/sandbox.ts';

const Answer = z.object({ ok: z.boolean() });

const Report = z.object({
  cause: z.enum(['exit', 'signal', 'cpu', 'wall', 'memory', 'output', 'security', 'internal']),
  exitCode: z.number().nullable(),
  signal: z.number().nullable(),
  cpuUs: z.number(),
  wallUs: z.number(),
  peakKb: z.number(),
  outputBytes: z.number(),
  leftProcesses: z.number(),
  fetched: z.number(),
  helperUs: z.number(),
  message: z.string().nullable(),
});

/** The sandbox as a running helper offers it. */
export class HelperSandbox implements RunningSandbox {
  readonly abilities: SandboxAbilities;
  readonly #helper: HelperProcess;
  readonly #workDir: string;

  constructor(helper: HelperProcess, workDir: string, abilities: SandboxAbilities) {
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
  readonly #helper: HelperProcess;
  readonly #workDir: string;
  #busy = false;

  constructor(helper: HelperProcess, workDir: string, number: number) {
    this.#helper = helper;
    this.#workDir = workDir;
    this.number = number;
  }

  async run(request: RunRequest): Promise<RunResult> {
    if (this.#busy) throw new Error(`Slot ${this.number} is already running a program`);
    const fields = encodeRun(this.#workDir, this.number, request);
    this.#busy = true;
    try {
      const { fetched, ...report } = Report.parse(await this.#helper.ask(fields));
      const names = (request.filesOut ?? []).map((file) => file.name);
      return { ...report, fetched: names.filter((_, i) => (fetched & (1 << i)) !== 0) };
    } finally {
      this.#busy = false;
    }
  }

  async close(): Promise<void> {
    Answer.parse(
      await this.#helper.ask([
        ['do', 'close'],
        ['slot', this.number],
      ]),
    );
  }
}
