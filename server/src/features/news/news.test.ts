import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const titles = async (person: Person, query = 'limit=100') =>
  ((await person.get(`/api/news?${query}`)).json as unknown as { title: string }[]).map(({ title }) => title);

async function crew() {
  const { given } = server;
  const [ours, theirs] = [await given.group(), await given.group()];
  return {
    ours,
    theirs,
    admin: await given.admin(),
    moderator: await given.signedIn(await given.user({ mask: 1024, groups: [ours] })),
    reader: await given.signedIn(await given.user({ groups: [ours] })),
    stranger: await given.signedIn(await given.user({ groups: [theirs] })),
    loner: await given.signedIn(await given.user()),
  };
}

test('news are seen by their groups and by admins, with the groups that the reader may know of', async () => {
  const { admin, ours, theirs, reader, stranger, loner } = await crew();
  const body = { title: 'To both', body: '<h2>Hello</h2><p>you &amp; all</p>', groupsIds: [ours, theirs] };
  const { id } = (await admin.post('/api/news', body)).json;
  await admin.post('/api/news', { title: 'To ours', body: 'x', groupIds: [`${ours}`] });

  expect((await titles(reader)).slice(0, 2)).toEqual(['To ours', 'To both']);
  const [, listed] = (await reader.get('/api/news?limit=2')).json as unknown as { body: string }[];
  expect(listed?.body).toBe('Hello you &amp; all');
  expect((await titles(stranger))[0]).toBe('To both');
  expect(await titles(loner)).not.toContain('To both');
  expect(await titles(admin, 'limit=1&offset=1')).toEqual(['To both']);
  const seen = (await reader.get(`/api/news/${id}`)).json;
  expect(seen).toMatchObject({ body: body.body, canEdit: false, User: { id: admin.user.id } });
  expect(seen.Groups).toMatchObject([{ id: ours }]);
  const hidden = await loner.get(`/api/news/${id}`);
  expect([hidden.status, hidden.json.error?.code]).toEqual([404, 'NEWS_NOT_FOUND']);
});

test('what could run or cover the page is taken out of the body', async () => {
  const { admin } = await crew();
  const body =
    '<p style="position:fixed;color:red">a<script>alert(1)</script><img src=x onerror=alert(1)>' +
    '<a href="javascript:alert(1)">b</a><iframe src="https://example.org"></iframe></p>';
  const news = (await admin.post('/api/news', { title: 'x', body })).json;
  expect(news.body).not.toMatch(/script|onerror|position|iframe/);
  expect(news.body).toContain('color:red');
});

test('a body of which nothing is shown is refused, whatever it is written with', async () => {
  const { admin } = await crew();
  const { id } = (await admin.post('/api/news', { title: 'x', body: 'good' })).json;
  for (const body of [
    '<p></p>',
    '<p>&nbsp; <br></p>',
    '<script>alert(1)</script>',
    '<iframe src="/"></iframe>',
  ])
    for (const path of ['/api/news', `/api/news/${id}`]) {
      const { status, json } = await admin.post(path, { title: 'x', body });
      expect([body, status, json.error?.issues]).toEqual([body, 400, [{ field: 'body', kind: 'required' }]]);
    }
  expect((await admin.get(`/api/news/${id}`)).json.body).toBe('good');
  const picture = '<p><img src="/uploads/images/a.png"></p>';
  expect((await admin.post('/api/news', { title: 'x', body: picture })).status).toBe(200);
});

test('a body that no page could draw is refused, and one that is stored shows as text', async () => {
  const { admin } = await crew();
  const attack = '<blockquote>'.repeat(20_000);
  const { id } = (await admin.post('/api/news', { title: 'x', body: 'good' })).json;
  for (const reply of [
    await admin.post('/api/news', { title: 'x', body: attack }),
    await admin.post(`/api/news/${id}`, { title: 'x', body: attack }),
  ]) {
    expect([reply.status, reply.json.error?.code]).toEqual([400, 'MARKUP_TOO_COMPLEX']);
  }
  await server.services.db.updateTable('news').set({ body: attack }).where('id', '=', Number(id)).execute();
  expect((await admin.get(`/api/news/${id}`)).json.body).toMatch(/^<pre>&lt;blockquote/);
  expect((await admin.get('/api/news?limit=1')).text).not.toContain('<blockquote');
});

test('an admin without groups writes to everybody, a moderator only to own groups', async () => {
  const { admin, moderator, ours, theirs, reader, stranger, loner } = await crew();
  await admin.post('/api/news', { title: 'To all', body: 'x' });
  for (const person of [reader, stranger, loner]) expect((await titles(person))[0]).toBe('To all');

  const write = (groupsIds: number[]) => moderator.post('/api/news', { title: 'm', body: 'x', groupsIds });
  expect((await write([])).json.error?.code).toBe('GROUPS_REQUIRED');
  expect((await write([theirs])).json.error?.code).toBe('GROUP_NOT_FOUND');
  expect((await write([ours])).json).toMatchObject({ canEdit: true, Groups: [{ id: ours }] });
  expect((await moderator.get('/api/news/groups')).json).toMatchObject([{ id: ours }]);
  expect((await reader.post('/api/news', { title: 'x', body: 'x' })).status).toBe(403);
  expect((await admin.post('/api/news', { title: ' ', body: 'x' })).status).toBe(400);
});

test('a moderator edits what no admin wrote, and keeps groups of others', async () => {
  const { admin, moderator, ours, theirs, reader, stranger } = await crew();
  const mine = (await moderator.post('/api/news', { title: 'old', body: 'x', groupsIds: [ours] })).json;
  await admin.post(`/api/news/${mine.id}`, { title: 'shared', body: 'y', groupsIds: [ours, theirs] });

  const edited = await moderator.post(`/api/news/${mine.id}`, { title: 'new', body: 'z', groupsIds: [ours] });

  expect(edited.json).toMatchObject({ title: 'new', authorId: moderator.user.id });
  expect([await titles(reader), await titles(stranger)]).toEqual([
    expect.arrayContaining(['new']),
    expect.arrayContaining(['new']),
  ]);
  const theirsByAdmin = (await admin.post('/api/news', { title: 'a', body: 'x', groupsIds: [ours] })).json;
  const refused = await moderator.post(`/api/news/${theirsByAdmin.id}`, {
    title: 'b',
    body: 'x',
    groupsIds: [ours],
  });
  expect([refused.status, refused.json.error?.code]).toEqual([403, 'NEWS_OF_ADMIN']);
  expect((await moderator.send('DELETE', `/api/news/${theirsByAdmin.id}`, {})).status).toBe(403);
});

test('a change that names no groups leaves those who see the news', async () => {
  const { admin, moderator, ours, reader, stranger } = await crew();
  const { id } = (await admin.post('/api/news', { title: 'For ours', body: 'x', groupsIds: [ours] })).json;
  const kept = await admin.post(`/api/news/${id}`, { title: 'Only ours', body: 'y' });
  expect(kept.json).toMatchObject({ title: 'Only ours', isForEverybody: false, Groups: [{ id: ours }] });
  expect(await titles(reader)).toContain('Only ours');
  expect(await titles(stranger)).not.toContain('Only ours');
  const own = (await moderator.post('/api/news', { title: 'm', body: 'x', groupsIds: [ours] })).json;
  expect((await moderator.post(`/api/news/${own.id}`, { title: 'm2', body: 'x' })).status).toBe(200);
  const opened = await admin.post(`/api/news/${id}`, { title: 'To all', body: 'y', groupsIds: [] });
  expect(opened.json).toMatchObject({ isForEverybody: true });
  expect((await admin.post(`/api/news/${id}`, { title: 'Still', body: 'y' })).json).toMatchObject({
    isForEverybody: true,
  });
});

test('of two who edit the same news the later one is told of the earlier', async () => {
  const { admin, ours, moderator } = await crew();
  const { id, version } = (await moderator.post('/api/news', { title: 'x', body: 'x', groupIds: [ours] }))
    .json;
  const path = `/api/news/${id}`;
  const edit = { title: 'x', groupIds: [ours], version };
  expect((await moderator.post(path, { ...edit, body: 'theirs' })).status).toBe(200);
  const late = await admin.post(path, { ...edit, body: 'own' });
  expect([late.status, late.json.error?.code]).toEqual([409, 'CHANGED_MEANWHILE']);
  expect(late.json.error?.restParams).toMatchObject({
    ...{ version: 2, changedBy: { id: moderator.user.id } },
    after: { body: 'theirs' },
  });
  expect((await admin.post(path, { ...edit, body: 'own', version: 2 })).json).toMatchObject({ version: 3 });
  expect((await admin.post(path, { title: 'x', body: 'of an older client', groupIds: [ours] })).status).toBe(
    200,
  );
});

test('deleted news are gone for everybody', async () => {
  const { admin, moderator, ours, reader } = await crew();
  const { id } = (await moderator.post('/api/news', { title: 'brief', body: 'x', groupsIds: [ours] })).json;
  expect((await moderator.send('DELETE', `/api/news/${id}`, {})).status).toBe(200);
  expect(await titles(reader)).not.toContain('brief');
  expect((await admin.get(`/api/news/${id}`)).status).toBe(404);
  expect((await admin.send('DELETE', `/api/news/${id}`, {})).status).toBe(404);
});
