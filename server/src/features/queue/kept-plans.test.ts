import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Claimer, claimNext, findTests } from '#features/queue/claim.queries.ts';
import { findPermission } from '#features/queue/judges.queries.ts';
import { extendAndTell } from '#features/queue/lease.queries.ts';
import { findTrialWork } from '#features/trial-runs/trial-runs.queries.ts';
import { countPlans } from '#testing/count-plans.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const CLAIM: Claimer = {
  ...{ judgeId: 1, languageKeys: ['python3'], leaseMs: 1 },
  ...{ takes: ['solution'], takesBulk: true },
};
const STEP = { state: 'testing', testNumber: 1 } as const;

test('what each claim and each step asks for is planned once per connection', async () => {
  const plans = await countPlans(server.services, async (db) => {
    for (let claim = 0; claim < 8; claim += 1) {
      await findPermission(db, { judgeId: 1, tokenHash: Buffer.alloc(32) });
      await claimNext(db, CLAIM);
      await findTests(db, 1, 'all');
      await findTests(db, 1, 'samples');
      await findTrialWork(db, 1);
      await extendAndTell(db, { solutionId: 1, fence: 1, judgeId: 1 }, STEP, 1);
    }
  });

  expect(plans).toEqual([
    { name: 'all tests', made: 5, kept: 3 },
    { name: 'claim', made: 5, kept: 3 },
    { name: 'permission of a judge', made: 5, kept: 3 },
    { name: 'samples tests', made: 5, kept: 3 },
    { name: 'step of a solution', made: 5, kept: 3 },
    { name: 'trial run', made: 5, kept: 3 },
  ]);
});
