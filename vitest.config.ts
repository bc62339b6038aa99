import { defineConfig } from 'vitest/config';

/** Tests of every room, on one throw-away PostgreSQL. */
export default defineConfig({
  test: {
    include: ['*/src/**/*.test.{ts,tsx}', '*/test/**/*.test.{ts,tsx}'],
    globalSetup: ['launch/src/test-postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Real compilers, browsers and databases share the cores: a slow machine must not fail a test.
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
