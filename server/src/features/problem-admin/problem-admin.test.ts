import {
  ManagedProblem,
  ProblemDeletion,
  ProblemSearch,
  Rescan,
  VersionComparison,
} from '@balloon/contracts/problems/problem-admin.ts';
import { EditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenOutsideProblem } from '#testing/given-outside.ts';
import { startTestImporter } from '#testing/test-importer.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

const search = async (query: string, by: Person = admin) =>
  (await by.get(`/api/admin/problems?${query}`)).as(ProblemSearch);
const idsOf = async (query: string, by: Person = admin) =>
  (await search(query, by)).problems.map(({ id }) => id);
const read = async (id: number, query = '') =>
  (await admin.get(`/api/admin/problems/${id}${query}`)).as(ManagedProblem);
const save = (id: number, form: object, by: Person = admin) => by.post(`/api/admin/problems/${id}`, form);

describe('the search', () => {
  test('finds by title in any language, number and id, and returns the question as it came', async () => {
    const { db } = server.services;
    const apples = await server.given.problem('Counting 100% apples');
    const pears = await server.given.problem('Pears');
    await db
      .updateTable('problem')
      .set({ systemType: 'cf', foreignProblemIdentifier: 'gym:1234A', testsetId: null })
      .where('id', '=', pears)
      .execute();
    await db
      .insertInto('problemStatement')
      .values({ problemId: apples, locale: 'ru-ru', title: 'Яблоки', attachments: '{}' })
      .execute();

    expect((await search('q=%20APPLES&systemType=all')).q).toBe(' APPLES');
    expect(await idsOf('q=%20APPLES')).toEqual([apples]);
    expect(await idsOf(`q=${encodeURIComponent('яблок')}`)).toEqual([apples]);
    expect(await idsOf('q=100%25')).toEqual([apples]);
    expect(await idsOf('q=gym:1234')).toEqual([pears]);
    expect(await idsOf(`q=${pears}`)).toContain(pears);
    expect(await idsOf('q=pears&systemType=timus')).toEqual([]);
    expect(await idsOf('q=pears&systemType=cf')).toEqual([pears]);
    expect((await search('q=pears')).problems[0]).toMatchObject({
      foreignProblemIdentifier: 'gym:1234A',
      htmlStatement: '<p>Statement of Pears</p>',
      attachments: {},
      acceptedNumber: 0,
      solutionsNumber: 0,
    });
    expect((await search('q=pears&brief=1')).problems[0]).toMatchObject({
      title: 'Pears',
      htmlStatement: '',
    });
  });

  test('filters by state, and counts contests and solutions', async () => {
    const { db } = server.services;
    const bare = await server.given.problem('State without tests');
    await db.updateTable('problem').set({ testsetId: null }).where('id', '=', bare).execute();
    const contest = await server.given.contest({ problems: [await server.given.problem('State used')] });
    const [used = 0] = contest.problemIds;
    const participant = await server.given.participant(contest);
    await participant.submit(contest, {});
    const failing = await server.given.problem('State failing');
    await db.updateTable('problem').set({ isFailing: true }).where('id', '=', failing).execute();

    expect(await idsOf('q=state&state=noTests')).toEqual([bare]);
    expect(await idsOf('q=state&state=used')).toEqual([used]);
    expect(await idsOf('q=state&state=failing')).toEqual([failing]);
    expect(await idsOf(`contestId=${contest.id}`)).toEqual([used]);
    expect((await idsOf('q=state&state=unused')).sort((a, b) => a - b)).toEqual([bare, failing]);
    expect((await search('q=state&state=used')).problems[0]).toMatchObject({
      solutionsNumber: 1,
      contestsNumber: 1,
      hasTests: true,
    });
  });

  test('tells where another system has a problem, and since when it lists it no longer', async () => {
    const { db } = server.services;
    const title = 'Elsewhere';
    const sourceUrl = 'https://origin.example.org/1000';
    const { serverId, problemId } = await givenOutsideProblem(db, { title, sourceUrl });
    const listed = await givenOutsideProblem(db, { title, serverId, foreignId: '1001' });
    await db
      .updateTable('outsideProblem')
      .set({ vanishedAtMs: 1_700_000_000_000 })
      .where('problemId', '=', problemId)
      .execute();

    expect(await idsOf('q=elsewhere&state=vanished')).toEqual([problemId]);
    const outside = { serverId, url: sourceUrl, vanishedAtMs: 1_700_000_000_000 };
    expect((await search('q=elsewhere&sort_order=asc')).problems).toMatchObject([
      { id: problemId, outside },
      { id: listed.problemId, outside: { serverId, url: null, vanishedAtMs: null } },
    ]);
    expect((await read(problemId)).outside).toEqual(outside);
    const edited = await admin.get(`/api/admin/problems/${problemId}/editor`);
    expect(edited.as(EditedProblem).outside).toEqual(outside);
    expect((await read(await server.given.problem('At home'))).outside).toBeNull();
  });

  test('shows deleted problems to admins who ask for them, and nowhere else', async () => {
    const gone = await server.given.problem('Away');
    await admin.send('DELETE', `/api/admin/problems/${gone}`, {});
    expect(await idsOf('q=away')).toEqual([]);
    expect((await search('q=away&state=deleted')).problems).toMatchObject([
      { id: gone, isDeleted: true, canRescan: false },
    ]);
    expect(await idsOf('state=deleted', await server.given.supervisor())).toEqual([]);
    await admin.post(`/api/admin/problems/${gone}/repair`, {});
    expect((await search('q=away')).problems[0]?.isDeleted).toBe(false);
  });

  test('goes page by page without gaps, newest first unless another order is wanted', async () => {
    const ids = [];
    for (const name of ['b', 'a', 'c']) ids.push(await server.given.problem(`Paged ${name}`));
    const [b = 0, a = 0, c = 0] = ids;
    expect(await idsOf('q=paged&count=2')).toEqual([c, a]);
    expect(await idsOf('q=paged&count=2&offset=2')).toEqual([b]);
    expect((await search('q=paged&count=2')).problemsNumber).toBe(3);
    expect(await idsOf('q=paged&sort=byTitle')).toEqual([a, b, c]);
    await server.given.contest({ problems: [a] });
    expect((await idsOf('q=paged&sort=byUse')).at(-1)).toBe(a);
  });

  test('shows a moderator free problems and those of own contests only, and finds nobody else', async () => {
    const [own, other] = [await server.given.group(), await server.given.group()];
    const mine = await server.given.problem('Seen mine');
    const secret = await server.given.problem('Seen secret');
    const free = await server.given.problem('Seen free');
    await server.given.contest({ problems: [mine], groups: [own], startsInMin: 60 });
    await server.given.contest({ problems: [secret], groups: [other], startsInMin: 60 });
    const [kept, lost] = [await server.given.problem('Seen kept'), await server.given.problem('Seen lost')];
    await server.given.contest({ problems: [kept], groups: [own], isSuspended: true });
    await server.given.contest({ problems: [lost], groups: [other], isSuspended: true });
    const moderator = await server.given.supervisor({ groups: [own] });
    expect(await idsOf('q=seen', moderator)).toEqual([kept, free, mine]);
    expect(await idsOf('q=seen&state=unused', await server.given.admin())).toEqual([lost, kept, free]);
    expect((await moderator.get(`/api/admin/problems/${secret}`)).status).toBe(404);
    expect((await moderator.get(`/api/admin/problems/${mine}`)).status).toBe(200);
    expect((await save(mine, { title: 'Mine' }, moderator)).status).toBe(403);
  });
});

test('a virtual participation opens no problem of the past contest to moderators of other groups', async () => {
  const { given, services } = server;
  const problem = await given.problem('Replayed');
  const past = await given.contest({ problems: [problem], startsInMin: -300, durationMin: 200 });
  const person = await given.signedIn(await given.user());
  expect((await person.post(`/api/contest/${past.id}/virtual`, {})).status).toBe(200);
  const [own, other] = [await given.group(), await given.group()];
  await services.db.insertInto('contestGroup').values({ contestId: past.id, groupId: other }).execute();
  const moderator = await given.supervisor({ groups: [own] });
  expect((await moderator.get(`/api/admin/problems/${problem}`)).status).toBe(404);
  expect(await idsOf('q=replayed', moderator)).toEqual([]);
});

describe('a save', () => {
  test('by an older client sends the whole problem back, and makes a version', async () => {
    const id = await server.given.problem('As it was');
    const whole = await read(id);
    const attachments = {
      config: { markup: 'markdown', replaced: true, files_location: 'top', files_show_embed: true },
      content: { text: '**Own** text' },
    };
    const form = { ...whole, title: 'As it is', htmlStatement: '<p>New <b>text</b></p>', attachments };
    const reply = await save(id, { ...form, unknown: 1 });
    expect(reply.status).toBe(200);
    expect(await read(id)).toMatchObject({
      title: 'As it is',
      htmlStatement: '<p>New <b>text</b></p>',
      textStatement: whole.textStatement,
      attachments,
      latestVersionNumber: 1,
      savedBy: { id: admin.user.id },
    });
    // Every save is a version, also without a change and from the same editor.
    await save(id, form);
    expect((await read(id)).latestVersionNumber).toBe(2);
  });

  test('of an editor that is older than the problem is refused with the person who saved', async () => {
    const id = await server.given.problem('Stale');
    const other = await server.given.admin();
    await save(id, { title: 'By the other', basedOnVersion: 0 }, other);
    const stale = await save(id, { title: 'By me', basedOnVersion: 0 });
    expect([stale.status, stale.json.error?.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(stale.json.error?.restParams).toMatchObject({
      version: 1,
      edits: [{ editor: { id: other.user.id }, action: 'problem.save', after: { title: 'By the other' } }],
    });
    expect((await read(id)).title).toBe('By the other');
    const both = await Promise.all([1, 2].map(() => save(id, { title: 'Again', basedOnVersion: 1 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('changes the language that was read, keeps the others, and the names of files', async () => {
    const { db } = server.services;
    const id = await server.given.problem('Main');
    for (const [locale, title] of [
      ['ru-ru', 'Главная'],
      ['en-us', 'Main'],
    ] as const) {
      const htmlStatement = '<img src="problem-file:ab/x.png" />';
      const statement = { problemId: id, locale, title, htmlStatement, attachments: '{}' };
      await db.insertInto('problemStatement').values(statement).execute();
    }
    const russian = await read(id, '?locale=ru-ru');
    expect(russian).toMatchObject({ locale: 'ru-ru', title: 'Главная', locales: ['en-us', 'ru-ru'] });
    expect(russian.htmlStatement).toContain(`/api/problems/${id}/files/ab/x.png`);
    await save(id, { ...russian, title: 'Другая' });
    expect((await read(id, '?locale=en-us')).title).toBe('Main');
    expect(await read(id, '?locale=ru-ru')).toMatchObject({ title: 'Другая' });
    // A program that sends a field alone changes the language that it was shown.
    const shown = await read(id);
    const reply = await save(id, { title: 'Третья' });
    expect(reply.json).toMatchObject({ title: 'Третья', locale: shown.locale });
    expect(await read(id)).toMatchObject({ title: 'Третья', latestVersionNumber: 2 });
    await save(id, { ...russian, title: 'Другая' });
    const stored = await db
      .selectFrom('problemStatement')
      .select('htmlStatement')
      .where('problemId', '=', id)
      .where('locale', '=', 'ru-ru')
      .executeTakeFirstOrThrow();
    expect(stored.htmlStatement).toContain('problem-file:ab/x.png');
  });

  test('refuses content that no page could show, and names the field', async () => {
    const id = await server.given.problem();
    const nested = await save(id, { htmlStatement: '<b>'.repeat(1000) });
    expect([nested.status, nested.json.error?.code]).toEqual([400, 'MARKUP_TOO_COMPLEX']);
    const nameless = await save(id, { title: ' ' });
    expect(nameless.json.error?.issues?.[0]).toMatchObject({ field: 'title' });
    expect((await save(999_999, { title: 'Nothing' })).status).toBe(404);
  });

  test('is shown by the contests that use the problem, at once', async () => {
    const contest = await server.given.contest();
    const participant = await server.given.participant(contest);
    const socket = await participant.socket();
    await new Promise((done) => socket.emit('contest.join', { contestId: contest.id }, done));
    const heard = new Promise((resolve) => socket.once('contest changed', resolve));
    await save(contest.problemIds[0] ?? 0, { title: 'Corrected' });
    await heard;
    const shown = await participant.get(`/api/contest/${contest.id}/problems/A`);
    expect(shown.json.title).toBe('Corrected');
  });
});

test('two versions are compared part by part, and a version with the present state', async () => {
  const id = await server.given.problem('First');
  await save(id, { title: 'First' });
  await save(id, { title: 'Second', htmlStatement: '<p>Second</p>' });
  await save(id, { attachments: { files: [{ type: 'pdf', url: 'https://example.org/a.pdf' }] } });
  const compare = async (query: string) =>
    (await admin.get(`/api/admin/problems/${id}/versions/compare?${query}`)).as(VersionComparison);
  expect(await compare('from=1&to=2')).toMatchObject({
    changes: ['title', 'statement'],
    from: { versionNumber: 1, statements: [{ title: 'First' }], testsNumber: 2, timeLimitMs: 1000 },
    to: { versionNumber: 2, statements: [{ title: 'Second', htmlStatement: '<p>Second</p>' }] },
  });
  expect(await compare('from=2')).toMatchObject({ changes: ['files'], to: { versionNumber: null } });
  expect((await compare('from=3')).changes).toEqual([]);
  const missing = await admin.get(`/api/admin/problems/${id}/versions/compare?from=9`);
  expect([missing.status, missing.json.error?.code]).toEqual([404, 'VERSION_NOT_FOUND']);
});

test('a virtual participation uses no problem, but for its owner', async () => {
  const { given } = server;
  const groupId = await given.group();
  const past = await given.contest({ startsInMin: -300, durationMin: 200, groups: [groupId] });
  const [id = 0] = past.problemIds;
  const anna = await given.signedIn(await given.user({ groups: [groupId] }));
  const run = (await anna.post(`/api/contest/${past.id}/virtual`, {})).json.contestId;
  const connected = async (person: Person) =>
    (await person.get(`/api/problems/${id}`)).as(ProblemPage).connectedContests.map((one) => one.id);

  expect([await connected(admin), await connected(anna)]).toEqual([[past.id], [run]]);
  expect((await search(`q=${id}`)).problems).toMatchObject([{ id, contestsNumber: 1 }]);
  expect(await idsOf(`q=${id}`, await given.supervisor({ groups: [groupId] }))).toEqual([id]);
  expect(await idsOf(`q=${id}`, await given.supervisor({ groups: [await given.group()] }))).toEqual([]);
  const { canDelete, contests } = (await admin.get(`/api/admin/problems/${id}/deletion`)).as(ProblemDeletion);
  expect([canDelete, contests]).toMatchObject([true, [{ id: past.id }]]);
});

describe('deleting', () => {
  test('a problem waits for its contests, which keep it afterwards, and is taken back', async () => {
    const running = await server.given.contest({ name: 'Still running' });
    const [id = 0] = running.problemIds;
    const participant = await server.given.participant(running);
    await participant.submit(running, {});
    const remove = () => admin.send('DELETE', `/api/admin/problems/${id}`, {});

    const refused = await remove();
    expect([refused.status, refused.json.error?.code]).toEqual([409, 'PROBLEM_IN_USE']);
    expect(refused.json.error?.restParams).toMatchObject({ contests: [{ name: 'Still running' }] });

    const times = { startTimeMs: 1_000, durationTimeMs: 1_000, relativeFreezeTimeMs: 1_000 };
    await admin.post(`/api/admin/contests/${running.id}`, times);
    const preview = (await admin.get(`/api/admin/problems/${id}/deletion`)).as(ProblemDeletion);
    expect(preview).toMatchObject({ solutionsNumber: 1, canDelete: true, isDeleted: false });
    expect((await remove()).json).toMatchObject({ isDeleted: true, solutionsNumber: 1 });
    expect((await admin.get(`/api/admin/problems/${id}`)).status).toBe(404);
    expect(await idsOf(`contestId=${running.id}`)).toEqual([]);
    const mine = await participant.get(`/api/contest/${running.id}/solutions/my`);
    expect(mine.json.solutionsNumber).toBe(1);

    await admin.post(`/api/admin/problems/${id}/repair`);
    expect((await admin.get(`/api/admin/problems/${id}`)).status).toBe(200);
  });
});

describe('a rescan', () => {
  test('imports the kept package again as the next version', async () => {
    // Solutions that wait for a judge come first.
    await server.services.db.deleteFrom('judging').execute();
    const importer = await startTestImporter(server.url);
    const form = new FormData();
    form.append('file', new Blob(['PK\u0003\u0004 a package']), 'sum.zip');
    expect((await admin.post('/api/admin/problems/import', form)).status).toBe(202);
    await importer.deliver(await importer.mustClaim(), {});
    const { db } = server.services;
    const { problemId } = await db
      .selectFrom('packageImport')
      .select('problemId')
      .where('fileName', '=', 'sum.zip')
      .executeTakeFirstOrThrow();
    const id = problemId ?? 0;
    expect(await read(id)).toMatchObject({ canRescan: true, latestVersionNumber: 1 });
    await save(id, { title: 'Edited by hand' });

    const rescanned = admin.post(`/api/admin/problems/${id}/rescan`);
    const task = await importer.claim(10_000);
    if (!task) throw new Error('nothing to claim');
    await importer.deliver(task, {});
    expect((await rescanned).as(Rescan)).toMatchObject({ state: 'done', versionNumber: 3, message: null });
    expect((await read(id)).title).not.toBe('Edited by hand');
    const kept = await db
      .selectFrom('packageImport')
      .select('blobSha256')
      .where('problemId', '=', id)
      .orderBy('id')
      .execute();
    expect(kept.map(({ blobSha256 }) => blobSha256 !== null)).toEqual([false, true]);
  });

  test('explains what to do without a kept package', async () => {
    const id = await server.given.problem();
    const reply = await admin.post(`/api/admin/problems/${id}/rescan`);
    expect([reply.status, reply.json.error?.code]).toEqual([409, 'RESCAN_NOT_POSSIBLE']);
    expect((await admin.post('/api/admin/problems/999999/rescan')).status).toBe(404);
  });
});
