import { defineConfig } from 'vitest/config';

/** Runs the judge's tests that need a sandbox, C and Python, on a machine that is emulated and slow. */
export default defineConfig({
  test: {
    include: [
      'judge/sandbox/v2-check/*.test.ts',
      'judge/src/sandbox/*.test.ts',
      'judge/src/{checkers/program-checker,interactive/hostile,judging/judge-rules,testsuite}.test.ts',
    ],
    // Node starts too slowly in there for the trial of a language.
    testNamePattern: /^(?!the languages that every judge needs)/,
    setupFiles: ['judge/sandbox/v2-check/slow-machine.ts'],
    pool: 'forks',
    // A second process takes so long to start in there that Vitest gives it up.
    isolate: false,
    maxWorkers: 1,
    cache: false,
    reporters: ['verbose'],
    testTimeout: 1_200_000,
    hookTimeout: 1_800_000,
  },
});
