import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { downloadPackage } from '#files/downloaded-package.ts';
import { StartError } from '#start-error.ts';

let dataDir = '';
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'balloon-downloads-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

const download = (address: string, bounds = { maxBytes: 1000, withinMs: 60_000 }) =>
  downloadPackage(address, new AbortController().signal, () => undefined, bounds, dataDir);

async function complaintOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

test('a package is downloaded through redirects, and goes away afterwards', async () => {
  const url = await serve(({ url: asked }, reply) => {
    if (asked === '/get?id=7') reply.writeHead(302, { location: '/files/sum%20of.zip' }).end();
    else reply.end('PK zip');
  });
  const downloaded = await download(`${url}/get?id=7`);
  expect(path.basename(downloaded.path)).toBe('sum_20of.zip');
  expect(readFileSync(downloaded.path, 'utf8')).toBe('PK zip');
  await downloaded[Symbol.asyncDispose]();
  expect(existsSync(path.dirname(downloaded.path))).toBe(false);
});

test('only so many redirects are followed', async () => {
  let asked = 0;
  const url = await serve((_request, reply) => {
    asked += 1;
    reply.writeHead(302, { location: `/${asked}` }).end();
  });
  expect(await complaintOf(download(url))).toContain('more than 5 redirects');
  expect(asked).toBe(6);
});

test('what leads away from the web is not followed', async () => {
  const url = await serve((_request, reply) => reply.writeHead(302, { location: 'file:///etc/hosts' }).end());
  expect(await complaintOf(download(url))).toContain('file:///etc/hosts is no address');
  expect(await complaintOf(download('ftp://example.org/a.zip'))).toContain('must begin with http://');
  expect(await complaintOf(download('https://user:word@example.org/a.zip'))).toContain('password');
});

test('a package beyond the bound is cut off, also one that does not tell its size', async () => {
  const url = await serve((_request, reply) => {
    reply.write(Buffer.alloc(700_000));
    reply.end(Buffer.alloc(700_000));
  });
  const bounds = { maxBytes: 1024 ** 2, withinMs: 60_000 };
  expect(await complaintOf(download(url, bounds))).toBe(
    'the package is larger than 1 MB: raise PACKAGE_MAX_GB',
  );
});

test('what says itself that it is too large is not fetched, nor what does not fit on the disk', async () => {
  const url = await serve((_request, reply) => {
    reply.writeHead(200, { 'content-length': 2 ** 50 });
    reply.write('PK');
  });
  expect(await complaintOf(download(url))).toContain('raise PACKAGE_MAX_GB');
  expect(await complaintOf(download(url, { maxBytes: 2 ** 51, withinMs: 60_000 }))).toContain(
    `the package has ${2 ** 30} MB, and`,
  );
});

test('refusals and connections that break are told', async () => {
  const url = await serve(({ url: asked, socket }, reply) => {
    if (asked === '/gone') reply.writeHead(404).end();
    else if (asked === '/half') {
      reply.writeHead(200, { 'content-length': '100' });
      reply.write('half', () => socket.destroy());
    }
  });
  expect(await complaintOf(download(`${url}/gone`))).toContain('answers with status 404');
  expect(await complaintOf(download(`${url}/half`))).toContain('was not downloaded');
  const soon = { maxBytes: 1000, withinMs: 50 };
  expect(await complaintOf(download(`${url}/silent`, soon))).toContain('took longer than');
});
