import { AuditLog } from '@balloon/contracts/site/audit.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditJson, changedFields } from '#features/audit/audit-state.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

const read = async (reader: Person, query = '') =>
  (await reader.get(`/api/admin/audit?${query}`)).as(AuditLog);
const actions = async (reader: Person, query = '') =>
  (await read(reader, query)).entries.map(({ action }) => action);

test('a verdict by hand is kept with the former one, the person and the address', async () => {
  const contest = await server.given.contest();
  const participant = await server.given.participant(contest);
  const id = Number((await participant.submit(contest, {})).json.id);
  await admin.decide(id, 2);
  await admin.decide(id, 4);

  const { entries } = await read(admin, `subjectKind=solution&subjectId=${id}`);

  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    [{ verdictId: 2 }, { verdictId: 4 }],
    [{ verdictId: null }, { verdictId: 2 }],
  ]);
  expect(entries[0]).toMatchObject({
    action: 'solution.verdict',
    actor: { id: admin.user.id },
    subject: { kind: 'solution', id },
    contestId: contest.id,
    ip: '127.0.0.1',
  });
});

test('a change that fails leaves no entry', async () => {
  const { db } = server.services;
  const former = await actions(admin, 'count=200');
  const failing = db.transaction().execute(async (tx) => {
    await recordChange(tx, admin.user, { action: 'news.edit', subjectId: 7 });
    throw new Error('The change fails');
  });
  await expect(failing).rejects.toThrow('The change fails');
  expect(await actions(admin, 'count=200')).toEqual(former);
});

test('entries come page by page, and by person, action and time', async () => {
  const other = await server.given.admin();
  const startedAtMs = Date.now() - 1;
  for (const title of ['One', 'Two', 'Three'])
    await other.post('/api/news', { title, body: 'x', groupIds: [] });
  const own = `actorId=${other.user.id}`;

  const first = await read(admin, `${own}&count=2`);
  const second = await read(admin, `${own}&count=2&beforeId=${first.nextBeforeId}`);

  const names = [...first.entries, ...second.entries].map(({ subject }) => subject.name);
  expect([names, second.nextBeforeId]).toEqual([['Three', 'Two', 'One'], null]);
  expect((await read(admin, `${own}&action=news.edit`)).entries).toEqual([]);
  expect((await read(admin, `${own}&fromMs=${startedAtMs}`)).entries).toHaveLength(3);
  expect((await read(admin, `${own}&toMs=${startedAtMs}`)).entries).toEqual([]);
  expect((await admin.get('/api/admin/audit?action=anything')).status).toBe(400);
});

test('entries are found by words of the name and of the values, and exported', async () => {
  const group = { name: 'Кубок осени =1', color: '#123456' };
  await admin.post('/api/admin/groups', group);
  expect(await actions(admin, `q=${encodeURIComponent('ОСЕНИ #123')}`)).toEqual(['group.create']);
  expect(await actions(admin, `q=${encodeURIComponent('осени % 100')}`)).toEqual([]);
  const file = await admin.get(`/api/admin/audit/export?q=${encodeURIComponent('кубок')}`);
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect(file.text).toContain(`;group.create;group;`);
  expect(file.text).toContain(`;Кубок осени =1;`);
  expect(file.text.trim().split('\n')).toHaveLength(2);
});

test('a moderator reads their own entries and those of their contests and groups, without others’ addresses', async () => {
  const { given } = server;
  const [ours, theirs] = [await given.group(), await given.group()];
  const moderator = await given.supervisor({ groups: [ours] });
  for (const [group, name] of [
    [ours, 'Our contest'],
    [theirs, 'Their contest'],
  ] as const) {
    const contest = await given.contest({ name, groups: [group] });
    await admin.post(`/api/contest/${contest.id}/messages`, { text: name });
    await admin.post(`/api/admin/groups/${group}/links`, {});
  }
  await moderator.post('/api/news', { title: 'Mine', body: 'x', groupIds: [ours] });
  await admin.post('/api/news', { title: 'Admin’s', body: 'x', groupIds: [ours] });

  const { entries } = await read(moderator, 'count=200');

  const seen = entries.filter(({ groupId, contestId, actor }) => groupId ?? contestId ?? actor);
  const ofThree = seen.filter(({ action }) =>
    ['contest.message', 'link.create', 'news.create'].includes(action),
  );
  expect(ofThree.slice(0, 3).map(({ action, ip }) => [action, ip])).toEqual([
    ['news.create', '127.0.0.1'],
    ['link.create', null],
    ['contest.message', null],
  ]);
  expect(ofThree.filter(({ groupId }) => groupId === theirs)).toEqual([]);
  expect(entries.some(({ after }) => after?.text === 'Their contest')).toBe(false);
});

test('the log stores no secrets, cuts long texts, and keeps only the fields that differ between two states', () => {
  const kept = JSON.parse(
    auditJson({
      password: 'x',
      hasPassword: true,
      link: { registerKey: 'x' },
      text: 'a'.repeat(5000),
      n: [1],
    }) ?? '',
  );
  expect(kept).toEqual({
    password: '(secret)',
    hasPassword: true,
    link: { registerKey: '(secret)' },
    text: `${'a'.repeat(500)}…`,
    n: [1],
  });
  expect(auditJson({ names: Array.from({ length: 90 }, () => 'б'.repeat(400)) })).toBe(
    '{"tooLarge":true,"fields":["names"]}',
  );
  expect(auditJson({ text: '\ud800\u0000' })).toBe('{"text":"\ufffd\ufffd"}');
  expect(changedFields({ a: 1, b: [2] }, { a: 1, b: [3] })).toEqual({
    before: { b: [2] },
    after: { b: [3] },
  });
});
