import { defineConfig } from 'vitest/config';
import { LongestFirst } from './launch/src/tests/longest-first.ts';

/** Rooms whose tests touch neither processes nor shared state: they need no process of their own and no database. */
const PURE = '{domain,contracts,packages,systems,web,worker}';

/** Stories in a browser; what kills processes is not among them. */
const STORIES = 'e2e/src/{browser,house,organisers,outside,participants,processes,sites,walks}/*.test.ts';

/** Tests of other rooms that import the whole server, which costs each process more than a second. */
const WITH_SERVER = [
  'bench/src/{contest/contest-bench,storms/storms-bench}.test.ts',
  'e2e/src/replicas/replicas.test.ts',
  'launch/src/commands/backup.test.ts',
];

/**
 * Small tests that leave nothing behind in modules or in their process: one process for each of them costs a quarter of a
 * second, which is more than most of them take.
 */
const LIGHT = [
  'database/src/*.test.ts',
  'sample/src/{generate/all-inputs,read-sample,sample-contest,solution-header,two-ropes-checker,history/*}.test.ts',
  'bench/src/{report/readme,processes/pin-cores,contest/open-table}.test.ts',
  'judge/src/{cache,canaries,checkers}/{blob-cache,lru-index,speed-drift,comparers,kattis-default}.test.ts',
  'judge/src/{comparing,compile}/{compare-part,compiler-text,leading-includes,source-bundle}.test.ts',
  'judge/src/{interactive,run}/{verdict-of-*,excerpt,run-patiently}.test.ts',
  'judge/src/judging/{large-tests,ordered-results,points,share-tests}.test.ts',
  'judge/src/{languages,packages}/{facts,java-names,missing,agreement,attachments,check-problem,contents,make-rules}.test.ts',
  'judge/src/sandbox/{build-helper,helper-folders,page-cache,run-in-row,run-pair,sandbox-mode,written-again}.test.ts',
  'judge/src/service/{judge-api,option-trials,progress-reporter,slot-lending,work-notes}.test.ts',
  'judge/src/time-trust/{examine-machine,machine-state}.test.ts',
  'judge/src/workshop/{bound-slots,choose-cores,claim-cores,find-languages}.test.ts',
  'launch/src/{bootstrap,say,doctor/{examine-database,print-systems},tests/{longest-first,test-count}}.test.ts',
  'launch/src/{database,files}/{database-ready,start-failure,data-dir,downloaded-package,module-places,page-sources}.test.ts',
  'launch/src/mirror/{kept-files,page-files,start-mirror}.test.ts',
  'launch/src/patterns/{confirm-slowness,find-patterns,proven-patterns}.test.ts',
  'launch/src/{processes,reports}/{judge-env,print-package-report}.test.ts',
];

/** Tests of every room; those that need one share a throw-away PostgreSQL. */
export default defineConfig({
  test: {
    pool: 'forks',
    // Two cores have work for six: most of the time a test waits for a limit, a lease or a browser.
    maxWorkers: 6,
    // Real compilers, browsers and databases share the cores: a slow machine must not fail a test.
    testTimeout: 360_000,
    hookTimeout: 360_000,
    expect: { poll: { timeout: 150_000 } },
    sequence: { sequencer: LongestFirst },
    // Each judge of a test would spend 20 s of a core on them and end before they pay.
    env: { PRECOMPILED_HEADERS: 'off' },
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: [`${PURE}/src/**/*.test.{ts,tsx}`], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['*/src/**/*.test.{ts,tsx}', '*/test/**/*.test.{ts,tsx}'],
          exclude: [`${PURE}/**`, 'server/**', STORIES, ...WITH_SERVER, ...LIGHT, '**/node_modules/**'],
          globalSetup: ['launch/src/tests/test-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'light',
          include: LIGHT,
          globalSetup: ['launch/src/tests/test-postgres.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts', STORIES, ...WITH_SERVER],
          globalSetup: ['launch/src/tests/test-postgres.ts'],
          // Each file has a server and a database of its own; importing the server anew would cost a second each,
          // and a browser for each story another.
          isolate: false,
        },
      },
    ],
  },
});
