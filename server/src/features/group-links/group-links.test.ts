import { GroupOfLink, RegisterLink } from '@balloon/contracts/people/group-links.ts';
import { AuditLog } from '@balloon/contracts/site/audit.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let groupId: number;
let moderator: Person;
beforeAll(async () => {
  server = await startTestServer();
  groupId = await server.given.group('1А');
  moderator = await server.given.supervisor({ groups: [groupId] });
});
afterAll(() => server.close());

const linksOf = (id: number) => `/api/admin/groups/${id}/links`;
const groupOf = (key: string | undefined) => `/api/admin/groups/links/${key}`;
const newLink = async (body?: object) => (await moderator.post(linksOf(groupId), body)).as(RegisterLink);
const join = (person: Person, groupKey: string) =>
  person.post('/api/user/authenticate/sign-up-in-group', { groupKey });

test('a link tells its holder the group, and whether they are in it', async () => {
  const { registerKey } = await newLink();
  const person = await server.given.signedIn(await server.given.user());

  const seen = (await server.given.anonymous().get(groupOf(registerKey))).as(GroupOfLink);
  expect(seen).toEqual({ id: groupId, name: '1А', color: '#EF9A9A', hasGroup: false });
  expect(registerKey).toMatch(/^[0-9a-f]{96}$/);
  await join(person, registerKey);
  expect((await person.get(groupOf(registerKey))).json.hasGroup).toBe(true);
});

test('joining counts once for each person', async () => {
  const { registerKey, uuid } = await newLink();
  const person = await server.given.signedIn(await server.given.user());

  for (const _ of [1, 2]) expect((await join(person, registerKey)).status).toBe(200);

  const links = (await moderator.get(linksOf(groupId))).as(z.array(RegisterLink));
  expect(links.find((link) => link.uuid === uuid)?.linkActivatedTimes).toBe(1);
});

test('a revoked, an old and a used-up link let nobody in and say why', async () => {
  const person = await server.given.signedIn(await server.given.user());
  const revoked = await newLink();
  await moderator.send('DELETE', `${linksOf(groupId)}/${revoked.uuid}`, {});
  const old = await newLink({ expiresAtMs: Date.now() - 1000 });
  const usedUp = await newLink({ maxActivations: 1 });
  await join(moderator, usedUp.registerKey); // in the group already: not counted
  await join(await server.given.signedIn(await server.given.user()), usedUp.registerKey);

  const refusals = [
    [revoked.registerKey, 403, 'LINK_REVOKED'],
    [old.registerKey, 403, 'LINK_EXPIRED'],
    [usedUp.registerKey, 403, 'LINK_USED_UP'],
    ['0'.repeat(96), 404, 'LINK_NOT_FOUND'],
  ] as const;
  for (const [key, status, code] of refusals) {
    for (const reply of [await join(person, key), await person.get(groupOf(key))]) {
      expect([reply.status, reply.json.error?.code]).toEqual([status, code]);
    }
  }
  expect((await person.get(`/api/user/${person.user.id}/groups`)).text).toBe('[]');
  const left = (await moderator.get(linksOf(groupId))).as(z.array(RegisterLink));
  expect(left.map(({ uuid }) => uuid)).not.toContain(revoked.uuid);
});

test('of people who come at once, no more get in than a link is for', async () => {
  const { registerKey } = await newLink({ maxActivations: 2 });
  const people = await Promise.all(
    Array.from({ length: 5 }, async () => server.given.signedIn(await server.given.user())),
  );

  const replies = await Promise.all(people.map((person) => join(person, registerKey)));

  expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
});

test('a moderator comes to supervise no group by its link', async () => {
  const link = await newLink();
  const stranger = await server.given.supervisor();
  const reply = await join(stranger, link.registerKey);
  expect([reply.status, reply.json.error?.code]).toEqual([403, 'LINK_FOR_PARTICIPANTS']);
});

test('an account that joins by a link is not entrusted to the moderators of the group', async () => {
  const { registerKey } = await newLink();
  const person = await server.given.signedIn(await server.given.user());
  expect((await join(person, registerKey)).status).toBe(200);
  const reply = await moderator.post(`/api/admin/users/${person.user.id}/password`);
  expect([reply.status, reply.json.error?.code]).toEqual([403, 'ACCOUNT_NOT_YOURS']);
});

test('the second of two who set limits of a link learns of the first', async () => {
  const { uuid, expiresAtMs, maxActivations, isActive } = await newLink();
  const edit = (most: number) =>
    moderator.post(`${linksOf(groupId)}/${uuid}`, {
      maxActivations: most,
      basedOn: { expiresAtMs, maxActivations, isActive },
    });
  expect((await edit(10)).json.maxActivations).toBe(10);
  const refused = await edit(20);
  expect([refused.status, refused.json.error?.code]).toEqual([409, 'CHANGED_MEANWHILE']);
});

test('the log names a link by its group', async () => {
  await newLink({ maxActivations: 3 });
  const { entries } = (await moderator.get('/api/admin/audit?count=1')).as(AuditLog);
  expect(entries[0]).toMatchObject({ action: 'link.create', subject: { kind: 'link', name: '1А' } });
});

test('links are for supervisors of the group', async () => {
  const stranger = await server.given.supervisor();
  const link = await newLink();

  expect((await stranger.get(linksOf(groupId))).json.error?.code).toBe('GROUP_NOT_FOUND');
  expect((await stranger.post(linksOf(groupId))).status).toBe(404);
  expect((await stranger.send('DELETE', `${linksOf(groupId)}/${link.uuid}`, {})).status).toBe(404);
  expect((await (await server.given.admin()).get(linksOf(groupId))).status).toBe(200);
  expect((await (await server.given.admin()).get(linksOf(999_999))).status).toBe(404);
  const otherGroup = await server.given.group();
  const admin = await server.given.admin();
  expect((await admin.send('DELETE', `${linksOf(otherGroup)}/${link.uuid}`, {})).status).toBe(404);
});
