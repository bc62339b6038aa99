import { afterEach, beforeEach, expect, test } from 'vitest';
import { isUnchanged, recordPages } from '#http/record-pages.ts';
import { type StandIn, startStandIn } from '#stand-ins/stand-in.ts';
import { openSession } from '#testing/open-session.ts';

const ETAG = '"v1"';
let host: StandIn;
beforeEach(async () => {
  host = await startStandIn(({ path, headers }) => {
    if (path === '/bare') return { body: 'x' };
    if (path === '/dated')
      return { headers: { 'last-modified': 'Sun, 01 Mar 2026 12:00:00 GMT' }, body: 'x' };
    if (path === '/moved') return { status: 302, headers: { location: '/tagged' } };
    const isKnown = headers['if-none-match'] === ETAG;
    return { status: isKnown ? 304 : 200, headers: { etag: ETAG }, body: isKnown ? '' : 'x' };
  });
});
afterEach(() => host.close());

const open = () => openSession(host, null).http;
async function pagesOf(...requests: Parameters<ReturnType<typeof open>['request']>[0][]) {
  const { http, pages } = recordPages(open());
  for (const request of requests) await http.request(request);
  return pages();
}

test('pages are noted by the address that answered, each once', async () => {
  const tagged = { url: `${host.url}tagged`, etag: ETAG, lastModified: null };
  expect(await pagesOf({ path: 'tagged' }, { path: 'moved' })).toEqual([tagged]);
  const lastModified = 'Sun, 01 Mar 2026 12:00:00 GMT';
  expect(await pagesOf({ path: 'dated' })).toEqual([{ url: `${host.url}dated`, etag: null, lastModified }]);
});

test.each([
  ['a page without a validator', { path: 'bare' }],
  ['a request that is not a plain one', { path: 'tagged', headers: { authorization: 'x' } }],
  ['a form', { path: 'tagged', method: 'POST' as const }],
])('%s makes all of them worthless', async (_name, request) => {
  expect(await pagesOf({ path: 'tagged?other' }, request)).toBeNull();
});

test('a page is asked for on condition', async () => {
  const page = { url: `${host.url}tagged`, etag: ETAG, lastModified: null };
  expect(await isUnchanged(open(), page)).toBe(true);
  expect(await isUnchanged(open(), { ...page, etag: '"v0"' })).toBe(false);
});
