import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let jury: Person;
beforeAll(async () => {
  server = await startTestServer();
  jury = await server.given.supervisor();
});
afterAll(() => server.close());

const tableOf = async ({ id }: GivenContest, viewer: Person, query = '') =>
  (await viewer.get(`/api/contest/${id}/table2?${query}`)).as(ScoreboardPage);

/** Removes the tables from memory, as after an hour in which nobody looked at them. */
const dropTables = () => liveScoreboards(server.services).dropUnused(0);

test('a table that was dropped from memory comes back with what changed meanwhile', async () => {
  const { given, services } = server;
  const contest = await given.contest({ startsInMin: -200 });
  const person = await given.participant(contest);
  const sent = await given.attempted(contest, person, 10, 'wrongAnswer');
  await services.announcements.caughtUp();
  const past = `showInTimeMs=${contest.startTimeMs + 20 * 60_000}`;
  for (const query of ['', past]) await tableOf(contest, jury, query);
  const { ownRow } = await tableOf(contest, person);

  dropTables();
  await services.db
    .updateTable('account')
    .set({ firstName: 'Renamed' })
    .where('id', '=', person.user.id)
    .execute();
  await given.logged(contest, { ...sent, verdictId: VERDICTS.accepted.id });
  await services.announcements.caughtUp();

  const changed = { user: { firstName: 'Renamed' }, acceptedSolutions: 1 };
  for (const query of ['', past])
    expect((await tableOf(contest, jury, query)).rows, query).toMatchObject([changed]);
  expect(ownRow).toMatchObject({ acceptedSolutions: 0 });
  expect((await tableOf(contest, person)).ownRow).toMatchObject(changed);
});

test('a moment of a table that was dropped from memory comes to those who watch it', async () => {
  const { given, services } = server;
  const contest = await given.contest({ startsInMin: -100, durationMin: 300 });
  const viewer = await given.participant(contest);
  const told = vi.fn<(contestId: number) => void>();
  liveScoreboards(services).moments.on(told);
  const freezeSoon = async () => {
    told.mockClear();
    const relativeFreezeTimeMs = (await databaseNowMs(services.db)) + 1000 - contest.startTimeMs;
    const row = services.db.updateTable('contest').where('id', '=', contest.id);
    await row.set({ relativeFreezeTimeMs }).execute();
    await services.announcements.caughtUp();
  };
  // On a busy machine the freeze may begin before anybody looks.
  do await freezeSoon();
  while ((await tableOf(contest, viewer)).isFrozen);
  dropTables();
  await expect.poll(() => told.mock.calls).toContainEqual([contest.id]);
});
