import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Longest test files, in seconds beside five others on two cores. A long file that starts last would leave the other workers
 * idle, and a fresh clone has no recorded durations.
 */
export const LONGEST: Readonly<Record<string, number>> = {
  'e2e/src/walks/every-route.test.ts': 260,
  'e2e/src/participants/main-job.test.ts': 160,
  'server/src/http/routes.test.ts': 140,
  'e2e/src/walks/freeze.test.ts': 130,
  'e2e/src/chaos/chaos.test.ts': 125,
  'e2e/src/organisers/import-package.test.ts': 100,
  'judge/src/judging/sample-solutions.test.ts': 100,
  'judge/src/sandbox/hostile.test.ts': 100,
  'e2e/src/participants/scoreboard.test.ts': 90,
  'judge/src/compile/compile.test.ts': 85,
  'launch/src/commands/start.test.ts': 85,
  'e2e/src/outside/outside-problems.test.ts': 80,
  'judge/src/packages/own-packages.test.ts': 80,
  'e2e/src/organisers/organiser.test.ts': 75,
  'judge/src/interactive/run-interaction.test.ts': 75,
  'e2e/src/participants/send-screen.test.ts': 70,
  'e2e/src/participants/chat.test.ts': 60,
  'e2e/src/processes/judge-token.test.ts': 60,
  'e2e/src/participants/messages.test.ts': 60,
  'e2e/src/participants/account.test.ts': 55,
  'launch/src/commands/npm-start.test.ts': 55,
  'server/src/features/audit/audit-walk.test.ts': 50,
  'e2e/src/organisers/ratings.test.ts': 45,
  'e2e/src/participants/trial-runs.test.ts': 45,
  'judge/src/testsuite.test.ts': 45,
  'e2e/src/outside/outside-servers.test.ts': 40,
  'e2e/src/outside/relay.test.ts': 40,
  'e2e/src/participants/service-worker.test.ts': 40,
  'e2e/src/participants/statements.test.ts': 40,
  'e2e/src/participants/floating.test.ts': 35,
  'e2e/src/processes/two-processes.test.ts': 35,
  'judge/src/main.test.ts': 35,
  'server/src/features/session/guess-limits.test.ts': 35,
  'e2e/src/organisers/ceremony.test.ts': 30,
  'e2e/src/organisers/groups.test.ts': 30,
  'e2e/src/outside/mixed-contest.test.ts': 30,
  'e2e/src/outside/relay-scan.test.ts': 30,
  'e2e/src/organisers/server-screen.test.ts': 30,
  'server/src/features/judging/leases/claims.test.ts': 30,
  'bench/src/storms/storms-bench.test.ts': 25,
  'e2e/src/participants/contest-frame.test.ts': 25,
  'e2e/src/house/error-catalogue.test.ts': 25,
  'e2e/src/processes/mirror.test.ts': 25,
  'launch/src/processes/life-signs.test.ts': 25,
  'server/src/features/drafts/drafts.test.ts': 25,
  'server/src/features/scoreboard/watching/scoreboard-updates.test.ts': 25,
  'bench/src/contest/contest-bench.test.ts': 20,
  'e2e/src/organisers/balloons.test.ts': 20,
  'e2e/src/organisers/contest-admin.test.ts': 20,
  'e2e/src/organisers/contest-control.test.ts': 20,
  'e2e/src/outside/outside-problem.test.ts': 20,
  'e2e/src/organisers/problem-editor.test.ts': 20,
  'judge/src/compile/compile-files.test.ts': 20,
  'judge/src/languages/languages.test.ts': 20,
  'judge/src/sandbox/run-pair.test.ts': 20,
  'server/src/features/judging/judging.test.ts': 20,
  'systems/src/relay/jobs/jobs.test.ts': 20,
};

/**
 * Kinds of tests one after the other: a worker that goes on with a file of its own kind keeps its imports and its browser.
 * The small files of the last kinds fill the workers up to the end.
 */
const KINDS = ['server', 'whole', 'light', 'pure'];

/** Starts the longest files of each kind first, the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kindOf = ({ project }: TestSpecification) => KINDS.indexOf(project.name);
    const secondsOf = ({ moduleId }: TestSpecification) =>
      Object.entries(LONGEST).find(([file]) => moduleId.endsWith(`/${file}`))?.[1] ?? 0;
    return (await super.sort(files)).toSorted((a, b) => kindOf(a) - kindOf(b) || secondsOf(b) - secondsOf(a));
  }
}
