import { JuryDesk } from '@balloon/contracts/hall/jury-desk.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAKEN_MS } from '#features/jury-desk/desk.queries.ts';
import { TestEar } from '#testing/test-ear.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

/* Supervisors sit at different web processes, so what they learn of each other went through the database. */

let server: TestServer;
let second: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await server.close();
});

async function givenDesk() {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const id = Number((await author.submit(contest, {})).json.id);
  const [anna, boris] = [await server.given.supervisor(), await server.given.supervisor()];
  return { contest, author, id, anna, boris };
}

/** Sits a person down at a web process. */
async function sit(person: Person, at: TestServer, place: { contestId: number; solutionId: number | null }) {
  const socket = await (await at.given.signedIn(person.user)).socket();
  const reply = await socket.emitWithAck('desk.listen', place);
  return { ear: new TestEar(socket), socket, reply };
}

const take = (person: Person, id: number, isTaken: boolean) =>
  person.post(`/api/admin/solutions/${id}/taken`, { isTaken });

test('supervisors see who else has a solution open, until it is closed', async () => {
  const { contest, id, anna, boris } = await givenDesk();
  const looking = await sit(anna, server, { contestId: contest.id, solutionId: id });
  const { ear } = await sit(boris, second, { contestId: contest.id, solutionId: null });

  const desk = await ear.hears('jury desk', ({ looks }) => looks.length > 0);
  expect(desk.looks).toMatchObject([{ solutionId: id, user: { id: anna.user.id } }]);

  await sit(anna, server, { contestId: contest.id, solutionId: null }); // another window, with the list
  await looking.socket.emitWithAck('desk.stopListen', { contestId: contest.id, solutionId: id });
  await expect.poll(() => ear.heard('jury desk').at(-1)?.looks).toEqual([]);
});

test('who checks a solution is known to the others, who cannot take it meanwhile', async () => {
  const { contest, id, anna, boris } = await givenDesk();
  const { ear } = await sit(boris, second, { contestId: contest.id, solutionId: null });

  expect((await take(anna, id, true)).as(JuryDesk).takes).toMatchObject([
    { solutionId: id, user: { id: anna.user.id } },
  ]);
  await ear.hears('jury desk', ({ takes }) => takes[0]?.user.id === anna.user.id);
  expect((await take(anna, id, true)).status).toBe(200);
  const refused = await take(boris, id, true);
  expect([refused.status, refused.json.error?.code]).toEqual([409, 'SOLUTION_TAKEN']);
  expect((await take(boris, id, false)).as(JuryDesk).takes).toHaveLength(1);

  const { db, announcements } = server.services;
  await db
    .updateTable('solutionTake')
    .set((eb) => ({ takenAtMs: eb('takenAtMs', '-', TAKEN_MS) }))
    .execute();
  await announcements.caughtUp();
  expect((await take(boris, id, true)).as(JuryDesk).takes).toMatchObject([{ user: { id: boris.user.id } }]);
  expect((await take(boris, id, false)).as(JuryDesk).takes).toEqual([]);
});

test('the desk is for who supervises the contest', async () => {
  const { contest, author, id } = await givenDesk();
  const place = { contestId: contest.id, solutionId: id };
  expect((await sit(author, server, place)).reply).toMatchObject({ ok: false });
  expect((await author.get(`/api/admin/contests/${contest.id}/desk`)).status).toBe(403);
  expect((await take(author, id, true)).status).toBe(403);
  const hidden = await server.given.contest({ groups: [await server.given.group()] });
  const stranger = await server.given.supervisor();
  expect((await sit(stranger, server, { contestId: hidden.id, solutionId: null })).reply).toEqual({
    ok: false,
    code: 'CONTEST_NOT_FOUND',
  });
  expect((await stranger.get(`/api/admin/contests/${hidden.id}/desk`)).status).toBe(404);
});
