import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Longest test files, in seconds on two quiet cores. A long file that starts last would leave the other worker idle,
 * and a fresh clone has no recorded durations.
 */
export const LONGEST: Readonly<Record<string, number>> = {
  'e2e/src/every-route.test.ts': 220,
  'e2e/src/main-job.test.ts': 145,
  'e2e/src/chaos/chaos.test.ts': 95,
  'e2e/src/freeze.test.ts': 60,
  'e2e/src/statements.test.ts': 60,
  'launch/src/commands/npm-start.test.ts': 50,
  'judge/src/languages/languages.test.ts': 45,
  'e2e/src/import-package.test.ts': 40,
  'e2e/src/chat.test.ts': 35,
  'e2e/src/trial-runs.test.ts': 35,
  'e2e/src/scoreboard.test.ts': 30,
  'judge/src/main.test.ts': 30,
  'judge/src/testsuite.test.ts': 30,
  'judge/src/interactive/run-interaction.test.ts': 25,
  'judge/src/sandbox/hostile.test.ts': 25,
  'judge/src/interactive/hostile.test.ts': 25,
};

/** Starts the longest files first, the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification) =>
      Object.entries(LONGEST).find(([file]) => moduleId.endsWith(`/${file}`))?.[1] ?? 0;
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}
