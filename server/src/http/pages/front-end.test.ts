import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '#testing/test-server.ts';

let directory: string;
let server: TestServer;
let browser: TestClient;
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5000))})`;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'balloon-page-'));
  await mkdir(path.join(directory, 'assets'));
  await mkdir(path.join(directory, 'js/locales'), { recursive: true });
  await writeFile(path.join(directory, 'index.html'), '<!doctype html><title>the page</title>');
  const script = path.join(directory, 'assets/app-a1b2c3.js');
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  await writeFile(path.join(directory, 'js/locales/ru-ru.json'), '{"a":"б"}');
  await writeFile(path.join(directory, '.built-from'), 'secret');
  server = await startTestServer({ staticDir: directory });
  browser = server.given.anonymous();
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

describe('the page', () => {
  test.each([
    '/',
    '/contests',
    '/contest/7/problems/A',
    '/index.html',
    '/какой-то/путь',
    '/.built-from',
    '/?a=1',
  ])('answers %s', async (url) => {
    const reply = await browser.get(url);
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('the page');
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-cache');
  });

  test('keeps hashed files for ever and asks about the others', async () => {
    const script = await browser.get('/assets/app-a1b2c3.js');
    expect(script.text).toBe(SCRIPT);
    expect(script.headers.get('content-type')).toMatch(/javascript; charset=utf-8$/);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const locale = await browser.get('/js/locales/ru-ru.json');
    expect(locale.json.a).toBe('б');
    expect(locale.headers.get('cache-control')).toBe('no-cache');
    // Past fetch, which asks for a fresh copy as soon as one names the old.
    const again = await rawGet('/js/locales/ru-ru.json', {
      'if-none-match': locale.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  test.each(['br', 'gzip'])('comes compressed by %s', async (encoding) => {
    const reply = await browser.get('/assets/app-a1b2c3.js', { 'accept-encoding': encoding });
    expect(reply.headers.get('content-encoding')).toBe(encoding);
    expect(reply.text).toBe(SCRIPT);
  });

  test.each(['/assets/old-ffffff.js', '/js/locales/xx.json'])(
    'does not stand in for the missing file %s',
    async (url) => {
      const reply = await browser.get(url);
      expect(reply.status).toBe(404);
      expect(reply.headers.get('cache-control')).toBe(null);
      expect(reply.json.error?.code).toBe('NOT_FOUND');
    },
  );

  test('tells the browser to run nothing but our own scripts', async () => {
    const policy = (await browser.get('/contests')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await browser.get('/')).headers.get('x-content-type-options')).toBe('nosniff');
  });

  // Past fetch, which would tidy the path up before sending it.
  test.each([
    '/../package.json',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '//etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
    '/%00',
    '/%',
  ])('gives nothing from outside of its directory under %s', async (url) => {
    const { status, text } = await rawGet(url);
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/"name"|root:|secret/);
  });
});

describe('an unknown call', () => {
  test.each(['/api/', '/api/nothing', '/api/test'])('of %s answers as the API does', async (url) => {
    const reply = await browser.get(url);
    expect(reply.status).toBe(404);
    expect(reply.json.error).toMatchObject({ code: 'NOT_FOUND', httpCode: 404, restParams: {} });
  });

  test('by another method finds no page', async () => {
    expect((await browser.post('/contests', {})).status).toBe(404);
    expect((await browser.send('DELETE', '/api/user/me', {})).status).toBe(404);
  });
});

function rawGet(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: url, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}
