import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { OlderClient } from '#older-client/older-client.ts';
import * as shape from '#older-client/shapes.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

/*
 * Screens of the older client for people and groups: what it sends, in its spellings, and what it reads. An answer that
 * its alert path reads must be an object, because it asks for `result.error`.
 */

let server: TestServer;
let admin: OlderClient;
let groupId: number;
beforeAll(async () => {
  server = await startTestServer();
  admin = new OlderClient(await server.given.admin(), server.url);
});
afterAll(() => server.close());

const anyObject = z.looseObject({ error: z.undefined().optional() });
const storedUser = shape.user.extend({
  email: z.string().nullable(),
  recentActivityTimeMs: z.number().nullable(),
  groups: z.array(shape.group),
});
const storedGroup = z.looseObject({
  error: z.undefined().optional(),
  group: shape.group,
  users: z.array(shape.user),
});
const deleted = async (path: string) => {
  const reply = await admin.http.send('DELETE', `/api${path}`, {});
  expect([reply.status, anyObject.safeParse(reply.json).success]).toEqual([200, true]);
};

test('groups are created, read, changed with their members as a list, and listed', async () => {
  const { id: annaId } = await server.given.user({ username: 'anna' });
  const created = await admin.post(
    '/admin/groups',
    { name: 'First year', color: '#EF9A9A', userIds: [annaId] },
    anyObject.extend({ id: z.number() }),
  );
  groupId = created.id;
  const read = await admin.get(`/admin/groups/${groupId}`, storedGroup);
  expect([read.group.name, read.users.map(({ id }) => id)]).toEqual(['First year', [annaId]]);
  const edit = { name: 'Second year', color: '#123456', userIds: [], groupId: String(groupId) };
  await admin.post(`/admin/groups/${groupId}`, edit, anyObject);
  const changed = await admin.get(`/admin/groups/${groupId}`, storedGroup);
  expect([changed.group.name, changed.group.color, changed.users]).toEqual(['Second year', '#123456', []]);
});

test('people are created, read, changed and deleted', async () => {
  const person = { username: 'b.petrov', password: 'b.petrov', firstName: 'Boris', lastName: 'Petrov' };
  const { id } = await admin.post(
    '/admin/users',
    { ...person, email: 'boris@example.org', groupIds: [groupId] },
    anyObject.extend({ id: z.number() }),
  );
  const read = await admin.get(`/admin/users/${id}`, storedUser);
  expect(read).toMatchObject({ username: 'b.petrov', accessGroup: { mask: 256 }, groups: [{ id: groupId }] });
  const edit = { userId: id, ...person, password: '', email: null, firstName: 'Bob', groupIds: [] };
  await admin.post(`/admin/users/${id}`, { ...edit, accessGroup: '1024' }, anyObject);
  expect(await admin.get(`/admin/users/${id}`, storedUser)).toMatchObject({
    ...{ fullName: 'Bob Petrov', email: null, groups: [] },
    accessGroup: { mask: 1024 },
  });
  // The older form leaves an invalid address out of the body.
  const { email: _, ...withoutEmail } = edit;
  await admin.post(`/admin/users/${id}`, { ...withoutEmail, accessGroup: 256 }, anyObject);
  await deleted(`/admin/users/${id}`);
  expect((await admin.http.get(`/api/admin/users/${id}`)).status).toBe(404);
});

test('people come from a spreadsheet in Windows-1251: the file first, then the groups', async () => {
  const form = new FormData();
  form.append(
    'file',
    new Blob([Uint8Array.from('h;h;h;h;h\r\nAnna;Smirnova;;;0\r\n', (c) => c.charCodeAt(0))]),
  );
  form.append('groupIds', `${groupId}`);
  const reply = await admin.http.post('/api/admin/users-groups', form);
  expect([reply.status, z.array(z.array(z.unknown()).nullable()).parse(reply.json)]).toHaveLength(2);
  const { users } = await admin.get(`/admin/groups/${groupId}`, storedGroup);
  expect(users.map(({ username }) => username)).toEqual(['a.smirnova']);
  await deleted(`/admin/groups/${groupId}`);
});
