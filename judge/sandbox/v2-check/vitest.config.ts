import { defineConfig } from 'vitest/config';

/**
 * Tests that cannot pass there, by words of their names: what joins a group and its test differs between versions of Vitest.
 * Node starts too slowly for the trial of a language.
 */
const NOT_THERE = ['the languages that every judge needs'];
if (process.env.V2_MACHINE === 'process') {
  // User-mode Linux takes 32-bit system calls of a program for 64-bit ones, so that no filter can tell them apart.
  NOT_THERE.push('.*foreign-abi');
  // Debian builds it without /proc/sys/kernel/ns_last_pid: numbers of processes count on there, and the helper warns of
  // that, where these two expect that it is silent.
  NOT_THERE.push(
    '.*numbers of processes and threads',
    '.*of SIGKILL says why',
    '.*does not die of a signal to the judge',
  );
}

/** Runs the judge's tests that need a sandbox, C and Python, on a machine that is emulated and slow. */
export default defineConfig({
  test: {
    include: [
      'judge/sandbox/v2-check/*.test.ts',
      'judge/src/sandbox/*.test.ts',
      'judge/src/{checkers/program-checker,interactive/hostile,judging/judge-rules,testsuite}.test.ts',
    ],
    testNamePattern: new RegExp(`^(?!${NOT_THERE.join('|')})`),
    setupFiles: ['judge/sandbox/v2-check/slow-machine.ts'],
    pool: 'forks',
    // A second process takes so long to start in there that Vitest gives it up.
    isolate: false,
    maxWorkers: 1,
    cache: false,
    reporters: ['verbose'],
    testTimeout: 1_200_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
