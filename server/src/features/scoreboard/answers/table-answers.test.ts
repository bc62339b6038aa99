import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LiveScoreboard } from '#features/scoreboard/board/live-scoreboard.ts';
import { TablePages } from '#features/scoreboard/board/table-pages.ts';
import { PackedPage } from '#http/answers/packed-page.ts';
import { announce } from '#realtime/announcements.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';
import { trustMemory } from '#testing/trust-memory.ts';

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

test.each(['table?scope=contest', 'table/activity'])(
  'an answer about all rows is made once for all who may know the same: %s',
  async (path) => {
    const { contest, own, other, jury } = await frozenContest();
    const answerFor = async (viewer: Person) => {
      const { status, text, headers } = await viewer.get(`/api/contest/${contest.id}/${path}`);
      expect(status).toBe(200);
      return { text, etag: headers.get('etag') ?? '' };
    };
    const made = vi.spyOn(PackedPage, 'of');
    const first = await answerFor(own);
    expect(await answerFor(other)).toEqual(first);
    expect(await answerFor(own)).toEqual(first);
    expect(made).toHaveBeenCalledTimes(1);
    const again = { 'if-none-match': first.etag };
    expect((await own.get(`/api/contest/${contest.id}/${path}`, again)).status).toBe(304);

    // What the freeze hides, its sender and the jury see alone.
    await server.given.attempted(contest, other, 190, 'accepted');
    const seen = { own: await answerFor(own), other: await answerFor(other), jury: await answerFor(jury) };
    expect(seen.other.text).not.toBe(seen.own.text);
    expect(seen.jury.text).not.toBe(seen.own.text);
    made.mockRestore();
  },
);

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

describe('a page that lies in memory', () => {
  const isCaughtUp = vi.spyOn(LiveScoreboard.prototype, 'isCaughtUp', 'get');
  const made = vi.spyOn(TablePages.prototype, 'read');
  const withoutDate = ({ status, text, headers }: Awaited<ReturnType<typeof ask>>) => ({
    ...{ status, text },
    headers: Object.entries(Object.fromEntries(headers)).filter(([name]) => name !== 'date'),
  });
  /** Asks in both ways: from memory where that is possible, and through the handler. */
  const askTwice = async (...asked: Parameters<typeof ask>) => {
    await ask(...asked);
    const answers = [];
    for (const fromMemory of [true, false]) {
      isCaughtUp.mockReturnValue(fromMemory);
      made.mockClear();
      answers.push(withoutDate(await ask(...asked)));
      if (fromMemory) expect(made).not.toHaveBeenCalled();
      else if (answers[0]?.status === 200) expect(made).toHaveBeenCalled();
    }
    return answers;
  };
  let trust: ReturnType<typeof trustMemory>;
  beforeAll(() => {
    trust = trustMemory(server.services);
  });
  afterAll(() => {
    trust.mockRestore();
    isCaughtUp.mockRestore();
    made.mockRestore();
  });

  test('is answered at once, just as the handler answers', async () => {
    const { contest, own, jury } = await frozenContest();
    for (const viewer of [own, jury]) {
      for (const headers of [{}, { 'accept-encoding': 'gzip' }, { 'accept-language': 'ru' }]) {
        for (const query of ['', 'count=1', 'scope=contest&audience=public']) {
          const [quick, slow] = await askTwice(viewer, contest, headers, query);
          expect(quick?.status).toBe(200);
          expect(quick).toEqual(slow);
        }
      }
      const [quick, slow] = await askTwice(viewer, contest, {
        'if-none-match': await etagOf(viewer, contest),
      });
      expect(quick?.status).toBe(304);
      expect(quick).toEqual(slow);
    }
  });

  test('stays there when a verdict comes that the freeze hides, so that no delay tells of it', async () => {
    const { contest, own, other, jury } = await frozenContest();
    const sent = await server.given.attempted(contest, other, 190, 'accepted');
    const inFreezeMs = contest.startTimeMs + 195 * MINUTE_MS;
    const queries = ['', 'count=5000', 'audience=public', `showInTimeMs=${inFreezeMs}`];
    for (const query of queries) await ask(own, contest, {}, query);
    const forJury = await etagOf(jury, contest);

    await server.given.logged(contest, { ...sent, verdictId: VERDICTS.wrongAnswer.id });
    expect(await etagOf(jury, contest)).not.toBe(forJury);
    isCaughtUp.mockReturnValue(true);
    made.mockClear();
    for (const query of queries) expect((await ask(own, contest, {}, query)).status).toBe(200);
    expect(made).not.toHaveBeenCalled();

    isCaughtUp.mockReturnValue(false);
    await server.given.attempted(contest, other, 191, 'accepted');
    const shown = (await ask(own, contest)).as(ScoreboardPage);
    expect(shown.rows.map(({ cells }) => cells[0]?.pendingTries)).toContain(2);
  });

  test('is shown to nobody whom the handler would refuse', async () => {
    const { services, given } = server;
    const refusals: [string, (contest: GivenContest, viewer: Person) => Promise<unknown>][] = [
      [
        'NOT_SIGNED_IN',
        (_, { user }) =>
          services.db.updateTable('account').set({ accessMask: 16 }).where('id', '=', user.id).execute(),
      ],
      [
        'CONTEST_NOT_FOUND',
        ({ id }) =>
          services.db.updateTable('contest').set({ isSuspended: true }).where('id', '=', id).execute(),
      ],
      [
        'CONTEST_NOT_JOINED',
        ({ id }, { user }) =>
          services.db
            .deleteFrom('contestParticipant')
            .where('contestId', '=', id)
            .where('accountId', '=', user.id)
            .execute(),
      ],
      [
        'NETWORK_NOT_ALLOWED',
        ({ id }) =>
          services.db
            .updateTable('contest')
            .set({ allowedNetworks: ['10.9.8.0/24'] })
            .where('id', '=', id)
            .execute(),
      ],
      [
        'OTHER_DEVICE',
        async ({ id }, { user }) => {
          const held = { deviceHash: Buffer.alloc(32), heldSinceMs: 0, ip: null, userAgent: null };
          await services.db
            .insertInto('contestDevice')
            .values({ contestId: id, accountId: user.id, ...held, movedById: null })
            .execute();
          await services.db.updateTable('contest').set({ bindsDevices: true }).where('id', '=', id).execute();
        },
      ],
    ];
    for (const [code, refuse] of refusals) {
      const contest = await given.contest();
      const viewer = await given.participant(contest);
      expect((await askTwice(viewer, contest))[0]?.status).toBe(200);
      await refuse(contest, viewer);
      await services.announcements.caughtUp();
      isCaughtUp.mockReturnValue(true);
      expect((await ask(viewer, contest)).json.error?.code).toBe(code);
    }
  });
});
