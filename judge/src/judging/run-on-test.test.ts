import { afterAll, expect, test } from 'vitest';
import { startTestJudge, type TestProblem } from '#testing/test-workshop.ts';

const judge = await startTestJudge();
afterAll(() => judge[Symbol.asyncDispose]());

/** Problem whose wall limit stops a run after 2.2 s. */
const PROBLEM: TestProblem = {
  timeLimitMs: 600,
  memoryLimitKb: 65_536,
  checker: { kind: 'tokens' },
  tests: [{ input: '', answer: 'done' }],
};

/** Imitates a crowded machine: gets a tenth of the processor, by sleeping after each piece of work. */
function crowded(cpuMs: number): string {
  return `import time
while time.process_time() < ${cpuMs / 1000}:
    piece = time.process_time() + 0.01
    while time.process_time() < piece:
        pass
    time.sleep(0.09)
print("done")`;
}

test.concurrent.each([
  ['within its CPU limit is accepted, though the clock stopped it at first', crowded(350), 'accepted'],
  ['beyond its CPU limit has hit the time limit and was not idle', crowded(60_000), 'timeLimit'],
  ['that only sleeps is idle', 'import time\ntime.sleep(100)', 'idlenessLimit'],
])('a slowed program %s', async (_what, source, verdict) => {
  const outcome = await judge.judge(PROBLEM, 'python3', source);
  expect(outcome.verdict, outcome.detail ?? '').toBe(verdict);
});
