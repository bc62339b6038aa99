import type { RunLimits } from '#sandbox/sandbox.ts';

/**
 * Wall limit of a program in ms: ends programs that sleep or are stuck, and measures nothing. Twice the CPU limit
 * plus a second leaves room for a busy machine; CMS uses the same rule.
 */
export function wallLimitMs(cpuMs: number): number {
  return 2 * cpuMs + 1000;
}

/** Factor of the wall limit in a second run that lets CPU time decide; see `deservesPatience`. */
export const PATIENCE = 5;

/**
 * Time in ms in which a row of tests begins new ones, so that slots that became free can help soon. Twenty starts of Python fit
 * into it; on a busy machine a row costs the judge 0.4 ms of processor time, and the slot stands still for as long.
 */
export const ROW_MS = 350;

/** Limits of every compilation besides its time, which each language declares (`Toolchain.compileCpuMs`). */
export const COMPILE_LIMITS = {
  memoryKb: 2 * 1024 * 1024,
  outputKb: 16 * 1024,
  processes: 256,
  scratchKb: 768 * 1024,
} as const satisfies Omit<RunLimits, 'cpuMs' | 'wallMs'>;

/** Bytes in a second that programs read which parse every number. */
const READ_PER_SEC = 10 * 1024 ** 2;

/**
 * Additional processor time in ms for programs of the jury that read so much: nothing for ordinary tests, minutes for
 * those of gigabytes.
 */
export const readingMs = (bytes: number): number => Math.floor(bytes / READ_PER_SEC) * 1000;

/** Factor between the processor time of a checker and the time for which it may live. */
export const CHECKER_WALL_SHARE = 3;

/** Limits of a checker, which reads three files; one that needs more is broken. */
export const CHECKER_LIMITS = {
  cpuMs: 10_000,
  wallMs: CHECKER_WALL_SHARE * 10_000,
  memoryKb: 512 * 1024,
  outputKb: 1024,
  processes: 64,
  // For what a validator leaves for the next pass, and for programs with their own commands, which are unpacked
  // there.
  scratchKb: 128 * 1024,
} as const satisfies RunLimits;

/** Total size in bytes of the excerpts in a report on tests, whatever the task asks for. */
export const EXCERPTS_MAX_BYTES = 4 * 1024 * 1024;
export const COMMENTS_MAX_BYTES = 1024 * 1024;

/** Size in KB of the private temporary files of a tested program, also charged to its memory. */
export const SCRATCH_KB = 64 * 1024;
/** Size in KB above which a compiled program is refused (a table filled at compile time, usually a mistake). */
export const PROGRAM_MAX_KB = 64 * 1024;
/** Size in KB of the kept output of a compiler. */
export const COMPILER_TEXT_KB = 64;
