import type { RunLimits } from '#sandbox/sandbox.ts';

/**
 * Wall time a program may take: a stop for the sleeping and the stuck, never a measurement.
 * Twice the CPU limit plus a second leaves room for a busy machine; CMS uses the same rule.
 */
export function wallLimitMs(cpuMs: number): number {
  return 2 * cpuMs + 1000;
}

/** A second run that lets the CPU decide takes this many times as long; see `deservesPatience`. */
export const PATIENCE = 5;

/** Compilers get this much; a bomb is over soon, a heavy honest template still compiles. */
export const COMPILE_LIMITS = {
  cpuMs: 30_000,
  wallMs: 60_000,
  memoryKb: 2 * 1024 * 1024,
  outputKb: 16 * 1024,
  processes: 256,
  scratchKb: 768 * 1024,
} as const satisfies RunLimits;

/** A checker reads three files; more than this is a broken checker. */
export const CHECKER_LIMITS = {
  cpuMs: 10_000,
  wallMs: 30_000,
  memoryKb: 512 * 1024,
  outputKb: 1024,
  processes: 64,
  // What a validator leaves for the next pass, or what a program unpacks that brings its own commands.
  scratchKb: 128 * 1024,
} as const satisfies RunLimits;

/** What a report on tests may take altogether, whatever the task asks for. */
export const EXCERPTS_MAX_BYTES = 4 * 1024 * 1024;
export const COMMENTS_MAX_BYTES = 1024 * 1024;

/** Private temporary files of a tested program, also charged to its memory. */
export const SCRATCH_KB = 64 * 1024;
/** A compiled program larger than this is not kept (a table filled at compile time, usually a mistake). */
export const PROGRAM_MAX_KB = 64 * 1024;
/** What is kept of a compiler's words. */
export const COMPILER_TEXT_KB = 64;
