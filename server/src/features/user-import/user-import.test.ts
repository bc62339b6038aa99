import { ImportUsersOlder, ImportUsersReport } from '@balloon/contracts/people/user-import.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMailedKey } from '#features/account/mailed-keys.ts';
import { lockManaged } from '#features/user-admin/managed-user.ts';
import { countQueries } from '#testing/count-queries.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { type Person, type Reply, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let groupId: number;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  groupId = await server.given.group('Hall');
});
afterAll(() => server.close());

const HEADING = 'Имя;Фамилия;Логин;Пароль;Админ\r\n';

/** File first, then the fields, as older clients send them. */
function send(content: string | Uint8Array<ArrayBuffer>, fields: object = {}, by = admin): Promise<Reply> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'users.csv');
  const all = { groupIds: String(groupId), ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, String(value));
  return by.post('/api/admin/users-groups', form);
}

const report = async (content: Parameters<typeof send>[0], fields: object = {}, by = admin) =>
  (await send(content, { dryRun: 'true', ...fields }, by)).as(ImportUsersReport);
const run = (content: Parameters<typeof send>[0], fields: object = {}) =>
  report(content, { dryRun: 'false', ...fields });
const fates = ({ rows }: ImportUsersReport) => rows.map(({ fate, username }) => [fate, username]);
const errors = ({ rows }: ImportUsersReport) =>
  rows.flatMap((row) => row.errors.map(({ code, columnNumber }) => [row.line, columnNumber, code]));
const signIn = async (username: string, password: string) =>
  (await server.given.anonymous().post('/api/user/authenticate/sign-in', { username, password })).status;
const numberOfPeople = async () => Number((await admin.get('/api/admin/people')).json.usersNumber);

describe('an older client', () => {
  test('sends Windows-1251 with semicolons: a missing login is made up, a missing password is the login', async () => {
    const text = `${HEADING}Анна;Ежова;;;0\r\nБорис;Щукин;b.shch;secret;1\r\n\r\n`;
    const answer = (await send(windows1251(text))).as(ImportUsersOlder);
    expect(answer.map((entry) => entry?.[0].username)).toEqual(['a.ezhova', 'b.shch']);
    expect(await signIn('a.ezhova', 'a.ezhova')).toBe(200);
    expect(await signIn('b.shch', 'secret')).toBe(200);
    const found = await admin.get(`/api/admin/people?q=ежова&groupId=${groupId}`);
    expect(found.json).toMatchObject({ usersNumber: 1, users: [{ fullName: 'Анна Ежова' }] });

    const again = (await send(windows1251(text))).as(ImportUsersOlder);
    expect(again).toEqual([null, null]);
  });

  test('receives an error when no row can be used', async () => {
    for (const [content, code] of [
      ['', 'CSV_EMPTY'],
      [HEADING, 'CSV_EMPTY'],
      [`${HEADING}x;y;with space;;0\n`, 'CSV_HAS_ERRORS'],
    ] as const) {
      const reply = await send(content);
      expect([reply.status, reply.json.error?.code]).toEqual([400, code]);
    }
    expect((await admin.post('/api/admin/users-groups', new FormData())).status).toBe(400);
  });

  test('imports nobody when an option is spelt wrong, such as that of a dry run', async () => {
    const reply = await send(`${HEADING}Un;Known;spelt.wrong;;0\n`, { dryrun: 'true' });
    expect([reply.status, reply.json.error?.fields]).toEqual([400, { dryrun: expect.anything() }]);
    expect((await admin.get('/api/admin/users?q=spelt.wrong')).json.users).toEqual([]);
  });
});

describe('spreadsheets', () => {
  const text = 'Фамилия;Имя;E-mail\nСидорова;Вера;vera@example.org\n';
  test.each([
    ['UTF-8', Buffer.from(text), 'utf-8', ';'],
    ['UTF-8 with mark', Buffer.from(`\ufeff${text}`), 'utf-8', ';'],
    ['UTF-16 with mark', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le', ';'],
    ['UTF-16 without mark', Buffer.from(text, 'utf16le'), 'utf-16le', ';'],
    ['UTF-16 big endian', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'utf-16be', ';'],
    ['Windows-1251', windows1251(text), 'windows-1251', ';'],
    ['commas', Buffer.from(text.replaceAll(';', ',')), 'utf-8', ','],
    ['tabs', Buffer.from(text.replaceAll(';', '\t')), 'utf-8', '\t'],
    ['a line that names the separator', Buffer.from(`sep=,\r\n${text.replaceAll(';', ',')}`), 'utf-8', ','],
    ['old line ends', Buffer.from(text.replaceAll('\n', '\r')), 'utf-8', ';'],
  ])('save as %s', async (_what, content, encoding, separator) => {
    const result = await report(new Uint8Array(content));
    expect([result.encoding, result.separator, result.columns]).toEqual([
      encoding,
      separator,
      ['lastName', 'firstName', 'email'],
    ]);
    expect(result.rows).toMatchObject([
      {
        line: separator === ',' && Buffer.from(content).includes('sep=') ? 3 : 2,
        fate: 'create',
        username: 'v.sidorova',
        email: 'vera@example.org',
      },
    ]);
  });

  test('hold columns that are not read: they are named', async () => {
    const result = await report('Фамилия;Имя;Группа\nСидорова;Вера;ПМИ-1\n');
    expect(result.columns).toEqual(['lastName', 'firstName', null]);
    expect(result.ignoredColumns).toEqual(['Группа']);
    expect(result.unknownHeading).toBeNull();
  });

  test('name no columns: the report holds their first line, which may be a person', async () => {
    const result = await report('Анна;Ежова\nБорис;Щукин\n');
    expect(result.unknownHeading).toEqual(['Анна', 'Ежова']);
    expect(result.columns.slice(0, 2)).toEqual(['firstName', 'lastName']);
    expect(fates(result)).toEqual([['create', 'b.schukin']]);
  });

  test('are saved as text: anything else is refused', async () => {
    const utf16 = new Uint8Array(Buffer.from(HEADING, 'utf16le'));
    for (const [content, fields] of [
      [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13), {}],
      [`${HEADING}a\u0000b;c\u0000;d;e;0\n`, {}],
      [utf16, { encoding: 'utf-8' }],
    ] as const) {
      const reply = await send(content, { dryRun: 'true', ...fields });
      expect([reply.status, reply.json.error?.code]).toEqual([400, 'CSV_NOT_TEXT']);
    }
  });

  test('quote separators, quotes and line breaks, and lines are still those of the file', async () => {
    const result = await report(
      'Имя,Фамилия,Логин\n"Анна","Ван ""дер"", Ваальс",anna.quoted\n"Бо\nрис",Л,b l\n',
    );
    expect(result.rows[0]).toMatchObject({ line: 2, lastName: 'Ван "дер", Ваальс', username: 'anna.quoted' });
    expect(errors(result)).toEqual([[3, 3, 'USERNAME_INVALID']]);
  });
});

describe('a dry run', () => {
  test('writes nothing and names every error with line and column', async () => {
    await server.given.user({ username: 'there', email: 'there@example.org' });
    const people = await numberOfPeople();
    const result = await report(
      [
        'Имя;Фамилия;Логин;Пароль;Админ;Почта',
        'Анна;Один;;;0;',
        ';;;;0;',
        'Борис;Два;b d;;0;nonsense',
        'Вера;Три;vera.tri;;maybe;there@example.org',
        'Глеб;Четыре;gleb;;0;;лишнее',
        `Дана;${'х'.repeat(201)};dana;;0;`,
        'Егор;Шесть;egor;abc;1;',
        'Жанна;Семь;there;;0;',
        '!!!;???;;;0;',
      ].join('\n'),
    );
    expect(errors(result)).toEqual([
      [3, 2, 'NAME_REQUIRED'],
      [4, 3, 'USERNAME_INVALID'],
      [4, 6, 'EMAIL_INVALID'],
      [5, 5, 'ROLE_INVALID'],
      [6, null, 'TOO_MANY_FIELDS'],
      [7, 2, 'TOO_LONG'],
      [8, 4, 'PASSWORD_TOO_SIMPLE'],
      [10, 3, 'USERNAME_REQUIRED'],
    ]);
    expect(result.counts).toEqual({ create: 1, rename: 0, update: 0, skip: 1, error: 7 });
    expect(await numberOfPeople()).toBe(people);
  });

  test('finds addresses that others have, or that the file has twice', async () => {
    await server.given.user({ email: 'owner@example.org' });
    const result = await report(
      'Имя;Фамилия;Почта\nА;Первая;owner@example.org\nБ;Вторая;two@example.org\nВ;Третья;TWO@example.org\n',
    );
    expect(errors(result)).toEqual([
      [2, 3, 'EMAIL_TAKEN'],
      [4, 3, 'EMAIL_TWICE'],
    ]);
  });
});

test('with one wrong row nobody is added', async () => {
  const people = await numberOfPeople();
  const reply = await send(`${HEADING}Иван;Верный;ivan.right;;0\nПётр;Неверный;wrong name;;0\n`, {
    dryRun: 'false',
  });
  expect([reply.status, reply.json.error?.code]).toEqual([400, 'CSV_HAS_ERRORS']);
  expect(reply.json.error?.restParams?.rows).toMatchObject([{ line: 3, errors: [{ column: 'username' }] }]);
  expect(await numberOfPeople()).toBe(people);
});

test('generated passwords are in the answer, once, and open the accounts', async () => {
  const result = await run('Имя;Фамилия\nКира;Новая\nКлим;Новый\n', { passwords: 'generate' });
  expect(fates(result)).toEqual([
    ['create', 'k.novaya'],
    ['create', 'k.novyy'],
  ]);
  for (const { username, password } of result.rows) expect(await signIn(username, password ?? '')).toBe(200);
  const again = await run('Имя;Фамилия\nКира;Новая\n', { passwords: 'generate' });
  expect(again.rows).toMatchObject([{ fate: 'skip', password: null }]);
  expect((await admin.get('/api/admin/audit')).text).not.toContain(result.rows[0]?.password);
});

describe('people of one name', () => {
  test('get usernames of their own', async () => {
    const result = await run('Имя;Фамилия\nЛев;Тёзкин\nЛада;Тёзкин\nЛев;Тёзкин\n');
    expect(fates(result)).toEqual([
      ['create', 'l.tezkin'],
      ['create', 'l.tezkin2'],
      ['create', 'l.tezkin3'],
    ]);
  });

  test('are found again by their names when the list is imported another time, each once', async () => {
    const file = 'Имя;Фамилия;Почта\nЯн;Дважды;ian@example.org\nЯна;Дважды;iana@example.org\nЯн;Дважды;\n';
    await run(file);

    for (const [duplicates, fate] of [
      ['skip', 'skip'],
      ['update', 'update'],
    ] as const)
      expect(fates(await run(file, { duplicates }))).toEqual([
        [fate, 'ya.dvazhdy'],
        [fate, 'ya.dvazhdy2'],
        [fate, 'ya.dvazhdy3'],
      ]);
    const inOtherOrder = 'Имя;Фамилия;Почта\nЯн;Дважды;\nЯн;Дважды;ian@example.org\nЯн;Дважды;\n';
    expect(fates(await report(inOtherOrder))).toEqual([
      ['skip', 'ya.dvazhdy3'],
      ['skip', 'ya.dvazhdy'],
      ['create', 'ya.dvazhdy4'],
    ]);
    expect(fates(await report(file, { duplicates: 'rename' }))).toEqual([
      ['error', 'ya.dvazhdy4'],
      ['error', 'ya.dvazhdy5'],
      ['create', 'ya.dvazhdy6'],
    ]);
  });

  test('take the numbers that are free, in few queries', async () => {
    for (const username of ['o.mnogo', 'O.Mnogo3', 'o.mnogo22']) await server.given.user({ username });
    let result: ImportUsersReport | undefined;
    const queries = await countQueries(server.services, async () => {
      result = await report(`Имя;Фамилия\n${'Оля;Много\n'.repeat(300)}`);
    });
    const names = result?.rows.map(({ username }) => username) ?? [];
    expect(names.slice(0, 3)).toEqual(['o.mnogo2', 'o.mnogo4', 'o.mnogo5']);
    expect(names).not.toContain('o.mnogo22');
    expect(new Set(names).size).toBe(300);
    expect(queries).toBeLessThan(20);
  });

  test('gives a supervisor of the site no short password', async () => {
    const { user } = await server.given.supervisor();
    const result = await report(`Логин;Имя;Фамилия;Пароль\n${user.username};А;Б;abc\n`, {
      duplicates: 'update',
    });
    expect(errors(result)).toEqual([[2, 4, 'PASSWORD_TOO_SIMPLE']]);
  });

  test('are skipped, changed or renamed, as the supervisor chooses', async () => {
    const file = 'Имя;Фамилия;Логин;Пароль\nМария;Старая;m.one;first\n';
    await run(file);
    const next = 'Имя;Фамилия;Логин;Пароль\nМария;Новая;m.one;second\n';
    expect(fates(await run(next))).toEqual([['skip', 'm.one']]);
    expect(await signIn('m.one', 'first')).toBe(200);
    expect(fates(await run(next, { duplicates: 'rename' }))).toEqual([['rename', 'm.one2']]);
    expect(fates(await run(next, { duplicates: 'update' }))).toEqual([['update', 'm.one']]);
    expect(await signIn('m.one', 'second')).toBe(200);
    expect((await admin.get('/api/admin/people?q=m.one')).json).toMatchObject({ usersNumber: 2 });
    const twice = await report('Имя;Фамилия;Логин\nА;Б;m.two\nА;Б;M.TWO\n', { duplicates: 'update' });
    expect(errors(twice)).toEqual([[3, 3, 'USERNAME_TWICE']]);
  });

  test('leave out a person who stands twice, and refuse two people of one username', async () => {
    const file = (second: string) => `Имя;Фамилия;Логин\nА;Б;m.three\n${second};M.Three\n`;
    expect(fates(await report(file('а;б')))).toEqual([
      ['create', 'm.three'],
      ['skip', 'M.Three'],
    ]);
    expect(errors(await report(file('В;Г')))).toEqual([[3, 3, 'USERNAME_TWICE']]);
  });
});

describe('a moderator', () => {
  test('imports participants into their own groups, no admins, and changes nobody else', async () => {
    const moderator = await server.given.supervisor({ groups: [groupId] });
    const stranger = await server.given.user();
    const file = `Имя;Фамилия;Логин;Админ\nН;Один;mod.one;0\nН;Два;mod.two;1\nН;Три;${stranger.username};0\nН;Ч;admin;0\n`;
    const result = await report(file, { duplicates: 'update' }, moderator);
    expect(errors(result)).toEqual([
      [3, 4, 'ROLE_ADMINS_ONLY'],
      [4, 3, 'USER_NOT_YOURS'],
      [5, 3, 'USER_NOT_YOURS'],
    ]);
    const theirs = await server.given.group();
    const refused = await send(file, { groupIds: theirs }, moderator);
    expect([refused.status, refused.json.error?.code]).toEqual([400, 'GROUP_NOT_FOUND']);
    expect((await send(file, { groupIds: '' }, moderator)).json.error?.code).toBe('GROUPS_REQUIRED');
  });
});

describe('an update', () => {
  const change = (one: { username: string }, email: string) =>
    `Логин;Имя;Фамилия;Почта\n${one.username};Новое;Имя;${email}\n`;

  test('that changes an address voids the links that were mailed', async () => {
    const { db } = server.services;
    const [moved, same] = [
      await server.given.user({ email: 'moved@example.org' }),
      await server.given.user({ email: 'same@example.org' }),
    ];
    for (const { id } of [moved, same])
      await createMailedKey(db, { accountId: id, purpose: 'reset', email: 'old@example.org' });

    await run(change(moved, 'moved.now@example.org'), { duplicates: 'update' });
    await run(change(same, 'Same@example.org'), { duplicates: 'update' });

    const ids = [moved.id, same.id];
    const keys = db.selectFrom('mailedKey').select('accountId').where('accountId', 'in', ids);
    expect(await keys.execute()).toEqual([{ accountId: same.id }]);
  });

  test('by a moderator chooses no passwords for people who have an account', async () => {
    const moderator = await server.given.supervisor({ groups: [groupId] });
    const file = 'Имя;Фамилия;Логин;Пароль\nМ;Один;own.one;first\n';
    expect(fates(await report(file, { dryRun: 'false' }, moderator))).toEqual([['create', 'own.one']]);
    const update = { duplicates: 'update' };

    expect(errors(await report(file, update, moderator))).toEqual([[2, 4, 'PASSWORD_ADMINS_ONLY']]);
    expect(fates(await report(file.replace('first', ''), update, moderator))).toEqual([
      ['update', 'own.one'],
    ]);
    expect(fates(await report(file, update))).toEqual([['update', 'own.one']]);
  });

  test('waits for somebody who is changing the person, and is refused when the plan no longer holds', async () => {
    const { given, services } = server;
    const moderator = await given.supervisor({ groups: [groupId] });
    const created = await report('Имя;Фамилия\nПётр;Чужой\n', { dryRun: 'false' }, moderator);
    const [{ userId, username } = { userId: 0, username: '' }] = created.rows;
    const accountId = userId ?? 0;
    const theirs = await given.group('Theirs');
    const editor = { ...admin.user, groupIds: [] };

    const { reply } = await services.db.transaction().execute(async (tx) => {
      await lockManaged(tx, editor, accountId);
      const sent = send(
        change({ username }, 'p@example.org'),
        { dryRun: 'false', duplicates: 'update' },
        moderator,
      );
      await expect.poll(() => countLockWaits(services.db)).toBe(1);
      await tx.insertInto('userGroupMember').values({ groupId: theirs, accountId }).execute();
      return { reply: sent };
    });

    const { status, json } = await reply;
    expect([status, json.error?.code]).toEqual([409, 'CHANGED_MEANWHILE']);
  });

  test('by an admin entrusts accounts to the groups, also of those who are in them already', async () => {
    const { given, services } = server;
    const { id, username } = await given.user();
    const member = { groupId, accountId: id, isEntrusted: false };
    await services.db.insertInto('userGroupMember').values(member).execute();
    const file = `Логин;Имя;Фамилия\n${username};А;Б\n`;
    const isEntrusted = services.db
      .selectFrom('userGroupMember')
      .select('isEntrusted')
      .where('accountId', '=', id);

    await run(file);
    expect(await isEntrusted.execute()).toEqual([{ isEntrusted: false }]);
    await run(file, { duplicates: 'update' });
    expect(await isEntrusted.execute()).toEqual([{ isEntrusted: true }]);
  });
});

describe('a hostile file', () => {
  test.each([
    ['quotes that never end', `${HEADING}"${'x'.repeat(50_000)}`, 400],
    ['random bytes', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)), 400],
    ['too many rows', HEADING + 'А;Б;;;0\n'.repeat(2001), 413],
    ['too many bytes', HEADING + 'x'.repeat(5 * 1024 * 1024), 413],
    ['columns without end', `${HEADING}${';'.repeat(9000)}\n`, 400],
  ])('with %s is answered, not obeyed', async (_what, content, status) => {
    const reply = await send(typeof content === 'string' ? content : new Uint8Array(content), {
      dryRun: 'true',
    });
    expect([reply.status, reply.json.error?.code]).toEqual([
      status,
      status === 200 ? undefined : expect.any(String),
    ]);
  });

  test('is refused to participants before it is read', async () => {
    const participant = await server.given.signedIn(await server.given.user());
    expect((await send(HEADING, {}, participant)).status).toBe(403);
  });
});

/** The reverse of the decoder. */
function windows1251(text: string): Uint8Array<ArrayBuffer> {
  const letters = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Uint8Array.from(text, (letter) => letters.indexOf(letter));
}
