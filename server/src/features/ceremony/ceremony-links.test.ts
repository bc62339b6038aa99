import { Ceremony } from '@balloon/contracts/scoreboard/ceremony.ts';
import {
  AudienceView,
  type CeremonyFrame,
  CeremonyLink,
  NewCeremonyLink,
} from '@balloon/contracts/scoreboard/ceremony-link.ts';
import { resolverSteps } from '@balloon/domain/ceremony/resolver.ts';
import { scriptOf } from '@balloon/domain/ceremony/script.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newCode } from '#features/ceremony/ceremony-code.ts';
import { deleteExpiredLinks } from '#features/ceremony/ceremony-links.queries.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

/* Audiences on other machines, which have the link of the presenter and no account. */

let server: TestServer;
let jury: Person;
let contest: GivenContest;
let people: Person[];
beforeAll(async () => {
  server = await startTestServer();
  jury = await server.given.supervisor();
});
afterAll(() => server.close());

/** In the freeze boris solves B and C, clara A; anna fails at B. */
beforeEach(async () => {
  const { given } = server;
  contest = await given.contest({
    ...{
      problems: ['A', 'B', 'C'],
      startsInMin: -400,
      durationMin: 300,
      freezeInMin: -220,
      practiceMin: 200,
    },
  });
  const [anna, boris, clara] = [
    await given.participant(contest),
    await given.participant(contest),
    await given.participant(contest),
  ];
  people = [anna, boris, clara];
  await given.logged(
    contest,
    given.attempt(contest, anna, 10, 'accepted'),
    given.attempt(contest, boris, 20, 'accepted'),
    given.attempt(contest, anna, 200, 'wrongAnswer', 1),
    given.attempt(contest, boris, 205, 'wrongAnswer', 1),
    given.attempt(contest, boris, 210, 'accepted', 1),
    given.attempt(contest, boris, 230, 'accepted', 2),
    given.attempt(contest, clara, 220, 'accepted'),
  );
});

const path = (rest: string) => `/api/admin/contests/${contest.id}/ceremony${rest}`;
const ceremonyNow = async () => (await jury.get(`${path('')}?locale=en-us`)).as(Ceremony);
const open = async () => (await jury.post(path('/link'))).as(NewCeremonyLink);
const show = async (step: number, { digest }: { digest: string }, after?: number) =>
  jury.post(path('/step'), { step, digest, locale: 'en-us', after });
const ask = (code: string, query = '', headers: Record<string, string> = {}) =>
  server.given.anonymous().get(`/api/ceremony/${code}${query}`, headers);
const view = async (code: string, query = '') => (await ask(code, query)).as(AudienceView);
const answer = ({ status, json }: Awaited<ReturnType<typeof ask>>) => [status, json.error?.code];

async function withPhoto({ user }: Person): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(PNG)]), 'photo.png');
  const address = String((await jury.post('/upload/image', form)).json.link);
  const photo = address.split('/').at(-1) ?? '';
  await server.services.db
    .insertInto('team')
    .values({ accountId: user.id, name: `Team of ${user.username}`, photo })
    .execute();
  await server.services.announcements.caughtUp();
  return photo;
}
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a link shows a stranger the steps that the presenter makes, also backwards', async () => {
  expect((await jury.get(path('/link'))).as(CeremonyLink).expiresAtMs).toBeNull();
  const ceremony = await ceremonyNow();
  expect((await show(1, ceremony)).json).toEqual({ isShown: false, version: null });
  const { code, expiresAtMs } = await open();
  expect((await jury.get(path('/link'))).as(CeremonyLink)).toEqual({ expiresAtMs, version: 0 });
  expect(await view(code)).toEqual({ version: 0, frame: null });

  expect((await show(1, ceremony)).json).toEqual({ isShown: true, version: 1 });
  const first = await view(code);
  expect(first).toMatchObject({ version: 1, frame: { contest: ceremony.contest.name } });
  expect(openedIn(first.frame)).toHaveLength(1);
  await show(0, ceremony);
  expect(openedIn((await view(code)).frame)).toEqual([]);
});

test('a step that was held up does not take the place of a later one', async () => {
  const ceremony = await ceremonyNow();
  const { code } = await open();
  await show(1, ceremony, 0);
  // Another window, or the same one after a lost connection, was quicker with the next step.
  expect((await show(3, ceremony, 1)).json).toEqual({ isShown: true, version: 2 });
  const shown = await view(code);

  const late = await show(2, ceremony, 1);

  expect([late.status, late.json.error?.code, late.json.error?.restParams]).toEqual([
    ...[409, 'CEREMONY_STEP_LATE'],
    { version: 2 },
  ]);
  expect(await view(code)).toEqual(shown);
  // Steps of one moment: one of them is shown.
  const both = await Promise.all([show(4, ceremony, 2), show(4, ceremony, 2)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await jury.get(path('/link'))).as(CeremonyLink).version).toBe(3);
});

const openedIn = (frame: CeremonyFrame | null) =>
  frame?.rows.flatMap(({ cells }) => cells.filter(({ isOpened }) => isOpened));

test('no frame has a verdict that is not opened yet, nor an award that is not given yet', async () => {
  const [, boris, clara] = people;
  await jury.post(`/api/admin/contests/${contest.id}/awards`, {
    ...{ titleEn: 'Prize of the jury', citation: 'For the night', userIds: [clara?.user.id] },
  });
  const photo = await withPhoto(boris as Person);
  const ceremony = await ceremonyNow();
  const { length } = scriptOf(ceremony);
  const steps = resolverSteps(ceremony.rows, ceremony.tieOrder, ceremony.rules);
  expect(steps.filter(({ kind }) => kind === 'reveal')).toHaveLength(4);
  const { code } = await open();
  for (let number = 0; number <= length; number += 1) {
    await show(number, ceremony);
    const { text } = await ask(code);
    const { frame } = AudienceView.parse(JSON.parse(text));
    expect(JSON.parse(text)).toEqual(AudienceView.parse(JSON.parse(text)));
    const done = steps.slice(0, number);
    const last = done.at(-1);
    for (const row of frame?.rows ?? []) {
      const { userId, frozen, final } = ceremony.rows[row.key] ?? expect.fail('no such row');
      const isOpen = (at: number) =>
        !frozen[at]?.isFrozen ||
        done.some((step) => step.kind === 'reveal' && step.userId === userId && step.position === at);
      expect(row.cells.map(({ state }, at) => [at, state === 'hidden'])).toEqual(
        row.cells.map((_, at) => [at, !isOpen(at)]),
      );
      const solved = final.filter((cell, at) => isOpen(at) && cell.penaltyMin !== undefined);
      expect(row.solved).toBe(solved.length);
    }
    const isReadOut = number <= steps.length && last?.kind === 'settle' && last.userId === boris?.user.id;
    expect([number, text.includes(photo)]).toEqual([number, isReadOut]);
    expect([number, text.includes('Prize')]).toEqual([number, number === length - 1]);
    if (number < steps.length) expect(text).not.toContain('winner');
  }
});

test('a viewer who waits is woken by the next step, and by the end of the link', async () => {
  const ceremony = await ceremonyNow();
  const { code } = await open();
  const waiting = ask(code, '?after=0');
  const others = Array.from({ length: 20 }, () => ask(code, '?after=0'));
  await show(1, ceremony);
  const replies = await Promise.all([waiting, ...others]);
  expect(new Set(replies.map((reply) => reply.as(AudienceView).version))).toEqual(new Set([1]));

  const etag = (await ask(code)).headers.get('etag') ?? '';
  expect((await ask(code, '', { 'if-none-match': etag })).status).toBe(304);
  const last = ask(code, '?after=1');
  expect((await jury.send('DELETE', path('/link'), {})).status).toBe(200);
  expect(answer(await last)).toEqual([404, 'CEREMONY_LINK_ENDED']);
  expect(answer(await jury.send('DELETE', path('/link'), {}))).toEqual([404, 'CEREMONY_LINK_ENDED']);
});

test('a new link ends the old one, and an expired one shows nothing and is deleted', async () => {
  const { db } = server.services;
  const old = await open();
  const { code } = await open();
  expect(answer(await ask(old.code))).toEqual([404, 'CEREMONY_LINK_ENDED']);
  expect((await ask(code)).status).toBe(200);
  const stored = await db
    .selectFrom('ceremonyLink')
    .selectAll()
    .where('contestId', '=', contest.id)
    .execute();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(code);

  await db.updateTable('ceremonyLink').set({ expiresAtMs: 1 }).where('contestId', '=', contest.id).execute();
  expect((await jury.get(path('/link'))).as(CeremonyLink).expiresAtMs).toBeNull();
  await deleteExpiredLinks(db);
  expect(
    await db.selectFrom('ceremonyLink').selectAll().where('contestId', '=', contest.id).execute(),
  ).toEqual([]);
  const { code: last, expiresAtMs } = await open();
  const hours = (expiresAtMs - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(12);
  expect((await ask(last)).status).toBe(200);
});

test('pictures of the frame that is shown load without an account, and no others', async () => {
  const [anna, boris] = people as [Person, Person, Person];
  const [ofAnna, ofBoris] = [await withPhoto(anna), await withPhoto(boris)];
  const ceremony = await ceremonyNow();
  const steps = resolverSteps(ceremony.rows, ceremony.tieOrder, ceremony.rules);
  const settled = (who: Person) =>
    1 + steps.findIndex((step) => step.kind === 'settle' && step.userId === who.user.id);
  const { code } = await open();
  const picture = (name: string) => ask(code, `/pictures/${name}`);
  expect((await picture(ofAnna)).status).toBe(404);

  await show(settled(anna), ceremony);
  expect((await view(code)).frame?.honoured?.team?.photo).toBe(ofAnna);
  const shown = await picture(ofAnna);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(answer(await picture(ofBoris))).toEqual([404, 'IMAGE_NOT_FOUND']);
  await show(settled(boris), ceremony);
  expect((await picture(ofBoris)).status).toBe(200);
  expect(answer(await picture(ofAnna))).toEqual([404, 'IMAGE_NOT_FOUND']);
});

test('a presenter whose page is older than the results is told to reload it', async () => {
  const ceremony = await ceremonyNow();
  const { code } = await open();
  await show(1, ceremony);
  await server.given.logged(contest, server.given.attempt(contest, people[2] as Person, 240, 'accepted', 1));
  expect(answer(await show(2, ceremony))).toEqual([409, 'CEREMONY_CHANGED']);
  expect((await view(code)).version).toBe(1);
  expect((await show(2, await ceremonyNow())).json).toEqual({ isShown: true, version: 2 });
});

test('a contest that runs may have a link already, which shows nothing before its end', async () => {
  contest = await server.given.contest({ startsInMin: -10 });
  const { code } = await open();
  expect(answer(await show(0, await ceremonyNow()))).toEqual([409, 'CEREMONY_NOT_YET']);
  expect(await view(code)).toEqual({ version: 0, frame: null });
});

test('links are for supervisors of the contest, and the log tells who made and ended them, without the code', async () => {
  const [anna] = people as [Person];
  expect((await anna.post(path('/link'))).status).toBe(403);
  const { code } = await open();
  await jury.send('DELETE', path('/link'), {});
  const log = (await jury.get(`/api/admin/audit?contestId=${contest.id}&count=2`)).text;
  expect(log).toContain('contest.openCeremonyLink');
  expect(log).toContain('contest.endCeremonyLink');
  expect(log).not.toContain(code);
  contest = await server.given.contest({ groups: [await server.given.group()] });
  for (const reply of [
    await jury.get(path('/link')),
    await jury.post(path('/link')),
    await jury.send('DELETE', path('/link'), {}),
    await show(0, { digest: '' }),
  ]) {
    expect(answer(reply)).toEqual([404, 'CONTEST_NOT_FOUND']);
  }
});

test('who guesses codes is stopped, and viewers beside them are not', async () => {
  const { code } = await open();
  expect(code).toMatch(/^[0-9a-z]{26}$/);
  expect((await ask(code)).status).toBe(200);
  for (const nonsense of ['x', code.toUpperCase(), `${code}0`, '%00']) {
    expect(answer(await ask(nonsense))).toEqual([404, 'CEREMONY_LINK_ENDED']);
  }
  const guesses = await Promise.all(Array.from({ length: 40 }, () => ask(newCode())));
  expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404, 429]));
  expect((await ask(code)).status).toBe(200);
  await jury.send('DELETE', path('/link'), {});
  expect(answer(await ask(code))).toEqual([404, 'CEREMONY_LINK_ENDED']);
});
