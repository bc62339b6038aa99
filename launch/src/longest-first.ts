import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Longest test files, in seconds beside two others on two cores. A long file that starts last would leave the other workers idle,
 * and a fresh clone has no recorded durations.
 */
export const LONGEST: Readonly<Record<string, number>> = {
  'e2e/src/main-job.test.ts': 175,
  'e2e/src/every-route.test.ts': 165,
  'e2e/src/chaos/chaos.test.ts': 125,
  'e2e/src/freeze.test.ts': 75,
  'judge/src/sandbox/hostile.test.ts': 70,
  'judge/src/judging/sample-solutions.test.ts': 70,
  'judge/src/interactive/run-interaction.test.ts': 65,
  'e2e/src/outside-problems.test.ts': 65,
  'server/src/http/routes.test.ts': 60,
  'judge/src/testsuite.test.ts': 60,
  'judge/src/packages/own-packages.test.ts': 50,
  'launch/src/commands/start.test.ts': 45,
  'e2e/src/chat.test.ts': 45,
  'launch/src/commands/npm-start.test.ts': 45,
  'e2e/src/ratings.test.ts': 40,
  'e2e/src/scoreboard.test.ts': 40,
  'e2e/src/relay.test.ts': 40,
  'e2e/src/messages.test.ts': 40,
  'e2e/src/import-package.test.ts': 35,
  'e2e/src/judge-token.test.ts': 35,
  'server/src/features/session/guess-limits.test.ts': 35,
  'e2e/src/outside-servers.test.ts': 35,
  'e2e/src/mixed-contest.test.ts': 35,
  'e2e/src/organiser.test.ts': 35,
  'e2e/src/trial-runs.test.ts': 35,
  'e2e/src/account.test.ts': 35,
  'server/src/features/audit/audit-walk.test.ts': 30,
  'judge/src/languages/languages.test.ts': 30,
  'e2e/src/relay-scan.test.ts': 30,
  'judge/src/main.test.ts': 30,
  'e2e/src/polygon-pull.test.ts': 25,
  'server/src/features/judging/claims.test.ts': 25,
  'e2e/src/send-screen.test.ts': 25,
  'server/src/features/judging/two-processes.test.ts': 25,
  'e2e/src/statements.test.ts': 25,
  'e2e/src/error-catalogue.test.ts': 25,
  'launch/src/postgres.test.ts': 20,
  'launch/src/life-signs.test.ts': 20,
};

/** Starts the longest files first, the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification) =>
      Object.entries(LONGEST).find(([file]) => moduleId.endsWith(`/${file}`))?.[1] ?? 0;
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}
