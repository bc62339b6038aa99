import {
  AdminUser,
  CreatedUser,
  GeneratedPassword,
  GeneratedPasswords,
  PeopleList,
  SessionsOfUser,
  UserDeletion,
} from '@balloon/contracts/people/user-admin.ts';
import { AuditLog } from '@balloon/contracts/site/audit.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockManaged } from '#features/user-admin/managed-user.ts';
import { TestEar } from '#testing/test-ear.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let groupId: number;
let moderator: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  groupId = await server.given.group('Ours');
  moderator = await server.given.supervisor({ groups: [groupId] });
});
afterAll(() => server.close());

const path = (id: number, rest = '') => `/api/admin/users/${id}${rest}`;
const read = async (reader: Person, id: number) => (await reader.get(path(id))).as(AdminUser);
const create = (by: Person, body: object) => by.post('/api/admin/users', body);
const signIn = (username: string, password: string) =>
  server.given.anonymous().post('/api/user/authenticate/sign-in', { username, password });
const codeOf = (reply: { status: number; json: { error?: { code?: unknown } } }) => [
  reply.status,
  reply.json.error?.code,
];
const member = () => server.given.user({ groups: [groupId] });

describe('a new person', () => {
  test('gets what the form of an older client sends, a username as password too', async () => {
    const body = {
      username: 'o.lder',
      password: 'o.lder',
      firstName: 'Olga',
      lastName: 'Lder',
      email: '',
      groupIds: [groupId],
    };
    const created = (await create(admin, body)).as(CreatedUser);
    expect(created).toMatchObject({
      username: 'o.lder',
      fullName: 'Olga Lder',
      email: null,
      accessGroup: { mask: 256 },
      groups: [{ id: groupId, name: 'Ours' }],
      generatedPassword: null,
    });
    expect((await signIn('o.lder', 'o.lder')).status).toBe(200);
  });

  test('gets a free username and a password, shown once', async () => {
    const names = { firstName: 'Юлия', lastName: 'Щукина' };
    const first = (await create(admin, names)).as(CreatedUser);
    const second = (await create(admin, names)).as(CreatedUser);
    expect([first.username, second.username]).toEqual(['yu.schukina', 'yu.schukina2']);
    const suggested = await admin.get(`/api/admin/people/username?${new URLSearchParams(names)}`);
    expect(suggested.json.username).toBe('yu.schukina3');
    expect((await signIn(first.username, first.generatedPassword ?? '')).status).toBe(200);
    expect((await admin.get(path(first.id))).text).not.toContain(first.generatedPassword);
    expect((await admin.get('/api/admin/audit')).text).not.toContain(first.generatedPassword);
  });

  test('is refused with a taken name or address, without any name, or with an unknown group', async () => {
    await create(admin, { username: 'taken', email: 'taken@example.org' });
    expect(codeOf(await create(admin, { username: 'TAKEN' }))).toEqual([409, 'USERNAME_TAKEN']);
    expect(codeOf(await create(admin, { username: 'free', email: 'Taken@example.org' }))).toEqual([
      409,
      'EMAIL_TAKEN',
    ]);
    expect(codeOf(await create(admin, {}))).toEqual([400, 'USERNAME_REQUIRED']);
    expect(codeOf(await create(admin, { username: 'x', groupIds: [999_999] }))).toEqual([
      400,
      'GROUP_NOT_FOUND',
    ]);
    const invalid = await create(admin, { username: 'with space', email: 'nonsense' });
    expect(Object.keys(invalid.json.error?.fields ?? {}).sort()).toEqual(['email', 'username']);
  });

  test('of a moderator is a participant of their group', async () => {
    const theirs = await server.given.group();
    const names = { firstName: 'Mod', lastName: 'Made' };
    expect(codeOf(await create(moderator, names))).toEqual([400, 'GROUPS_REQUIRED']);
    expect(codeOf(await create(moderator, { ...names, groupIds: [theirs] }))).toEqual([
      400,
      'GROUP_NOT_FOUND',
    ]);
    expect(codeOf(await create(moderator, { ...names, groupIds: [groupId], accessGroup: 1024 }))).toEqual([
      403,
      'ROLE_ADMINS_ONLY',
    ]);
    expect((await create(moderator, { ...names, groupIds: [groupId] })).status).toBe(200);
    expect(codeOf(await create(admin, { username: 'boss', password: 'boss', accessGroup: 4096 }))).toEqual([
      400,
      'PASSWORD_TOO_SIMPLE',
    ]);
  });
});

describe('an edit', () => {
  test('changes what it names; an older client sends everything, the role as text', async () => {
    const { id, username, password } = await member();
    const body = { userId: id, username, password: '', email: null, firstName: 'New', lastName: 'Name' };
    const edited = await admin.post(path(id), { ...body, groupIds: [], accessGroup: '1024' });
    expect(edited.as(AdminUser)).toMatchObject({
      fullName: 'New Name',
      groups: [],
      accessGroup: { mask: 1024 },
    });
    await admin.post(path(id), { firstName: 'Newer' });
    expect(await read(admin, id)).toMatchObject({ fullName: 'Newer Name', accessGroup: { mask: 1024 } });
    expect((await signIn(username, password)).status).toBe(200);
  });

  test('that makes somebody a supervisor ends their sessions at the age that supervisors’ have', async () => {
    const user = await member();
    await server.given.signedIn(user);
    const { db } = server.services;
    const daysLeft = async () => {
      const session = db.selectFrom('session').select('expiresAtMs').where('accountId', '=', user.id);
      return ((await session.executeTakeFirstOrThrow()).expiresAtMs - Date.now()) / 86_400_000;
    };
    await admin.post(path(user.id), { lastName: 'Still a participant' });
    expect(await daysLeft()).toBeGreaterThan(29);

    await admin.post(path(user.id), { accessGroup: 1024 });

    expect(await daysLeft()).toBeLessThan(0.6);
  });

  test('of a stale version is refused with the person and the change', async () => {
    const { id } = await member();
    const { version } = await read(admin, id);
    await moderator.post(path(id), { lastName: 'Theirs', version });
    const late = await admin.post(path(id), { lastName: 'Mine', version });
    expect(codeOf(late)).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(late.json.error?.restParams).toMatchObject({
      changedBy: { id: moderator.user.id },
      after: { lastName: 'Theirs' },
    });
    expect((await read(admin, id)).lastName).toBe('Theirs');
  });

  test('of a moderator changes no groups of others, no roles and no passwords', async () => {
    const theirs = await server.given.group('Theirs');
    const { id } = await server.given.user({ groups: [groupId, theirs] });
    expect((await read(moderator, id)).groups.map((group) => group.id)).toEqual([groupId]);
    await moderator.post(path(id), { groupIds: [groupId] });
    expect((await read(admin, id)).groups.map((group) => group.id)).toEqual([groupId, theirs]);
    expect(codeOf(await moderator.post(path(id), { accessGroup: 1024 }))).toEqual([403, 'ROLE_ADMINS_ONLY']);
    expect(codeOf(await moderator.post(path(id), { password: 'chosen by them' }))).toEqual([
      403,
      'PASSWORD_ADMINS_ONLY',
    ]);
    expect(codeOf(await moderator.post(path(moderator.user.id), { accessGroup: 4096 }))).toEqual([
      403,
      'ROLE_ADMINS_ONLY',
    ]);
  });

  test('with a new password ends the sessions of that person', async () => {
    const user = await member();
    const person = await server.given.signedIn(user);
    await admin.post(path(user.id), { password: 'brand new' });
    expect((await person.get('/api/user/me')).status).toBe(401);
    expect((await signIn(user.username, 'brand new')).status).toBe(200);
    expect(codeOf(await admin.post(path(admin.user.id), { password: 'brand new' }))).toEqual([
      403,
      'OWN_PASSWORD',
    ]);
  });

  test('changes no own address: the profile asks for the password first', async () => {
    const stolen = await admin.post(path(admin.user.id), { email: 'thief@example.org' });
    expect(codeOf(stolen)).toEqual([403, 'OWN_EMAIL']);
    expect((await admin.post(path(admin.user.id), { email: null, firstName: 'Ada' })).status).toBe(200);
  });

  test('does not take the role from the last admin, also when two try at once', async () => {
    const site = await startTestServer();
    try {
      const [one, two] = [await site.given.admin(), await site.given.admin()];
      await site.services.db.updateTable('account').set({ isBanned: true }).where('id', '=', 1).execute();
      const replies = await Promise.all([
        one.post(path(two.user.id), { accessGroup: 256 }),
        two.post(path(one.user.id), { accessGroup: 256 }),
      ]);
      // The second caller has lost the role already, or is the last admin, depending on the order of the calls.
      const [won, lost] = replies.map(({ status }) => status).sort();
      expect([won, lost]).toEqual([200, expect.toSatisfy((status) => status === 403 || status === 409)]);
      const last = replies[0]?.status === 200 ? one : two;
      expect(codeOf(await last.post(path(last.user.id), { accessGroup: 256 }))).toEqual([409, 'LAST_ADMIN']);
    } finally {
      await site.close();
    }
  });
});

describe('who may manage whom', () => {
  test('a moderator manages the participants of their groups and sees no admin', async () => {
    const stranger = await server.given.user();
    const colleague = await server.given.user({ mask: 1024, groups: [groupId] });
    for (const id of [stranger.id, colleague.id]) {
      expect((await read(moderator, id)).canEdit).toBe(false);
      for (const [call, body] of [
        ['', { firstName: 'x' }],
        ['/ban', {}],
        ['/password', {}],
      ] as const) {
        expect(codeOf(await moderator.post(path(id, call), body))).toEqual([403, 'USER_NOT_YOURS']);
      }
    }
    expect(codeOf(await moderator.get(path(admin.user.id)))).toEqual([404, 'USER_NOT_FOUND']);
    expect(codeOf(await moderator.post(path(admin.user.id, '/ban'), {}))).toEqual([404, 'USER_NOT_FOUND']);
    expect((await moderator.send('DELETE', path((await member()).id), {})).status).toBe(403);
  });

  test('a moderator finds nobody by a group that is none of theirs', async () => {
    const theirs = await server.given.group('Hidden');
    const { id } = await server.given.user({ groups: [groupId, theirs] });
    const found = async (by: Person, group: number) =>
      (await by.get(`/api/admin/people?count=200&groupId=${group}`))
        .as(PeopleList)
        .users.map((user) => user.id);
    expect([await found(moderator, theirs), await found(admin, theirs)]).toEqual([[], [id]]);
    expect(await found(moderator, groupId)).toContain(id);
  });

  test('a moderator takes over no account by adding the person to an own group', async () => {
    const theirs = await server.given.group();
    const colleague = await server.given.supervisor({ groups: [groupId] });
    const [shared, free] = [await server.given.user({ groups: [theirs] }), await server.given.user()];
    const added = { add: [shared.id, free.id] };
    expect((await moderator.post(`/api/admin/groups/${groupId}/members`, added)).json.added).toBe(2);
    for (const id of [shared.id, free.id]) {
      for (const by of [moderator, colleague]) {
        expect(await read(by, id)).toMatchObject({ canEdit: true, canControl: false });
        for (const reply of [
          await by.post(path(id, '/password')),
          await by.post('/api/admin/people/passwords', { userIds: [id] }),
          await by.post(path(id, '/ban'), {}),
          await by.post('/api/admin/people/ban', { userIds: [id] }),
          await by.get(path(id, '/sessions')),
          await by.send('DELETE', path(id, '/sessions'), {}),
          await by.post(path(id), { email: 'thief@example.org' }),
          await by.post(path(id), { username: 'renamed' }),
        ])
          expect(codeOf(reply)).toEqual([403, 'ACCOUNT_NOT_YOURS']);
      }
      expect((await moderator.post(path(id), { firstName: 'Still' })).status).toBe(200);
    }
    await admin.post(path(shared.id), { groupIds: [groupId] });
    expect((await read(moderator, shared.id)).canControl).toBe(false);
    expect((await signIn(free.username, free.password)).status).toBe(200);
  });

  test('an account that an admin adds or that was made for the group is entrusted to its moderators', async () => {
    const user = await server.given.user();
    await admin.post(`/api/admin/groups/${groupId}/members`, { add: [user.id] });
    const made = (await create(moderator, { lastName: 'Own', groupIds: [groupId] })).as(CreatedUser);
    for (const id of [user.id, made.id]) {
      expect((await read(moderator, id)).canControl).toBe(true);
      expect((await moderator.post(path(id, '/password'))).status).toBe(200);
    }
  });

  test('an admin entrusts whom a moderator had added, by adding them and not by keeping them', async () => {
    const user = await server.given.user();
    await moderator.post(`/api/admin/groups/${groupId}/members`, { add: [user.id] });
    const members = (
      await server.services.db
        .selectFrom('userGroupMember')
        .select('accountId')
        .where('groupId', '=', groupId)
        .execute()
    ).map(({ accountId }) => accountId);
    await admin.post(`/api/admin/groups/${groupId}`, { name: 'Ours', userIds: members });
    await admin.post(path(user.id), { groupIds: [groupId] });
    expect((await read(moderator, user.id)).canControl).toBe(false);

    const added = await admin.post(`/api/admin/groups/${groupId}/members`, { add: [user.id] });

    expect(added.json).toMatchObject({ added: 0 });
    expect((await read(moderator, user.id)).canControl).toBe(true);
  });

  test('nobody changes the owner and the support identity, or deletes and bans themselves', async () => {
    for (const id of [1, 2]) {
      for (const call of ['', '/ban', '/password']) {
        expect(codeOf(await admin.post(path(id, call), {}))).toEqual([403, 'USER_PROTECTED']);
      }
      expect(codeOf(await admin.send('DELETE', path(id), {}))).toEqual([403, 'USER_PROTECTED']);
    }
    expect(codeOf(await admin.post(path(admin.user.id, '/ban'), {}))).toEqual([403, 'OWN_ACCOUNT']);
    expect(codeOf(await admin.send('DELETE', path(admin.user.id), {}))).toEqual([403, 'OWN_ACCOUNT']);
  });
});

describe('at the same moment', () => {
  test('a ban does not wait for what refers to the person, as ratings that are being computed do', async () => {
    const { id } = await member();
    await server.services.db.transaction().execute(async (tx) => {
      await tx.selectFrom('account').select('id').where('id', '=', id).forKeyShare().execute();
      expect((await moderator.post(path(id, '/ban'), { reason: 'Two accounts' })).status).toBe(200);
    });
  });

  test('a person sends solutions while somebody changes the account', async () => {
    const contest = await server.given.contest();
    const anna = await server.given.participant(contest);
    await server.services.db.transaction().execute(async (tx) => {
      await lockManaged(tx, { ...admin.user, groupIds: [] }, anna.user.id);
      expect((await anna.submit(contest, { symbolIndex: 'A' })).status).toBe(200);
    });
  });

  test('a chosen password is looked at before the account is locked', async () => {
    const { id } = await member();
    await server.services.db.transaction().execute(async (tx) => {
      await lockManaged(tx, { ...admin.user, groupIds: [] }, id);
      expect(codeOf(await moderator.post(path(id), { password: 'chosen by them' }))).toEqual([
        403,
        'PASSWORD_ADMINS_ONLY',
      ]);
    });
  });
});

describe('a ban', () => {
  test('ends sessions and sockets, and signing in is refused with the reason until the ban ends', async () => {
    const user = await member();
    const person = await server.given.signedIn(user);
    const socket = await person.socket();
    const gone = new Promise((resolve) => socket.once('disconnect', resolve));

    await moderator.post(path(user.id, '/ban'), { reason: 'Two accounts' });

    expect((await person.get('/api/user/me')).status).toBe(401);
    await gone;
    const refused = await signIn(user.username, user.password);
    expect(codeOf(refused)).toEqual([403, 'BANNED']);
    expect(refused.json.error?.description).toContain('Two accounts');
    expect(await read(admin, user.id)).toMatchObject({ isBan: true, banReason: 'Two accounts' });
    await moderator.send('DELETE', path(user.id, '/ban'), {});
    expect((await signIn(user.username, user.password)).status).toBe(200);
  });
});

describe('sessions', () => {
  test('are listed and ended, one or all', async () => {
    const user = await member();
    const [one, two, three] = [
      await server.given.signedIn(user),
      await server.given.signedIn(user),
      await server.given.signedIn(user),
    ];
    const sessions = (await moderator.get(path(user.id, '/sessions'))).as(SessionsOfUser);
    expect(sessions).toHaveLength(3);
    const newest = Math.max(...sessions.map(({ id }) => id));
    await moderator.send('DELETE', path(user.id, `/sessions/${newest}`), {});
    const alive = async () =>
      (await Promise.all([one, two, three].map((person) => person.get('/api/user/me')))).map(
        ({ status }) => status,
      );
    expect(await alive()).toEqual([200, 200, 401]);
    expect((await moderator.send('DELETE', path(user.id, `/sessions/${newest}`), {})).status).toBe(404);
    await moderator.send('DELETE', path(user.id, '/sessions'), {});
    expect(await alive()).toEqual([401, 401, 401]);
  });
});

test('a new password is generated, shown once and kept out of the log', async () => {
  const user = await member();
  const { username, password } = (await moderator.post(path(user.id, '/password'))).as(GeneratedPassword);
  expect((await signIn(username, password)).status).toBe(200);
  expect((await signIn(username, user.password)).status).toBe(401);
  const log = await admin.get(`/api/admin/audit?subjectKind=user&subjectId=${user.id}`);
  expect(log.as(AuditLog).entries.map(({ action }) => action)).toEqual(['user.password']);
  expect(log.text).not.toContain(password);
});

describe('a deleted person', () => {
  test('frees the names; solutions and results stay', async () => {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest, {
      username: 'passing',
      email: 'passing@example.org',
    });
    await person.submit(contest, {});
    const { id } = person.user;
    expect((await admin.get(path(id, '/deletion'))).as(UserDeletion)).toEqual({
      ...{ solutions: 1, contests: 1, ratings: 0, messages: 0, sessions: 1 },
      canDelete: true,
    });

    expect((await admin.send('DELETE', path(id), {})).status).toBe(200);

    expect((await person.get('/api/user/me')).status).toBe(401);
    expect(codeOf(await admin.get(path(id)))).toEqual([404, 'USER_NOT_FOUND']);
    expect((await create(admin, { username: 'passing', email: 'passing@example.org' })).status).toBe(200);
    const solutions = await admin.get(`/api/contest/${contest.id}/solutions/all`);
    expect(solutions.json.solutionsNumber).toBe(1);
  });
});

describe('several people', () => {
  test('get new passwords together, for printing, or nobody does', async () => {
    const [anna, boris] = [await member(), await member()];
    const renew = (ids: number[]) => moderator.post('/api/admin/people/passwords', { userIds: ids });
    const stranger = await server.given.user();
    expect(codeOf(await renew([anna.id, stranger.id]))).toEqual([403, 'USER_NOT_YOURS']);
    expect((await signIn(anna.username, anna.password)).status).toBe(200);
    const made = (await renew([boris.id, anna.id])).as(GeneratedPasswords);
    expect(made.map(({ userId }) => userId)).toEqual([anna.id, boris.id]);
    for (const { username, password } of made) expect((await signIn(username, password)).status).toBe(200);
    expect((await signIn(anna.username, anna.password)).status).toBe(401);
  });

  test('are banned together, or nobody is', async () => {
    const [anna, boris] = [await member(), await member()];
    const ban = (ids: number[]) => moderator.post('/api/admin/people/ban', { userIds: ids, reason: 'Noise' });
    expect(codeOf(await ban([anna.id, moderator.user.id]))).toEqual([403, 'OWN_ACCOUNT']);
    expect((await signIn(anna.username, anna.password)).status).toBe(200);
    expect((await ban([anna.id, boris.id])).status).toBe(200);
    for (const { id } of [anna, boris])
      expect(await read(admin, id)).toMatchObject({ isBan: true, banReason: 'Noise' });
  });

  test('are deleted together, or nobody is, and before it is said what stays', async () => {
    const contest = await server.given.contest();
    const people = [await server.given.participant(contest), await server.given.participant(contest)];
    for (const person of people) await person.submit(contest, {});
    const userIds = people.map(({ user }) => user.id);
    const preview = (await admin.post('/api/admin/people/deletion', { userIds })).as(UserDeletion);
    expect(preview).toMatchObject({ solutions: 2, contests: 2, sessions: 2, canDelete: true });
    const hidden = await moderator.post('/api/admin/people/deletion', {
      userIds: [...userIds, admin.user.id],
    });
    expect(codeOf(hidden)).toEqual([404, 'USER_NOT_FOUND']);
    const withOwner = await admin.post('/api/admin/people/delete', { userIds: [...userIds, 1] });
    expect(codeOf(withOwner)).toEqual([403, 'USER_PROTECTED']);
    expect((await people[0]?.get('/api/user/me'))?.status).toBe(200);
    expect((await admin.post('/api/admin/people/delete', { userIds })).json).toEqual({ deleted: 2 });
    for (const person of people) expect((await person.get('/api/user/me')).status).toBe(401);
  });
});

describe('the list', () => {
  const find = async (reader: Person, query: string) =>
    (await reader.get(`/api/admin/people?${query}`)).as(PeopleList);
  const names = async (query: string, reader = admin) =>
    (await find(reader, query)).users.map(({ username }) => username).sort();

  test('finds people by every word of their names, by group, role, ban and activity', async () => {
    const ours = await server.given.group();
    const make = (username: string, firstName: string, lastName: string, rest = {}) =>
      create(admin, { username, firstName, lastName, groupIds: [ours], ...rest });
    await make('list.anna', 'Анна', 'Смирнова');
    await make('list.boris', 'Борис', 'Смирнов', { accessGroup: 1024, password: 'long enough' });
    await server.given.user({ username: 'list_100%', groups: [ours] });
    const all = `groupId=${ours}`;
    expect(await names(`${all}&q=СМИРН`)).toEqual(['list.anna', 'list.boris']);
    expect(await names(`${all}&q=смирнова+анна`)).toEqual(['list.anna']);
    expect(await names(`${all}&q=анна+смирнова`)).toEqual(['list.anna']);
    expect(await names(`${all}&q=%25`)).toEqual(['list_100%']);
    expect(await names(`${all}&q=list_`)).toEqual(['list_100%']);
    expect(await names(`${all}&accessGroup=1024`)).toEqual(['list.boris']);
    expect(await names(`${all}&isBanned=true`)).toEqual([]);
    expect(await names(`${all}&neverSignedIn=true`)).toHaveLength(3);
    expect(await names(`${all}&activeFromMs=1`)).toEqual([]);
    expect(await names(`${all}&activeToMs=1`)).toHaveLength(3);
    expect((await find(admin, `${all}&count=1&offset=1&sort=name`)).users[0]?.lastName).toBe('Смирнов');
    expect((await find(admin, `${all}&count=1`)).usersNumber).toBe(3);
    expect(await names('groupId=0&q=user-')).not.toContain('list.anna');
  });

  test('is exported as CSV in which no name is a formula', async () => {
    const ours = await server.given.group();
    await create(admin, { username: 'evil', firstName: '=cmd|calc', lastName: '@a;"b"', groupIds: [ours] });
    const reply = await admin.get(`/api/admin/people/export?groupId=${ours}`);
    expect(reply.headers.get('content-type')).toContain('text/csv');
    expect(reply.text).toContain(`;"'@a;""b""";'=cmd|calc;evil;;`);
    expect((await admin.get(`/api/admin/people/export?groupId=${ours}&separator=,`)).text).toContain(
      ',evil,',
    );
  });

  test('is not exported without an entry in the log', async () => {
    const reply = await moderator.get('/api/admin/people/export');
    expect(reply.status).toBe(200);
    const log = (await admin.get('/api/admin/audit?count=1')).as(AuditLog);
    expect(log.entries).toMatchObject([{ action: 'user.export', actor: { id: moderator.user.id } }]);
  });
});

test('supervisors who look at people hear whose accounts changed, moderators not of admins', async () => {
  const ears = [new TestEar(await admin.socket()), new TestEar(await moderator.socket())] as const;
  for (const ear of ears) await ear.joins('people.listen');
  const outsider = new TestEar(await (await server.given.participant(await server.given.contest())).socket());
  expect(await outsider.asks('people.listen', {})).toMatchObject({ ok: false });

  const otherAdmin = (await server.given.admin()).user;
  const { id } = await member();
  await admin.post(path(otherAdmin.id), { firstName: 'Renamed' });
  await admin.post(path(id, '/ban'), { reason: 'test' });
  const isAbout = (userId: number) => (change: { userIds: number[] | null }) =>
    change.userIds?.includes(userId) === true;
  for (const ear of ears) await ear.hears('people changed', isAbout(id));
  await ears[0].hears('people changed', isAbout(otherAdmin.id));
  expect(ears[1].heard('people changed').some(isAbout(otherAdmin.id))).toBe(false);
});
