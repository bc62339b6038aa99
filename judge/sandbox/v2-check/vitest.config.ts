import { defineConfig } from 'vitest/config';

/** Runs the sandbox's tests only, on a machine that is emulated and slow. */
export default defineConfig({
  test: {
    include: ['judge/src/sandbox/*.test.ts', 'judge/sandbox/v2-check/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    cache: false,
    reporters: ['verbose'],
    testTimeout: 1_200_000,
    hookTimeout: 1_800_000,
  },
});
