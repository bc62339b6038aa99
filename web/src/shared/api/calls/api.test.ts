import { afterEach, expect, test, vi } from 'vitest';
import { get, post, withQuery } from '#shared/api/calls/api.ts';
import { errorOfResponse } from '#shared/api/calls/api-error.ts';
import { isConnectionTrouble } from '#shared/api/calls/sure-sending.ts';

test('empty search parameters are left out, zero and false are kept', () => {
  const query = { query: '', page: 0, on: false, none: null, absent: undefined, name: 'a b' };
  expect(withQuery('/api/x', query)).toBe('/api/x?page=0&on=false&name=a+b');
  expect(withQuery('/api/x', { query: '' })).toBe('/api/x');
});

afterEach(() => vi.unstubAllGlobals());

test('what the server has not changed is not sent again, until the page has changed something', async () => {
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    const tag = new Headers(headers).get('if-none-match');
    asked.push(tag);
    if (tag === 'W/"1"') return new Response(null, { status: 304 });
    return Response.json({ name: 'A + B' }, { headers: { etag: 'W/"1"' } });
  });

  const first = await get('/api/x', { query: { locale: 'en' } });
  expect(await get('/api/x', { query: { locale: 'en' } })).toBe(first);
  await get('/api/x', { query: { locale: 'ru' } });
  await post('/api/y');
  expect(await get('/api/x', { query: { locale: 'en' } })).toEqual({ name: 'A + B' });

  expect(asked).toEqual([null, 'W/"1"', null, null, null]);
});

test.each([
  [
    'that breaks off in the middle',
    () =>
      new Response(
        new ReadableStream({
          pull(stream) {
            stream.enqueue(new TextEncoder().encode('{"receipt":'));
            stream.error(new TypeError('network error'));
          },
        }),
      ),
  ],
  ['of a network that wants its visitors to sign in', () => new Response('<h1>Welcome</h1>')],
  [
    'of such a network with the status of a session that is over',
    () => new Response('<h1>Welcome</h1>', { status: 401 }),
  ],
])('an answer %s is none, so that the call is made again', async (_what, answer) => {
  vi.stubGlobal('fetch', async () => answer());

  const sent = post('/api/contest/1/solutions', {});
  await expect(sent).rejects.toMatchObject({ code: 'NETWORK_ERROR', status: 0 });
  await sent.catch((error) => expect(isConnectionTrouble(error)).toBe(true));
});

test('an empty answer is one', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  expect(await post('/api/x')).toBeNull();
});

test('an error keeps its code, its words and its issues', () => {
  const body = {
    error: {
      code: 'TAKEN',
      description: 'Taken',
      message: 'taken',
      httpCode: 409,
      issues: [{ field: 'email', kind: 'required' }],
      restParams: { why: 'so' },
    },
  };
  const error = errorOfResponse(new Response(null, { status: 409 }), body);
  expect(error).toMatchObject({
    code: 'TAKEN',
    description: 'Taken',
    status: 409,
    issues: [{ field: 'email', kind: 'required' }],
    facts: { why: 'so' },
  });
});

test('without a description the message speaks, and without a body the status does', () => {
  const error = { code: 'X', description: '', message: 'why', httpCode: 400, restParams: {} };
  expect(errorOfResponse(new Response(null, { status: 400 }), { error }).description).toBe('why');
  expect(errorOfResponse(new Response(null, { status: 405 }), null)).toMatchObject({
    code: 'HTTP_405',
    description: '',
  });
});

test.each([
  [502, 'NETWORK_ERROR'],
  [503, 'NETWORK_ERROR'],
  [504, 'NETWORK_ERROR'],
  [413, 'FILE_TOO_LARGE'],
])('a proxy that answers %i itself is no unknown error', (status, code) => {
  expect(errorOfResponse(new Response('<h1>nginx</h1>', { status }), null)).toMatchObject({ code, status });
});

test('the wait of a throttled call is read from the header', () => {
  const headers = { 'retry-after': '36.2' };
  expect(errorOfResponse(new Response(null, { status: 429, headers }), null).retryAfterSec).toBe(37);
  expect(errorOfResponse(new Response(null, { status: 429 }), null).retryAfterSec).toBeNull();
});
