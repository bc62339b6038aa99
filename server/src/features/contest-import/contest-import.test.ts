import { ContestFormData } from '@balloon/contracts/contests/contest-form.ts';
import {
  ContestPackageProgress,
  ContestPackageStored,
  ImportContestReport,
} from '@balloon/contracts/contests/contest-import.ts';
import { TeamOfUser } from '@balloon/contracts/people/teams.ts';
import { PackageUpload, PackageUploads } from '@balloon/contracts/problems/package-upload.ts';
import { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import { removeOrphanBlobs } from '@balloon/database/orphan-blobs.ts';
import { ICPC_RULES } from '@balloon/domain/contests/scoring-rules.ts';
import { zipBytes } from '@balloon/packages/testing/zip-bytes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeReady } from '#features/contest-import/place-problems.ts';
import { archiveOf, PACKAGE } from '#features/contest-import/testing.ts';
import { countQueries } from '#testing/count-queries.ts';
import { PROBLEM, REPORT, startTestImporter, type TestImporter } from '#testing/test-importer.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let importer: TestImporter;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  importer = await startTestImporter(server.url);
});
afterAll(() => server.close());

const IMPORT = '/api/admin/contests/import';

const store = (files: Readonly<Record<string, string | Buffer>>) => storeArchive(archiveOf(files));

async function storeArchive(archive: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(archive)]), 'finals.zip');
  return (await admin.post(`${IMPORT}/archive`, form)).as(ContestPackageStored).sha256;
}

const send = async (files: Readonly<Record<string, string | Buffer>>, body: object = {}) =>
  (await admin.post(IMPORT, { sha256: await store(files), ...body })).as(ImportContestReport);
const run = (files: Readonly<Record<string, string | Buffer>>, body: object = {}) =>
  send(files, { dryRun: false, ...body });
const formOf = async (id: number) => (await admin.get(`/api/admin/contests/${id}`)).as(ContestFormData);
const progressOf = async (id: number) =>
  (await admin.get(`/api/admin/contests/${id}/package`)).as(ContestPackageProgress).problems;
const fatesOf = (report: ImportContestReport) => ({
  contest: report.contest?.fate,
  problems: report.problems.map(({ fate }) => fate),
  pictures: report.pictures.map(({ fate }) => fate),
  people: report.people.map(({ fate }) => fate),
  teams: report.teams.map(({ fate }) => fate),
});
const faultsOf = ({ faults }: ImportContestReport) =>
  faults.filter(({ isError }) => isError).map(({ file, code }) => [file, code]);

test('an archive of many files takes hardly more queries than one of few', async () => {
  const queriesOf = async (files: Readonly<Record<string, string | Buffer>>) => {
    const sha256 = await store(files);
    return countQueries(server.services, () => admin.post(IMPORT, { sha256 }));
  };
  const more = Array.from({ length: 400 }, (_, number) => [`problems/hello/data/${number}.in`, 'x']);

  const queries = await queriesOf({ ...PACKAGE, ...Object.fromEntries(more) });

  // Chores of the process may query during each of the calls: on a busy machine these take seconds.
  expect(queries).toBeLessThan((await queriesOf(PACKAGE)) + more.length / 20);
});

test('a package becomes a contest, doubles nothing, and a second import changes what differs', async () => {
  const planned = await send(PACKAGE);
  const created = {
    ...{ contest: 'create', problems: ['create', 'create'], pictures: ['create', 'create'] },
    ...{ people: ['create'], teams: ['create'] },
  };
  expect([faultsOf(planned), fatesOf(planned), planned.contest?.id]).toEqual([[], created, null]);
  expect(planned.faults.map(({ code }) => code)).toEqual(['LANGUAGE_UNKNOWN']);

  const done = await run(PACKAGE);
  expect(fatesOf(done)).toEqual(created);
  expect(done.teams).toMatchObject([{ username: 'kings', password: 'secret of seven' }]);
  const contestId = done.contest?.id ?? 0;
  expect(await formOf(contestId)).toMatchObject({
    ...{ name: 'Finals', startTimeMs: Date.parse('2030-09-19T06:00:00Z'), durationTimeMs: 18_000_000 },
    ...{ relativeFreezeTimeMs: 14_400_000, problems: [] },
    ...{ ...ICPC_RULES, wrongTryPenaltyMin: 25 },
  });
  const { accountId } = await server.services.db
    .selectFrom('team')
    .select('accountId')
    .where('foreignId', '=', '7')
    .executeTakeFirstOrThrow();
  const { team } = (await admin.get(`/api/admin/users/${accountId}/team`)).as(TeamOfUser);
  expect(team).toMatchObject({
    coach: 'Clara',
    members: [{ name: 'Anna' }],
    organization: { country: 'KAZ' },
  });
  for (const link of [team?.photo, team?.organization?.logo])
    expect((await admin.get(String(link))).headers.get('content-type')).toBe('image/png');

  const again = await run(PACKAGE);
  expect(fatesOf(again)).toEqual({
    ...{ contest: 'same', problems: ['same', 'same'], pictures: ['same', 'same'] },
    ...{ people: ['same'], teams: ['same'] },
  });
  const changed = {
    ...PACKAGE,
    'persons.json': '[]',
    'contest.json': String(PACKAGE['contest.json']).replace('25', '20'),
  };
  const third = await run(changed);
  expect([third.contest?.id, third.contest?.fate, third.contest?.changed]).toEqual([
    ...[contestId, 'update', ['wrongTryPenaltyMin']],
  ]);
});

test('a second import keeps a freeze that the package does not name, and an end that removed intervals moved', async () => {
  const start = '2030-09-19T09:00:00+03:00';
  const fields = { id: 'kept', name: 'Kept', duration: '5:00:00', start_time: start };
  const files = (more: object) => ({ 'contest.json': JSON.stringify({ ...fields, ...more }) });
  const contestId = (await run(files({ scoreboard_freeze_duration: '1:00:00' }))).contest?.id ?? 0;
  expect((await run(files({}))).contest?.fate).toBe('same');

  const fromMs = Date.parse('2030-09-19T07:00:00Z');
  const cut = { fromMs, toMs: fromMs + 600_000, movesEnd: true };
  const intervals = `/api/admin/contests/${contestId}/live/removed-intervals`;
  expect((await admin.post(intervals, cut)).status).toBe(200);
  expect((await run(files({ scoreboard_freeze_duration: '1:00:00' }))).contest?.fate).toBe('same');
  const longer = await run(files({ duration: '6:00:00', scoreboard_freeze_duration: '1:00:00' }));
  expect(longer.contest?.changed).toEqual(['durationTimeMs', 'relativeFreezeTimeMs']);
  expect(await formOf(contestId)).toMatchObject({
    ...{ durationTimeMs: 6 * 3_600_000 + 600_000, relativeFreezeTimeMs: 5 * 3_600_000 + 600_000 },
  });
});

test('judges of a package supervise its contest, and are called by their usernames where it names them no further', async () => {
  const done = await run({
    ...PACKAGE,
    'contest.json': String(PACKAGE['contest.json']).replace('wf26', 'judged'),
    'accounts.yaml': '- {id: j, username: judge-one, password: words of judge one, type: judge}\n',
  });
  const login = { username: 'judge-one', password: 'words of judge one' };
  const { token } = (await server.given.anonymous().post('/api/user/authenticate/sign-in', login)).json;
  const asJudge = { headers: { 'x-token': String(token) } };
  const path = `/api/admin/contests/${done.contest?.id}`;
  const form = await server.given.anonymous().send('GET', path, asJudge);
  expect(form.as(ContestFormData).name).toBe('Finals');
  const me = await server.given.anonymous().send('GET', '/api/user/me', asJudge);
  expect(me.json).toMatchObject({ fullName: 'judge-one', firstName: '', lastName: '', isModerator: true });
});

test('a package that arrives in pieces waits for its import, also when its page was closed', async () => {
  const uploads = `${IMPORT}/uploads`;
  const contest = String(PACKAGE['contest.json']).replace('wf26', 'pieces');
  const archive = archiveOf({ ...PACKAGE, 'contest.json': contest });
  const announced = { fileName: 'finals.zip', sizeBytes: archive.length, modifiedAtMs: 5 };
  const begin = async () => (await admin.post(uploads, announced)).as(PackageUpload);
  const { id, storedSha256 } = await begin();
  expect(storedSha256).toBeNull();
  const octets = { 'content-type': 'application/octet-stream' };
  const sent = { headers: octets, body: new Uint8Array(archive) };
  expect((await admin.send('PUT', `${uploads}/${id}?offset=0`, sent)).status).toBe(200);
  const { json } = await admin.post(`${uploads}/${id}/end`, {});
  expect((await admin.post(`${uploads}/${id}/end`, {})).json).toEqual(json);

  await removeOrphanBlobs(server.services.db, -1); // the round of a day later
  const again = await begin();
  expect(again).toMatchObject({ id, receivedBytes: archive.length, storedSha256: json.storedSha256 });
  const listed = async () => (await admin.get(uploads)).as(PackageUploads).uploads.map((one) => one.id);
  expect(await listed()).toEqual([id]);
  expect((await admin.get('/api/admin/problems/uploads')).as(PackageUploads).uploads).toEqual([]);
  const done = await admin.post(IMPORT, { sha256: json.storedSha256, dryRun: false });
  expect(done.as(ImportContestReport).contest?.fate).toBe('create');
  expect(await listed()).toEqual([]);

  const other = await admin.post(uploads, { ...announced, fileName: 'other.zip' });
  const given = await admin.send('DELETE', `${uploads}/${other.as(PackageUpload).id}`, {});
  expect([given.status, await listed()]).toEqual([200, []]);
});

test('problems are built by judges and stand in the contest in their order and colours', async () => {
  const contest = String(PACKAGE['contest.json']).replace('wf26', 'built');
  const files = {
    ...PACKAGE,
    'contest.json': contest,
    'problems/sum/sum.zip': 'PK\u0003\u0004 sum of built',
  };
  await server.services.db.deleteFrom('judging').execute();
  const contestId = (await run(files)).contest?.id ?? 0;
  const parts: (string | null)[] = [];
  for (const title of ['Sum', 'Walk']) {
    const task = await importer.mustClaim();
    parts.push(task.part);
    const statements = PROBLEM.statements.map((statement) => ({ ...statement, title }));
    const problem = { ...PROBLEM, shortName: title, sourceUrl: null, statements };
    expect((await importer.deliver(task, { problem })).body).toEqual({ stored: true });
  }
  expect(parts).toEqual(['finals/problems/sum/sum.zip', 'finals/problems/walk']);
  await placeReady(server.services, contestId);
  const { problems } = await formOf(contestId);
  expect(problems.map(({ color }) => color)).toEqual(['#FF0000', '#00FF00']);
  expect(await progressOf(contestId)).toMatchObject([
    { foreignId: 'sum', state: 'done', isPlaced: true, problemId: problems[0]?.id },
    { foreignId: 'walk', state: 'done', isPlaced: true },
  ]);

  const renewed = await run({ ...files, 'problems/walk/data/secret/1.in': '2\n' });
  expect(renewed.problems.map(({ fate }) => fate)).toEqual(['same', 'update']);
  const task = await importer.mustClaim();
  expect((await importer.deliver(task, { problem: PROBLEM })).body).toEqual({ stored: true });
  await placeReady(server.services, contestId);
  expect((await formOf(contestId)).problems.map(({ id }) => id)).toEqual(problems.map(({ id }) => id));
});

/** Files of a package with an id of its own, and one problem whose file differs from run to run. */
const withSum = (id: string, content: string) => ({
  ...PACKAGE,
  'contest.json': String(PACKAGE['contest.json']).replace('wf26', id),
  'problems.json': '[{"id":"sum","name":"Sum"}]',
  'problems/sum/sum.zip': `PK\u0003\u0004 ${id} ${content}`,
});

/** The problem as a judge builds it; its time limit tells which file it came out of. */
const sumOf = (id: string, timeLimitMs: number) => ({
  ...PROBLEM,
  ...{ shortName: id, sourceUrl: null, revision: null },
  rules: { ...PROBLEM.rules, timeLimitMs },
});

const timeLimitsOf = async (contestId: number) =>
  Promise.all(
    (await formOf(contestId)).problems.map(
      async ({ id }) => (await admin.get(`/api/problems/${id}`)).as(ProblemPage).timeLimitMs,
    ),
  );

test('a package that comes again while a judge builds the one before brings its own tests', async () => {
  await server.services.db.deleteFrom('judging').execute();
  const contestId = (await run(withSum('again', 'first'))).contest?.id ?? 0;
  const first = await importer.mustClaim();
  await run(withSum('again', 'second'));
  const outdated = { report: REPORT, problem: sumOf('again', 1000) };
  expect((await importer.tell(first, 'result', outdated)).body).toEqual({ stored: false });
  const second = await importer.mustClaim();
  expect((await importer.deliver(second, { problem: sumOf('again', 2000) })).body).toEqual({ stored: true });
  await placeReady(server.services, contestId);
  expect(await timeLimitsOf(contestId)).toEqual([2000]);
  expect(await importer.claim()).toBeNull();
});

test('a package that comes again before its problem stands in the contest renews that problem', async () => {
  await server.services.db.deleteFrom('judging').execute();
  const contestId = (await run(withSum('soon', 'first'))).contest?.id ?? 0;
  await importer.deliver(await importer.mustClaim(), { problem: sumOf('soon', 1000) });
  await run(withSum('soon', 'second'));
  await importer.deliver(await importer.mustClaim(), { problem: sumOf('soon', 2000) });
  await placeReady(server.services, contestId);
  expect(await timeLimitsOf(contestId)).toEqual([2000]);
});

test('a problem that was deleted stays out of its contest, and is made anew by newer files', async () => {
  await server.services.db.deleteFrom('judging').execute();
  const contestId = (await run(withSum('gone', 'first'))).contest?.id ?? 0;
  await importer.deliver(await importer.mustClaim(), { problem: sumOf('gone', 1000) });
  await placeReady(server.services, contestId);
  const [before] = (await formOf(contestId)).problems;
  const { revision } = await formOf(contestId);
  const change = { problems: [], basedOnRevision: revision };
  expect((await admin.post(`/api/admin/contests/${contestId}`, change)).status).toBe(200);
  expect((await admin.send('DELETE', `/api/admin/problems/${before?.id}`, {})).status).toBe(200);

  const renewed = await run(withSum('gone', 'second'));
  expect(renewed.problems.map(({ fate }) => fate)).toEqual(['update']);
  expect((await formOf(contestId)).problems).toEqual([]);
  await importer.deliver(await importer.mustClaim(), { problem: sumOf('gone', 2000) });
  await placeReady(server.services, contestId);
  expect(await timeLimitsOf(contestId)).toEqual([2000]);
  expect((await formOf(contestId)).problems.map(({ id }) => id)).not.toContain(before?.id);
});

test('a problem that becomes ready leaves those alone that organisers took out, moved or coloured', async () => {
  await server.services.db.deleteFrom('judging').execute();
  const ids = ['a', 'b', 'c', 'd'];
  const files = {
    'contest.json': String(PACKAGE['contest.json']).replace('wf26', 'kept-order'),
    'problems.json': JSON.stringify(ids.map((id) => ({ id, name: id, rgb: '#FF0000' }))),
    ...Object.fromEntries(ids.map((id) => [`problems/${id}/${id}.zip`, `PK\u0003\u0004 ordered ${id}`])),
  };
  const contestId = (await run(files)).contest?.id ?? 0;
  const tasks: Awaited<ReturnType<typeof importer.mustClaim>>[] = [];
  for (const _ of ids) tasks.push(await importer.mustClaim());
  const deliver = async (number: number) => {
    const task = tasks[number];
    if (task) await importer.deliver(task, { problem: sumOf(`ordered ${number}`, 1000 + number) });
    await placeReady(server.services, contestId);
  };
  for (const number of [0, 1, 3]) await deliver(number);
  const { problems, revision } = await formOf(contestId);
  const [, b, d] = problems.map(({ id }) => ({ id, color: '#0000FF' }));
  const change = { problems: [d, b], basedOnRevision: revision };
  expect((await admin.post(`/api/admin/contests/${contestId}`, change)).status).toBe(200);

  await deliver(2);
  expect(await timeLimitsOf(contestId)).toEqual([1002, 1003, 1001]);
  expect((await formOf(contestId)).problems.map(({ color }) => color)).toEqual([
    ...['#FF0000', '#0000FF', '#0000FF'],
  ]);
  expect((await run(files)).problems.map(({ fate }) => fate)).toEqual(['same', 'same', 'same', 'same']);
  expect(await timeLimitsOf(contestId)).toEqual([1002, 1003, 1001]);
});

test('of a package with errors nothing is written, and each is told with its file', async () => {
  const contests = () => server.services.db.selectFrom('contest').select('id').execute();
  const before = await contests();
  const broken = {
    'contest.yaml': 'name: Broken\nduration: five hours\n',
    'problems.json': '{',
    'organizations.json': '[{"id":"u9"}]',
    'persons.json': '[{"name":"Nobody","team_id":"nowhere"}]',
  };
  const planned = await send(broken);
  expect(faultsOf(planned)).toEqual([
    ['finals/contest.yaml', 'FIELD_INVALID'],
    ['finals/problems.json', 'NOT_READABLE'],
    ['finals/organizations.json', 'FIELD_MISSING'],
    ['persons', 'TEAM_UNKNOWN'],
  ]);
  const refused = await admin.post(IMPORT, { sha256: await store(broken), dryRun: false });
  expect([refused.status, refused.json.error?.code]).toEqual([400, 'TEAM_FILES_WRONG']);
  expect(faultsOf(await send({ 'readme.txt': 'nothing' }))).toEqual([['', 'FILE_MISSING']]);
  expect(await contests()).toEqual(before);
});

test('pictures that could run, or that are none, are left out with a note', async () => {
  const files = {
    ...PACKAGE,
    'teams/7/photo.png': 'no picture',
    'organizations/u1/logo.56x56.png': '',
  };
  const { pictures, faults } = await send(files);
  expect([
    pictures,
    faults.filter(({ code }) => code === 'PICTURE_NOT_READ').map(({ file }) => file),
  ]).toEqual([...[[], ['finals/organizations/u1/logo.56x56.png', 'finals/teams/7/photo.png']]]);
});

/** Code page 866 of the letters from А to п, in which Windows writes Russian names. */
const inPage866 = (text: string) =>
  Buffer.from(
    Array.from(text, (letter) => (letter < '~' ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x390)),
  );

test.each([
  ['UTF-8', Buffer.from],
  ['code page 866', inPage866],
])('names in %s without a word about it are read as judges read them', async (_what, encode) => {
  await server.services.db.deleteFrom('judging').execute();
  const entries = Object.entries(withSum(`named ${_what}`, 'first'));
  const archive = zipBytes(
    entries.map(([name, data]) => ({ name: encode(`Финал/${name}`), data, flags: 0 })),
  );
  const sha256 = await storeArchive(archive);
  const report = (await admin.post(IMPORT, { sha256, dryRun: false })).as(ImportContestReport);
  expect([report.contest?.fate, (await importer.mustClaim()).part]).toEqual([
    ...['create', 'Финал/problems/sum/sum.zip'],
  ]);
});

test('an archive with backslashes in its paths, which no judge opens, is refused with the reason', async () => {
  const entries = Object.entries(PACKAGE).map(([name, data]) => ({ name: name.replaceAll('/', '\\'), data }));
  const { status, json } = await admin.post(IMPORT, { sha256: await storeArchive(zipBytes(entries)) });
  expect([status, json.error?.code]).toEqual([400, 'PACKAGE_BACKSLASHES']);
});

test('a person who names a team twice is one of its people once', async () => {
  const persons = [{ name: 'Anna', team_id: '7', team_ids: ['7', 7] }];
  const { people } = await send({ ...PACKAGE, 'persons.json': JSON.stringify(persons) });
  expect(people.map(({ members }) => members)).toEqual([['Anna']]);
});

test('what is no archive, or was thrown away, is refused', async () => {
  const form = new FormData();
  form.append('file', new Blob(['PK\u0003\u0004 but broken']), 'finals.zip');
  const { sha256 } = (await admin.post(`${IMPORT}/archive`, form)).as(ContestPackageStored);
  const answer = async (hash: string) => {
    const { status, json } = await admin.post(IMPORT, { sha256: hash });
    return [status, json.error?.code];
  };
  expect(await answer(sha256)).toEqual([400, 'PACKAGE_BROKEN']);
  expect(await answer('0'.repeat(64))).toEqual([404, 'PACKAGE_NOT_FOUND']);
});
