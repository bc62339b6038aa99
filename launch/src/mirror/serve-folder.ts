import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { localUrl } from '#addresses.ts';
import { KeptFiles } from '#mirror/kept-files.ts';
import { CODINGS } from '#mirror/write-files.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};
/** Files of the folder and of `rows`; neither dots at the beginning nor folders above. */
const PATH = /^\/((?:rows\/)?[\w-]{1,64}\.(?:html|css|js|json))$/;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Holds the page and the table of the largest contest several times over. */
const MOST_KEPT_BYTES = 64 * 1024 * 1024;

export interface RunningFolder {
  url: string;
  port: number;
  close(): Promise<void>;
}

interface Source {
  folder: string;
  files: KeptFiles;
}

/** Serves the folder of a mirror, for a CDN or a few thousand viewers. */
export async function serveFolder(folder: string, host: string, port: number): Promise<RunningFolder> {
  const files = new KeptFiles(MOST_KEPT_BYTES);
  const server = createServer((request, response) => void answer({ folder, files }, request, response));
  server.listen(port, host);
  await once(server, 'listening');
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: localUrl(host, ownPort),
    port: ownPort,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(source: Source, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '/', headers } = request;
  if (method !== 'GET' && method !== 'HEAD')
    return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
  const [asked = '/'] = url.split('?');
  const name = PATH.exec(asked === '/' ? '/index.html' : asked)?.[1];
  const found = name === undefined ? null : await readPacked(source, name, headers['accept-encoding']);
  if (name === undefined || found === null)
    return void response
      .writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
      .end('Not found\n');
  const etag = `"${found.coding}-${found.etag}"`;
  response.setHeaders(new Map(Object.entries(headersOf(name, etag))));
  if (headers['if-none-match'] === etag) return void response.writeHead(304).end();
  if (found.coding !== 'identity') response.setHeader('content-encoding', found.coding);
  response.writeHead(200, { 'content-length': found.content.length });
  response.end(method === 'HEAD' ? undefined : found.content);
}

function headersOf(name: string, etag: string): Record<string, string> {
  return {
    etag,
    'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
    'cache-control': cacheFor(name),
    vary: 'accept-encoding',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

/** Rows never change under their name. A CDN asks for the state once in two seconds, whatever its viewers do. */
function cacheFor(name: string): string {
  if (name.startsWith('rows/')) return 'public, max-age=86400, immutable';
  return name === 'state.json' ? 'public, max-age=0, s-maxage=2' : 'public, max-age=0, s-maxage=60';
}

async function readPacked({ folder, files }: Source, name: string, accepted: string | string[] = '') {
  const offers = `${accepted}`
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim());
  for (const [coding, ending] of Object.entries(CODINGS)) {
    if (!offers.includes(coding)) continue;
    const file = await files.read(path.join(folder, `${name}${ending}`));
    if (file) return { ...file, coding };
  }
  const file = await files.read(path.join(folder, name));
  return file && { ...file, coding: 'identity' };
}
