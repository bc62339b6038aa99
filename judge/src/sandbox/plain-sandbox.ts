import { join } from 'node:path';
import { copyIn, fetchFiles, removeFiles } from '#sandbox/plain-files.ts';
import { type PlainProgram, startPlainProgram, wire } from '#sandbox/plain-program.ts';
import type { RunningSandbox } from '#sandbox/running-sandbox.ts';
import type {
  PairedRequest,
  PairedResult,
  RowRequest,
  RowResult,
  RowStep,
  RunRequest,
  RunResult,
  SandboxSlot,
} from '#sandbox/sandbox.ts';
import { warningsFor } from '#sandbox/sandbox-warnings.ts';

/*
 * Sandbox without isolation: for developing on a machine without even user namespaces, and never for a contest. A
 * program is a process group with resource limits; /box and /w are replaced in its arguments by real directories.
 */

/** Opens the sandbox without isolation; the caller must have asked for it by name. */
export function openPlainSandbox(workDir: string): RunningSandbox {
  return {
    abilities: {
      mode: 'plain',
      cgroup: 'none',
      warnings: warningsFor('plain', { lost: '', ignoresSwap: false }),
    },
    helperPid: undefined,
    died: new AbortController().signal,
    async openSlot(number) {
      return new PlainSlot(number, join(workDir, `plain-${number}`));
    },
    async close() {},
  };
}

class PlainSlot implements SandboxSlot {
  readonly number: number;
  readonly #scratch: string;
  #program: PlainProgram | null = null;

  constructor(number: number, scratch: string) {
    this.number = number;
    this.#scratch = scratch;
  }

  async run(request: RunRequest): Promise<RunResult> {
    return this.#finish(request, await this.#start(request, 'files'));
  }

  /** Runs the first alone: a row only saves time. */
  async runInRow(request: RowRequest, [first]: readonly RowStep[]): Promise<RowResult> {
    return { passed: [], last: await this.run({ ...request, ...(first ? { stdin: first.stdin } : {}) }) };
  }

  runWith(request: PairedRequest, peer: SandboxSlot, peerRequest: PairedRequest) {
    if (!(peer instanceof PlainSlot)) throw new Error(`Slot ${peer.number} belongs to another sandbox`);
    const started = Promise.all([this.#start(request, 'wires'), peer.#start(peerRequest, 'wires')]);
    const wired = started.then(([left, right]) => {
      wire(left, right);
      wire(right, left);
      return { left, right };
    });
    return [
      wired.then(({ left }) => this.#finish(request, left)),
      wired.then(({ right }) => peer.#finish(peerRequest, right)),
    ] as const;
  }

  async stop(): Promise<void> {
    this.#program?.stop('stopped');
  }

  close(): Promise<void> {
    return removeFiles(this.#scratch);
  }

  async #start(request: RunRequest, streams: 'files' | 'wires'): Promise<PlainProgram> {
    await copyIn(this.#scratch, request);
    this.#program = await startPlainProgram(this.#scratch, request, streams);
    return this.#program;
  }

  async #finish(request: RunRequest, program: PlainProgram): Promise<PairedResult> {
    const result = await program.result;
    this.#program = null;
    return { ...result, fetched: await fetchFiles(this.#scratch, request) };
  }
}
