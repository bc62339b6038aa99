import type { Db } from '@balloon/database/connect.ts';
import { expect, test } from 'vitest';
import { Confinement } from '#features/contests/confinement/confinement.ts';
import { DatabaseClock } from '#realtime/database-clock.ts';
import { startTestServer } from '#testing/test-server.ts';

/** The database with answers that are held up: the second one, which names the contests in contest mode. */
function withSlowContests(db: Db, untilThen: () => Promise<void>): Db {
  let answers = 0;
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      answers += 1;
      if (answers === 2) await untilThen();
      return result;
    },
  });
}

test('contest mode that begins while its contests are read confines whoever takes part', async () => {
  const server = await startTestServer();
  const { db, announcements, log } = server.services;
  const confinement = new Confinement(db, announcements, new DatabaseClock(db, log));
  const [exam, other] = [await server.given.contest(), await server.given.contest()];
  const setMode = (id: number) =>
    db.updateTable('contest').set({ confines: true }).where('id', '=', id).execute();
  await setMode(other.id);
  const { user } = await server.given.participant(exam);
  const openedUntilMs = exam.startTimeMs + 300 * 60_000;
  await db
    .updateTable('contestParticipant')
    .set({ openedUntilMs })
    .where('contestId', '=', exam.id)
    .execute();
  const person = { ...user, groupIds: [] };
  await announcements.caughtUp();

  const before = await confinement.read(
    person,
    withSlowContests(db, async () => {
      await setMode(exam.id);
      await announcements.caughtUp();
    }),
  );

  expect(before).toEqual([]);
  expect(await confinement.read(person)).toMatchObject([{ id: exam.id }]);
  confinement.close();
  await server.close();
});
