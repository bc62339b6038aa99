import type { LanguageKey } from '@balloon/domain/languages.ts';
import type { SandboxMode } from '@balloon/judge/sandbox/sandbox.ts';

/** What the doctor found, as `--json` prints it. */
export interface DoctorReport {
  /** The sandbox isolates, and the languages that every site needs work. */
  canJudge: boolean;
  /** What is wrong, a line each with its remedy; empty when nothing is. */
  problems: string[];
  machine: Machine;
  sandbox: SandboxReport;
  /** How far measured times can be trusted; null when there is no sandbox to try it in. */
  times: TimesReport | null;
  database: { kind: 'built-in' | 'own'; usable: boolean; detail: string };
  /** The file that problem packages may need and that we do not bring. */
  testlib: { folder: string; found: boolean };
  /** Empty when there is no sandbox to try them in. */
  languages: LanguageReport[];
  /** Adds all languages that are missing. */
  addAll: string | null;
}

export interface Machine {
  system: string;
  kernel: string;
  cores: number;
  memoryMb: number;
  freeMemoryMb: number;
  dataDir: string;
  /** Free space where the data directory is. */
  freeDiskMb: number;
}

export interface SandboxReport {
  mode: SandboxMode | null;
  cgroup: string | null;
  /** What is lost, a line each with the command that mends it. */
  warnings: readonly string[];
}

export interface TimesReport {
  /** CPU time of a small program that ran several times; null when it did not run. */
  medianMs: number | null;
  /** From the shortest to the longest, in parts of the median. */
  spread: number | null;
  /** What makes times differ, a line each with its remedy. */
  warnings: readonly string[];
}

export interface LanguageReport {
  key: LanguageKey;
  name: string;
  /** Not offered to participants; for what problems bring. */
  authorsOnly: boolean;
  state: 'works' | 'missing' | 'broken';
  version: string | null;
  /** Its hello world, in the sandbox. */
  compileMs: number | null;
  runMs: number | null;
  /** How to add or mend it. */
  remedy: string | null;
  trouble: string | null;
}

/** Without these the sample contest and most others cannot be judged. */
export const NEEDED_LANGUAGES: readonly LanguageKey[] = ['c', 'cpp17', 'cpp20', 'cpp23', 'python3'];
