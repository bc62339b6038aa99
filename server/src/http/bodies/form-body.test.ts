import { Id } from '@balloon/contracts/common.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { typedFields } from '#http/bodies/form-body.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

const Form = z.object({
  name: z.string().default(''),
  ids: z.array(Id).optional(),
  isRated: z.boolean().optional(),
  minutes: z.number().int().optional(),
  attachments: z.object({ text: z.string() }).nullish(),
});
const read = (text: string) => typedFields([...new URLSearchParams(text)], Form);

describe('fields of a form', () => {
  test.each([
    ['name=5&ids=3,%207,&isRated=true', { name: '5', ids: ['3', '7'], isRated: true }],
    ['ids=3&ids=7&isRated=false', { ids: ['3', '7'], isRated: false }],
    ['ids=&minutes=-5', { ids: [], minutes: -5 }],
    ['attachments=%7B%22text%22%3A%22a%22%7D', { attachments: { text: 'a' } }],
  ])('%s', (text, body) => {
    expect(read(text)).toEqual(body);
    expect(Form.safeParse(read(text)).success).toBe(true);
  });

  test.each([
    'isRated=yes',
    'minutes=',
    'minutes=five',
    'attachments=null',
    'attachments=a',
    'attachments=1',
  ])('stay texts where they are nothing else: %s', (text) => {
    expect(read(text)).toEqual(Object.fromEntries(new URLSearchParams(text)));
    expect(Form.safeParse(read(text)).success).toBe(false);
  });

  test('name no fields of every object', () => {
    expect(read('__proto__=1&constructor=2&toString=true')).toEqual(
      Object.fromEntries(new URLSearchParams('__proto__=1&constructor=2&toString=true')),
    );
    const nested = encodeURIComponent('{"text":"a","__proto__":{"x":1},"constructor":{"prototype":{}}}');
    const { attachments } = read(`attachments=${nested}`);
    expect(Object.getOwnPropertyNames(attachments)).toEqual(['text']);
  });
});

describe('calls with lists and flags', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('take forms of both kinds', async () => {
    const admin = await server.given.admin();
    const [one, other] = [await server.given.user(), await server.given.user()];
    const groups = await admin.send('POST', '/api/admin/groups', {
      body: new URLSearchParams({ name: 'By a form', userIds: `${one.id},${other.id}` }),
    });
    expect([groups.status, groups.json.population]).toEqual([200, 2]);
    const form = new FormData();
    form.append('name', 'By a form');
    form.append('groupIds', String(groups.json.id));
    form.append('isRated', 'false');
    const { status, json } = await admin.post('/api/admin/contests', form);
    expect([status, json.contest]).toMatchObject([
      200,
      { isRated: false, allowedGroups: [{ name: 'By a form' }] },
    ]);
    const refused = await admin.send('POST', '/api/admin/groups', {
      body: new URLSearchParams({ name: 'No list', userIds: 'x' }),
    });
    expect(refused.status).toBe(400);
  });
});
