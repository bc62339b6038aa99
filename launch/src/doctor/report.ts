import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import type { SandboxMode } from '@balloon/judge/sandbox/sandbox.ts';

/** Findings of the doctor, as `--json` prints them. */
export interface DoctorReport {
  /** Whether the sandbox isolates, and the languages that every site needs work. */
  canJudge: boolean;
  /** Faults, a line each with its remedy; empty when there are none. */
  problems: string[];
  machine: Machine;
  sandbox: SandboxReport;
  /** Degree to which measured times can be trusted; null when there is no sandbox to try it in. */
  times: TimesReport | null;
  database: { kind: 'built-in' | 'own'; usable: boolean; detail: string };
  /** PgBouncer before the database; null when there is none. */
  pooler: { usable: boolean; detail: string } | null;
  /** Streaming replicas of the database, in the order of the setting. */
  replicas: { usable: boolean; detail: string }[];
  /** File that problem packages may need and that Balloon does not include. */
  testlib: { folder: string; found: boolean };
  /** Newest backup in the folder; null without one. */
  backups: { folder: string; newest: { name: string; ageHours: number } | null };
  /** Languages; empty when there is no sandbox to try them in. */
  languages: LanguageReport[];
  /** Command that adds all missing languages. */
  addAll: string | null;
}

export interface Machine {
  system: string;
  kernel: string;
  cores: number;
  memoryMb: number;
  freeMemoryMb: number;
  dataDir: string;
  /** Free space in MB where the data directory is. */
  freeDiskMb: number;
}

export interface SandboxReport {
  mode: SandboxMode | null;
  cgroup: string | null;
  /** Losses, a line each with the command that mends it. */
  warnings: readonly string[];
}

export interface TimesReport {
  /** CPU time in ms of a small program that ran several times; null when it did not run. */
  medianMs: number | null;
  /** Difference of the longest and the shortest time, in parts of the median. */
  spread: number | null;
  /** Causes of differing times, a line each with its remedy. */
  warnings: readonly string[];
}

export interface LanguageReport {
  key: LanguageKey;
  name: string;
  /** Whether it is only for programs of problems and not offered to participants. */
  authorsOnly: boolean;
  state: 'works' | 'missing' | 'broken';
  version: string | null;
  /** Times in ms of its hello world, in the sandbox. */
  compileMs: number | null;
  runMs: number | null;
  /** Command or advice to add or mend it. */
  remedy: string | null;
  trouble: string | null;
}
