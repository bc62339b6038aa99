import { ComparedDrafts, ContestDrafts, DraftTimeline } from '@balloon/contracts/hall/drafts.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { removeOldDrafts } from '#features/drafts/draft-chores.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let second: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ databaseUrl: server.databaseUrl });
  admin = await server.given.admin();
});
afterAll(async () => {
  await second.close();
  await server.close();
});

async function keeping(contest: GivenContest): Promise<GivenContest> {
  expect((await admin.post(`/api/admin/contests/${contest.id}`, { keepsDrafts: true })).status).toBe(200);
  await Promise.all([server, second].map(({ services }) => services.announcements.caughtUp()));
  return contest;
}

const keep = async (person: Person, contest: GivenContest, source: string, more: object = {}) => {
  const draft = { symbolIndex: 'A', languageId: 5, source, insertedAtOnce: 0, ...more };
  return person.post(`/api/contest/${contest.id}/drafts`, draft);
};
const pathOf = (contest: GivenContest) => `/api/admin/contests/${contest.id}/drafts`;
const listOf = async (contest: GivenContest) => (await admin.get(pathOf(contest))).as(ContestDrafts);
const keptOf = async (contest: GivenContest, number: number) => {
  await vi.waitFor(
    async () => {
      const kept = (await listOf(contest)).drafts.reduce((sum, { snapshots }) => sum + snapshots, 0);
      expect(kept).toBe(number);
    },
    { timeout: 150_000, interval: 200 },
  );
};

/** Moves what is kept of everybody into the past, as if the pause were over. */
async function later(contest: GivenContest, minutes: number): Promise<void> {
  const { db } = server.services;
  const byMs = minutes * 60_000;
  await db
    .updateTable('draftSnapshot')
    .set((eb) => ({ takenAtMs: eb('takenAtMs', '-', byMs) }))
    .where('contestId', '=', contest.id)
    .execute();
  await db
    .updateTable('draftCount')
    .set((eb) => ({ lastAtMs: eb('lastAtMs', '-', byMs) }))
    .where('contestId', '=', contest.id)
    .execute();
}

const PASTED = Array.from({ length: 12 }, (_, line) => `    total += weights[${line}] * prefix[${line}];`);

describe('a contest that keeps drafts', () => {
  test('keeps one of a person each half minute, in all web processes together', async () => {
    const contest = await keeping(await server.given.contest());
    const user = await server.given.user();
    await server.given.joined(user, contest);
    const [here, there] = [await server.given.signedIn(user), await second.given.signedIn(user)];
    expect((await keep(here, contest, 'int')).json).toEqual({ isKept: true });
    expect((await keep(here, contest, 'int main')).json).toEqual({ isKept: false });
    await keptOf(contest, 1);
    await keep(there, contest, 'int main()'); // its process does not know of the other one's
    const other = await server.given.participant(contest);
    await keep(other, contest, 'print(1)');
    await keptOf(contest, 2);
    expect((await listOf(contest)).drafts).toMatchObject([
      { userId: user.id, symbolIndex: 'A', snapshots: 1, characters: 3 },
      { userId: other.user.id, snapshots: 1, characters: 8 },
    ]);
  });

  test('shows supervisors how a program grew, and what came at once', async () => {
    const contest = await keeping(await server.given.contest());
    const person = await server.given.participant(contest);
    await keep(person, contest, 'int main() {\n}');
    await keptOf(contest, 1);
    await later(contest, 5);
    const after = ['int main() {', ...PASTED, '}'].join('\n');
    const again = await second.given.signedIn(person.user);
    await keep(again, contest, after, { insertedAtOnce: 500 });
    await keptOf(contest, 2);
    await person.submit(contest, { solution: after });

    const path = `${pathOf(contest)}/${person.user.id}/A`;
    const timeline = (await admin.get(path)).as(DraftTimeline);
    expect(timeline.steps).toMatchObject([
      { newLines: 2, goneLines: 0, isLargeBlock: false, insertedAtOnce: 0 },
      {
        newLines: 12,
        goneLines: 0,
        isLargeBlock: true,
        block: { fromLine: 2, lines: 12 },
        insertedAtOnce: 500,
      },
    ]);
    expect(timeline.solutions).toHaveLength(1);
    const [first, last] = timeline.steps;
    const compared = (await admin.get(`${path}/${last?.takenAtMs}`)).as(ComparedDrafts);
    expect(compared.source).toBe(after);
    expect(compared.before).toMatchObject({ source: 'int main() {\n}', goneLines: [] });
    expect((await admin.get(`${path}/${first?.takenAtMs}`)).as(ComparedDrafts).before).toBeNull();
    expect((await admin.get(`${path}/1`)).json.error?.code).toBe('DRAFT_NOT_FOUND');
    expect((await person.get(path)).status).toBe(403);
    expect((await person.get(pathOf(contest))).status).toBe(403);
  });

  test('keeps those of each member of a team apart, also where two write at the same instant', async () => {
    const { given, services } = server;
    const contest = await keeping(await given.contest());
    const team = await given.user();
    const [anna, boris] = [
      await given.signedIn(await given.user()),
      await given.signedIn(await given.user()),
    ];
    const members = [anna, boris].map(({ user: { username } }) => ({ name: username, username }));
    await admin.post(`/api/admin/users/${team.id}/team`, { name: 'Polar Bears', members });
    await given.joined(team, contest);
    await services.announcements.caughtUp();
    await keep(anna, contest, 'print(1)');
    await keep(boris, contest, 'int main() {\n}');
    await keptOf(contest, 2);
    await services.db
      .updateTable('draftSnapshot')
      .set({ takenAtMs: contest.startTimeMs + 1 })
      .where('contestId', '=', contest.id)
      .execute();
    await anna.submit(contest, {});

    const writers = [anna.user.id, boris.user.id].sort((a, b) => a - b);
    expect((await listOf(contest)).drafts).toMatchObject([
      { userId: team.id, snapshots: 2, memberIds: writers },
    ]);
    const path = `${pathOf(contest)}/${team.id}/A`;
    const { steps, solutions } = (await admin.get(path)).as(DraftTimeline);
    expect(steps.map(({ memberId, newLines }) => [memberId, newLines])).toEqual(
      writers.map((id) => [id, id === anna.user.id ? 1 : 2]),
    );
    expect(solutions).toMatchObject([{ memberId: anna.user.id }]);
    const compared = async (memberId: number) =>
      (await admin.get(`${path}/${contest.startTimeMs + 1}?memberId=${memberId}`)).as(ComparedDrafts);
    expect(await compared(anna.user.id)).toMatchObject({ source: 'print(1)', before: null });
    expect(await compared(boris.user.id)).toMatchObject({ source: 'int main() {\n}', before: null });
  });

  test('keeps none of supervisors, after its end, of strangers, or where it was not asked to', async () => {
    const silent = await server.given.contest();
    const over = await keeping(
      await server.given.contest({ startsInMin: -20, durationMin: 10, practiceMin: 100 }),
    );
    for (const contest of [silent, over]) {
      const reply = await keep(await server.given.participant(contest), contest, 'x');
      expect([reply.status, reply.json]).toEqual([200, { isKept: false }]);
    }
    const contest = await keeping(await server.given.contest());
    expect((await keep(admin, contest, 'x')).json).toEqual({ isKept: false });
    const stranger = await server.given.signedIn(await server.given.user());
    expect((await keep(stranger, contest, 'x')).json.error?.code).toBe('CONTEST_NOT_JOINED');
    const person = await server.given.participant(contest);
    expect((await keep(person, contest, 'x'.repeat(300_000))).status).toBe(400);
    expect((await keep(person, contest, 'a\u0000b')).status).toBe(400);
  });

  test('keeps no more of a person than there is room for', async () => {
    const contest = await keeping(await server.given.contest());
    const [full, other] = [await server.given.participant(contest), await server.given.participant(contest)];
    await server.services.db
      .insertInto('draftCount')
      .values({ contestId: contest.id, accountId: full.user.id, snapshots: 1_500, bytes: 10, lastAtMs: 0 })
      .execute();
    await keep(full, contest, 'x');
    await keep(other, contest, 'y');
    await keptOf(contest, 1);
    expect((await listOf(contest)).people.map(({ id }) => id)).toEqual([other.user.id]);
  });

  test('forgets them long after its end', async () => {
    const contest = await keeping(await server.given.contest());
    await keep(await server.given.participant(contest), contest, 'x');
    await keptOf(contest, 1);
    const { db } = server.services;
    await removeOldDrafts(db);
    await keptOf(contest, 1);
    const old = Date.now() - 120 * 24 * 3_600_000;
    await db.updateTable('contest').set({ startTimeMs: old }).where('id', '=', contest.id).execute();
    await removeOldDrafts(db);
    await keptOf(contest, 0);
  });
});
