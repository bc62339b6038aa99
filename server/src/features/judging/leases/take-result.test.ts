import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeBackExpired } from '#features/judging/leases/expire-leases.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ leaseMs: 900 });
});
afterAll(() => server.close());

test('a result keeps its lease for as long as it waits for others to be stored', async () => {
  const { given, services } = server;
  const { db } = services;
  const contest = await given.contest();
  await (await given.participant(contest)).submit(contest, {});
  const judge = await startTestJudge(server.url);
  const task = await judge.mustClaim();

  const stored = await db.transaction().execute(async (others) => {
    await others.selectFrom('contest').select('id').where('id', '=', contest.id).forNoKeyUpdate().execute();
    const stored = judge.result(task);
    await expect.poll(() => countLockWaits(db)).toBe(1);
    await db.updateTable('judging').set({ leasedUntilMs: 1 }).execute();
    await takeBackExpired(services);
    const leases = db.selectFrom('judging').select(['leasedUntilMs', 'fence']);
    await expect
      .poll(() => leases.execute())
      .toEqual([{ leasedUntilMs: expect.any(Number), fence: task.fence }]);
    return { stored };
  });

  expect(await stored.stored).toBe(true);
});
