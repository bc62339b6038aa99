import { vi } from 'vitest';
import { SLOWNESS } from '#sandbox/testing.ts';

/** Stretches the judge's own limits of time, which hold for compilers and checkers on machines that are not emulated. */
const stretch = (limits: Record<string, number>) =>
  Object.fromEntries(Object.entries(limits).map(([name, ms]) => [name, ms * SLOWNESS]));

vi.mock('#languages/toolchain.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#languages/toolchain.ts')>();
  return { ...original, COMPILE_CPU_MS: stretch(original.COMPILE_CPU_MS) };
});

vi.mock('#run/limits.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#run/limits.ts')>();
  const { cpuMs, wallMs, ...others } = original.CHECKER_LIMITS;
  return { ...original, CHECKER_LIMITS: { ...others, ...stretch({ cpuMs, wallMs }) } };
});
