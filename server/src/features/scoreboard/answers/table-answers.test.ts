import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PackedPage } from '#http/packed-page.ts';
import { announce } from '#realtime/announcements.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE_MS = 60_000;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ask = (viewer: Person, contest: GivenContest, headers: Record<string, string> = {}, query = '') =>
  viewer.get(`/api/contest/${contest.id}/table2?${query}`, headers);

const etagOf = async (viewer: Person, contest: GivenContest) =>
  (await ask(viewer, contest)).headers.get('etag') ?? '';

async function frozenContest() {
  const contest = await server.given.contest({ startsInMin: -200, freezeInMin: -20 });
  const [own, other] = [await server.given.participant(contest), await server.given.participant(contest)];
  const jury = await server.given.supervisor();
  await server.given.attempted(contest, own, 10, 'wrongAnswer');
  await server.given.attempted(contest, other, 20, 'wrongAnswer');
  return { contest, own, other, jury };
}

test('an answer holds what the contract names and nothing else, compressed or not', async () => {
  const { contest, own, jury } = await frozenContest();
  await server.given.attempted(contest, own, 190, 'accepted');
  for (const viewer of [own, jury]) {
    const packed = await ask(viewer, contest, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(ScoreboardPage.parse(JSON.parse(packed.text))).toEqual(JSON.parse(packed.text));
    for (const refused of ['identity', 'br', 'gzip;q=0, *', 'gzip; q=0.0']) {
      const plain = await ask(viewer, contest, { 'accept-encoding': refused });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(plain.text).toBe(packed.text);
    }
    const anything = await ask(viewer, contest, { 'accept-encoding': '*' });
    expect(anything.headers.get('content-encoding')).toBe('gzip');
  }
});

test('who has the page already is told so until it changes for them', async () => {
  const { contest, own, other, jury } = await frozenContest();
  const before = { own: await etagOf(own, contest), other: await etagOf(other, contest) };
  const juryBefore = await etagOf(jury, contest);
  expect((await ask(own, contest, { 'if-none-match': before.own })).status).toBe(304);
  expect((await ask(own, contest, { 'if-none-match': before.other })).status).toBe(200);

  // A sending shows; its verdict is hidden from others.
  await server.given.attempted(contest, other, 190, 'accepted');
  const sent = await etagOf(own, contest);
  expect(sent).not.toBe(before.own);
  await server.given.attempted(contest, other, 190, 'wrongAnswer');
  expect(await etagOf(other, contest)).not.toBe(before.other);
  expect(await etagOf(jury, contest)).not.toBe(juryBefore);
});

test('the tag of a page does not tell what the freeze hides', async () => {
  const { contest, own, other, jury } = await frozenContest();
  const sent = await server.given.attempted(contest, other, 190, 'accepted');
  const [forOwn, forJury, forOther] = [
    await etagOf(own, contest),
    await etagOf(jury, contest),
    await etagOf(other, contest),
  ];
  await server.given.logged(contest, { ...sent, verdictId: VERDICTS.wrongAnswer.id });
  expect(await etagOf(jury, contest)).not.toBe(forJury);
  expect(await etagOf(own, contest)).toBe(forOwn);
  expect(await etagOf(other, contest)).not.toBe(forOther);
});

test('a page of the past is kept while later solutions come, and tells when the last one was sent', async () => {
  const contest = await server.given.contest({ startsInMin: -200 });
  const sender = await server.given.participant(contest);
  const viewer = await server.given.participant(contest);
  const earlier = await server.given.attempted(contest, sender, 10, 'wrongAnswer');
  const atMs = contest.startTimeMs + 20 * MINUTE_MS;
  const past = async () => (await ask(viewer, contest, {}, `showInTimeMs=${atMs}`)).as(ScoreboardPage);
  const before = await past();
  expect(before.lastSolutionSentAtMs).toBe(contest.startTimeMs + 10 * MINUTE_MS);

  const made = vi.spyOn(PackedPage, 'of');
  await server.given.attempted(contest, sender, 30, 'accepted');
  const lastSolutionSentAtMs = contest.startTimeMs + 30 * MINUTE_MS;
  expect(await past()).toEqual({ ...before, lastSolutionSentAtMs });
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();

  await server.given.logged(contest, { ...earlier, verdictId: VERDICTS.accepted.id });
  expect((await past()).rows.map(({ acceptedSolutions }) => acceptedSolutions)).toEqual([1, 0]);
});

test('a new name, role or rating is in the next page', async () => {
  const { given, services } = server;
  const group = await given.group('rated');
  const contest = await given.contest({ groups: [group] });
  const [own, other] = [
    await given.participant(contest, { groups: [group] }),
    await given.participant(contest, { groups: [group] }),
  ];
  const admin = await given.admin();
  const peopleIn = async (viewer: Person) => {
    const { rows } = (await ask(viewer, contest)).as(ScoreboardPage);
    return rows.map(({ user }) => `${user.lastName} ${user.rating ?? ''}`.trim());
  };
  const names = [own.user.username, other.user.username];
  expect(await peopleIn(own)).toEqual(names);

  await given.rating(group, contest, other, 1600);
  await announce(services.db, 'ratings.changed', {});
  await expect.poll(() => peopleIn(own)).toEqual([names[0], `${names[1]} 1600`]);

  await services.db
    .updateTable('account')
    .set({ lastName: 'Renamed', accessMask: 1024 })
    .where('id', '=', other.user.id)
    .execute();
  await announce(services.db, 'people.changed', { ids: [other.user.id] });
  await expect.poll(() => peopleIn(own)).toEqual([names[0]]);
  expect(await peopleIn(admin)).toEqual([names[0], 'Renamed 1600']);
});
