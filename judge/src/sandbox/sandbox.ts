/**
 * Requests to a sandbox, and its results. The helper in `judge/sandbox/` (C) does the work; `start-sandbox.ts` starts
 * it. A slot is one container: one run at a time, many runs one after another. Two slots can run a pair of programs
 * that are connected to each other (`run-pair.ts`).
 */

/**
 * Degree of isolation that this machine allows, found by trying at start. `plain` isolates nothing and is refused for
 * contests.
 */
export type SandboxMode = 'full' | 'delegated' | 'namespaces' | 'plain';

/** Limits of one run. CPU is the sum over all threads and child processes. */
export interface RunLimits {
  cpuMs: number;
  /**
   * CPU time in ms at which a run is stopped that took more than 1.3 times as long by the clock as it computed; `cpuMs`
   * when absent. A run that ends between the two has still exceeded its limit. The plain sandbox does not know it.
   */
  crowdedCpuMs?: number;
  /**
   * Wall time in ms, without the time in which other processes kept the program from the processor
   * (`RunResult.starvedUs`).
   */
  wallMs: number;
  memoryKb: number;
  /** Limit of the standard output, in KB. */
  outputKb: number;
  processes: number;
  /** Size in KB of the private temporary directory /w (with /tmp and /dev/shm inside it), charged to memory too. */
  scratchKb: number;
}

export interface RunRequest {
  /** Command line; argv[0] is an absolute path inside the container. */
  argv: readonly string[];
  env?: Readonly<Record<string, string>>;
  /**
   * Host file that becomes the standard input; empty input when absent. Opened by the helper, never visible by name.
   */
  stdin?: string;
  /** Host file that receives the standard output, counted against `outputKb`; discarded when absent. */
  stdout?: string;
  /** Host file that receives at most `stderrKb` of the standard error; discarded when absent. */
  stderr?: string;
  /** Size in KB of the kept standard error (default 64); the rest is read and discarded. */
  stderrKb?: number;
  /** Host directory shown read-only as /box (the program, or the checker with its three files). */
  box?: string;
  /** Empty directories in /w, made before the run. */
  directories?: readonly string[];
  /**
   * Files copied into /w before the run: host path → name in /w, which may contain one directory. A name that ends
   * with a slash is a directory (one of `directories`) that was fetched under such a name.
   */
  filesIn?: readonly { from: string; name: string }[];
  /**
   * Regular files fetched from /w after the run, when they exist: name in /w → host path. A name that ends with a
   * slash is a directory: its regular files are packed into one, in the sandbox's own format. Fetched in the given
   * order; a file fetched out of a directory is no longer in it.
   */
  filesOut?: readonly { name: string; to: string; maxKb: number; executable?: boolean }[];
  limits: RunLimits;
}

/**
 * Cause of the end of a run. `stopped`: `SandboxSlot.stop` was called. `internal` is a failure of the sandbox and
 * never the program's fault.
 */
export type RunCause =
  | 'exit'
  | 'signal'
  | 'cpu'
  | 'wall'
  | 'memory'
  | 'output'
  | 'security'
  | 'stopped'
  | 'internal';

export interface RunResult {
  cause: RunCause;
  /** Exit code, when the program exited by itself. */
  exitCode: number | null;
  /** Signal number, when a signal ended it. */
  signal: number | null;
  cpuUs: number;
  wallUs: number;
  /**
   * Part of `wallUs` during which the program was ready to run and other processes had the processor, as the scheduler
   * counts it; 0 for a run alone that ended within 100 ms. Absent in the plain sandbox, which does not measure it.
   */
  starvedUs?: number;
  /** Peak memory of the whole run in KB. */
  peakKb: number;
  /**
   * Bytes written to standard output before any limit cut it. In a pair: bytes that the first process wrote anywhere.
   */
  outputBytes: number;
  /** Processes that were still alive when the first one ended; all killed. */
  leftProcesses: number;
  /** Time from request to answer within the helper: `wallUs`, copying of files, and the overhead of the sandbox. */
  helperUs?: number;
  /** Names of `filesOut` that were fetched. */
  fetched: readonly string[];
  /** Explanation of `internal` and `security`. */
  message: string | null;
}

/** Run of a row: what differs from the others. */
export interface RowStep {
  /** Host file that becomes the standard input. */
  stdin: string;
  /** Host file with the output that lets the next run begin. */
  expected: string;
}

/** Request for runs of one program in a row. */
export interface RowRequest extends Omit<RunRequest, 'stdin' | 'filesOut'> {
  /** Host file that receives the output of each run, and in the end has that of the last. */
  stdout: string;
  /** Time in ms from the beginning of the row in which runs may begin. */
  beginWithinMs: number;
  /** Receives the number of runs that passed, some times a second while the row goes on. */
  onPassed?: (number: number) => void;
}

/** Largest number of runs in a row. */
export const ROW_MAX = 32;

/** Size in bytes up to which an output is compared in a row (`judge/sandbox/keeper/row.c`). */
export const ROW_COMPARED_BYTES = 64 * 1024;

export interface RowResult {
  /** Runs before the last one: each ended with exit code 0, within its limits and with the expected output. */
  passed: readonly Pick<RunResult, 'cpuUs' | 'peakKb'>[];
  last: RunResult;
}

/** Request for one of two programs that are connected to each other: each reads the other's output. */
export interface PairedRequest extends Omit<RunRequest, 'stdin' | 'stdout'> {
  /**
   * Time in ms by which the peer's end of input is delayed after a signal or an exit code other than 0: a peer that
   * ends within that time did so by itself.
   */
  lingerMs?: number;
}

export interface PairedResult extends RunResult {
  /** Time at which the peer could first notice the end, in microseconds of a clock that both share. */
  endedUs: number;
  /** Bytes that the peer had not read, and that this run had not read, when it ended first; 0 for the second. */
  unreadOutput: number;
  unreadInput: number;
}

/** Container of a sandbox. Runs are serial: a second `run` before the first one ended is an error of the caller. */
export interface SandboxSlot {
  readonly number: number;
  run(request: RunRequest): Promise<RunResult>;
  /**
   * Runs a program on one input after another. The next run begins only after one that ended with exit code 0, within its
   * limits and, byte for byte, with the expected output; and in time.
   *
   * @param steps 1 to `ROW_MAX`; at least the first one is run
   */
  runInRow(request: RowRequest, steps: readonly RowStep[]): Promise<RowResult>;
  /**
   * Runs a program here and another one in a second slot of the same sandbox; the output of each is the input of the
   * other. Each has its own limits and ends by itself; see `run-pair.ts`.
   */
  runWith(
    request: PairedRequest,
    peer: SandboxSlot,
    peerRequest: PairedRequest,
  ): readonly [Promise<PairedResult>, Promise<PairedResult>];
  /** Ends the run in progress, which then returns its result; does nothing without one. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Abilities of this machine; shown with every judge and by `balloon doctor`. */
export interface SandboxAbilities {
  mode: SandboxMode;
  cgroup: 'v1' | 'v2' | 'hybrid' | 'none';
  /** Lines about what is lost in this mode, each with the command that mends it. */
  warnings: readonly string[];
}

export interface Sandbox {
  readonly abilities: SandboxAbilities;
  openSlot(number: number): Promise<SandboxSlot>;
  close(): Promise<void>;
}
