import { FoundOrganizations, Organization, TeamOfUser } from '@balloon/contracts/people/teams.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

const ORGANIZATIONS = '/api/admin/organizations';
const teamPath = (userId: number) => `/api/admin/users/${userId}/team`;
const create = async (body: object) => (await admin.post(ORGANIZATIONS, body)).as(Organization);
const search = async (reader: Person, q: string) =>
  (await reader.get(`${ORGANIZATIONS}?q=${encodeURIComponent(q)}`)).as(FoundOrganizations);
const answer = ({ status, json }: Awaited<ReturnType<Person['get']>>) => [status, json.error?.code];

/** Picture of a single red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
async function upload(): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(PNG)]), 'logo.png');
  return String((await admin.post('/upload/image', form)).json.link);
}

test('an organisation is created, found, changed and, without teams, deleted', async () => {
  const logo = await upload();
  const created = await create({ name: 'SSU', formalName: 'State University', country: 'KAZ', logo });
  expect(created).toMatchObject({ name: 'SSU', country: 'KAZ', logo, teamsNumber: 0, version: 1 });
  expect((await search(admin, 'university kaz')).organizations).toEqual([created]);
  expect((await search(admin, 'university %')).organizationsNumber).toBe(0);

  const path = `${ORGANIZATIONS}/${created.id}`;
  const edit = { name: 'State U', country: '', version: 1 };
  expect((await admin.post(path, edit)).as(Organization)).toMatchObject({
    ...{ name: 'State U', formalName: '', country: null, logo: null, version: 2 },
  });
  expect(answer(await admin.post(path, edit))).toEqual([409, 'CHANGED_MEANWHILE']);

  const { id: userId } = await server.given.user();
  await admin.post(teamPath(userId), { name: 'Kings', organizationId: created.id });
  expect(answer(await admin.send('DELETE', path, {}))).toEqual([409, 'ORGANIZATION_IN_USE']);
  await admin.post(teamPath(userId), { name: 'Kings' });
  expect((await admin.send('DELETE', path, {})).status).toBe(200);
  expect(answer(await admin.get(path))).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ country: 'kz' }, 'country'],
  [{ formalName: 'x'.repeat(301) }, 'formalName'],
])('an organisation is refused with %j, by field', async (body, field) => {
  const reply = await admin.post(ORGANIZATIONS, { name: 'SSU', ...body });
  expect([reply.status, Object.keys(reply.json.error?.fields ?? {})]).toEqual([400, [field]]);
});

test('a picture has to be an uploaded one, and a foreign id is given once', async () => {
  for (const logo of ['https://example.org/logo.png', '/uploads/images/../secret.png', '/uploads/images/x'])
    expect(answer(await admin.post(ORGANIZATIONS, { name: 'SSU', logo }))).toEqual([400, 'IMAGE_NOT_FOUND']);
  await create({ name: 'First', foreignId: 'INST-1' });
  const second = { name: 'Second', foreignId: 'INST-1' };
  expect(answer(await admin.post(ORGANIZATIONS, second))).toEqual([409, 'FOREIGN_ID_TAKEN']);
});

test('an account becomes a team with people, and a person’s again', async () => {
  const { id: organizationId } = await create({ name: 'SSU' });
  const [account, anna] = [await server.given.user(), await server.given.user()];
  const path = teamPath(account.id);
  expect((await admin.get(path)).as(TeamOfUser)).toEqual({ team: null });

  const members = [{ name: 'Anna', username: anna.username.toUpperCase() }, { name: 'Boris' }];
  const profile = { name: 'Seven Kings', organizationId, seat: 'A-12', coach: 'Clara', members };
  const saved = (await admin.post(path, profile)).as(TeamOfUser);
  expect(saved.team).toMatchObject({
    ...{ name: 'Seven Kings', organization: { name: 'SSU', teamsNumber: 1 }, seat: 'A-12', coach: 'Clara' },
    members: [
      { name: 'Anna', accountId: anna.id, username: anna.username },
      { name: 'Boris', accountId: null, username: null },
    ],
  });
  expect((await admin.get(path)).as(TeamOfUser)).toEqual(saved);
  expect((await admin.get(`/api/admin/users/${account.id}`)).json).toMatchObject({ fullName: 'Seven Kings' });

  const exchanged = { ...profile, members: members.toReversed() };
  expect((await admin.post(path, exchanged)).as(TeamOfUser).team?.members.map(({ name }) => name)).toEqual([
    'Boris',
    'Anna',
  ]);
  expect((await admin.send('DELETE', path, {})).status).toBe(200);
  expect((await admin.get(path)).as(TeamOfUser)).toEqual({ team: null });
  expect(answer(await admin.send('DELETE', path, {}))).toEqual([404, 'TEAM_NOT_FOUND']);
});

test('who saves a team on top of the edit of another learns of it, and the edit of a person does not count', async () => {
  const account = await server.given.user();
  const path = teamPath(account.id);
  const first = (await admin.post(path, { name: 'Kings', version: 0 })).as(TeamOfUser).team;
  expect(answer(await admin.post(path, { name: 'Queens', version: 0 }))).toEqual([409, 'CHANGED_MEANWHILE']);
  await admin.post(path, { name: 'Kings', members: [{ name: 'Anna' }], version: first?.version });
  const late = await admin.post(path, { name: 'Kings', seat: 'B-1', version: first?.version });
  expect(answer(late)).toEqual([409, 'CHANGED_MEANWHILE']);
  expect(late.json.error?.restParams).toMatchObject({
    ...{ version: 2, changedBy: { id: admin.user.id }, after: { members: ['Anna'] } },
    edits: [{ action: 'user.team' }],
  });

  const person = (await admin.get(`/api/admin/users/${account.id}`)).json;
  await admin.post(`/api/admin/users/${account.id}`, { lastName: 'Karpova' });
  const refused = await admin.post(`/api/admin/users/${account.id}`, {
    lastName: 'X',
    version: person.version,
  });
  expect(refused.json.error?.restParams?.edits).toMatchObject([{ action: 'user.edit' }]);
  expect((await admin.post(path, { name: 'Kings', seat: 'B-1', version: 2 })).status).toBe(200);
  await admin.send('DELETE', path, {});
  expect(answer(await admin.post(path, { name: 'Kings', version: 3 }))).toEqual([409, 'CHANGED_MEANWHILE']);
});

test('an edit of a team that was removed and made again meanwhile is refused, whatever the number of edits', async () => {
  const path = teamPath((await server.given.user()).id);
  const read = (await admin.post(path, { name: 'Kings' })).as(TeamOfUser).team;
  await admin.send('DELETE', path, {});
  const again = (await admin.post(path, { name: 'Queens' })).as(TeamOfUser).team;

  const late = await admin.post(path, { name: 'Kings', seat: 'B-1', version: read?.version });
  expect(answer(late)).toEqual([409, 'CHANGED_MEANWHILE']);
  expect(late.json.error?.restParams?.edits).toMatchObject([
    { action: 'user.team' },
    { action: 'user.removeTeam' },
  ]);
  expect((await admin.post(path, { name: 'Queens', seat: 'C-1', version: again?.version })).status).toBe(200);
});

test('an import counts as an edit of a team, if it changes something', async () => {
  const account = await server.given.user();
  const { team } = (await admin.post(teamPath(account.id), { name: 'Rooks', foreignId: 'T-77' })).as(
    TeamOfUser,
  );
  const version = async () => (await admin.get(teamPath(account.id))).as(TeamOfUser).team?.version;
  const touch = (seat: string) =>
    server.services.db.updateTable('team').set({ seat }).where('accountId', '=', account.id);
  await touch('').execute();
  expect(await version()).toBe(team?.version);
  await touch('C-3').execute();
  expect(await version()).toBe(Number(team?.version) + 1);
});

test('members are known accounts, each once and not the team itself, or nothing is changed', async () => {
  const [account, anna] = [await server.given.user(), await server.given.user()];
  for (const [usernames, code] of [
    [['nobody-of-that-name'], 'MEMBER_NOT_FOUND'],
    [[anna.username, anna.username], 'MEMBER_TWICE'],
    [[account.username], 'MEMBER_TWICE'],
  ] as const) {
    const members = usernames.map((username) => ({ name: 'Somebody', username }));
    expect(answer(await admin.post(teamPath(account.id), { name: 'Kings', members }))).toEqual([400, code]);
  }
  const unknown = { name: 'Kings', organizationId: 2_000_000_000 };
  expect(answer(await admin.post(teamPath(account.id), unknown))).toEqual([400, 'ORGANIZATION_NOT_FOUND']);
  expect((await admin.get(teamPath(account.id))).as(TeamOfUser)).toEqual({ team: null });
});

test('a moderator changes teams of their groups only, names no admin as a member, and no organisation', async () => {
  const group = await server.given.group();
  const moderator = await server.given.supervisor({ groups: [group] });
  const [own, other] = [await server.given.user({ groups: [group] }), await server.given.user()];
  const { id } = await create({ name: 'SSU' });
  expect((await search(moderator, '')).organizationsNumber).toBeGreaterThan(0);
  expect((await moderator.post(teamPath(own.id), { name: 'Kings', organizationId: id })).status).toBe(200);
  const hidden = { name: 'Kings', members: [{ name: 'Admin', username: admin.user.username }] };
  expect(answer(await moderator.post(teamPath(own.id), hidden))).toEqual([400, 'MEMBER_NOT_FOUND']);
  expect(answer(await moderator.post(teamPath(other.id), { name: 'Kings' }))).toEqual([
    403,
    'USER_NOT_YOURS',
  ]);
  expect((await moderator.post(`${ORGANIZATIONS}/${id}`, { name: 'Mine' })).status).toBe(403);
  expect(answer(await moderator.get(teamPath(admin.user.id)))).toEqual([404, 'USER_NOT_FOUND']);
});

test('a moderator links no accounts that are not entrusted to them, and takes no such links away', async () => {
  const [group, others] = [await server.given.group(), await server.given.group()];
  const moderator = await server.given.supervisor({ groups: [group] });
  const [own, anna] = [
    await server.given.user({ groups: [group] }),
    await server.given.user({ groups: [group] }),
  ];
  const [wolves, boris] = [await server.given.user({ groups: [others] }), await server.given.user()];
  const member = ({ username }: { username: string }) => ({ name: username, username });
  const team = (...people: { username: string }[]) => ({ name: 'Kings', members: people.map(member) });
  await admin.post(teamPath(wolves.id), team(boris));
  // Whoever may be put into a group may be renamed there, but nobody acts as them, or is in a team by that.
  for (const { id } of [wolves, boris])
    await moderator.post(`/api/admin/groups/${group}/members`, { add: [id], remove: [] });
  const refused = [403, 'ACCOUNT_NOT_YOURS'];
  expect(answer(await moderator.post(teamPath(wolves.id), team(boris)))).toEqual([200, undefined]);
  for (const people of [[anna], [boris, anna], []])
    expect(answer(await moderator.post(teamPath(wolves.id), team(...people)))).toEqual(refused);
  expect(answer(await moderator.send('DELETE', teamPath(wolves.id), {}))).toEqual(refused);
  expect(answer(await moderator.post(teamPath(own.id), team(boris)))).toEqual(refused);
  const { team: kept } = (await admin.get(teamPath(wolves.id))).as(TeamOfUser);
  expect(kept?.members.map(({ accountId }) => accountId)).toEqual([boris.id]);
  expect(answer(await moderator.post(teamPath(own.id), team(anna)))).toEqual([200, undefined]);
  expect(answer(await moderator.send('DELETE', teamPath(own.id), {}))).toEqual([200, undefined]);
});
