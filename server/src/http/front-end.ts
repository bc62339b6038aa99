import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dressedPage } from '#features/site/site.routes.ts';
import { answerOf } from '#http/error-handler.ts';
import { precompress } from '#http/precompress.ts';
import type { App } from '#http/routes.ts';
import type { Services } from '#services.ts';

/** Names in here carry a hash of the content, so that a browser may keep them for ever. */
const HASHED = '/assets/';
const FOREVER = 'public, max-age=31536000, immutable';
/** Everything else may be kept, but is asked about each time. */
const ASK_AGAIN = 'no-cache';

const PAGE = '/index.html';

/** Here a missing file is an error; anywhere else it is a place in the page. */
const FILE_FOLDERS = ['/api/', HASHED, '/js/', '/sounds/', '/files/', '/upload/', '/uploads/', '/cdn/'];

/**
 * Serves the built page; unknown paths outside of /api get it too, because where they lead is the page's
 * business. Without a directory (tests) there is only the API.
 */
export async function serveFrontEnd(app: App, services: Services) {
  const { staticDir } = services.options;
  app.setNotFoundHandler(answerUnknown);
  if (staticDir === null) return;
  const root = path.resolve(staticDir);
  await compressOnce(app, root);
  await app.register(fastifyStatic, {
    root,
    serve: false, // the route below says whom it allows
    preCompressed: true,
    cacheControl: false, // ours follow the folder
    dotfiles: 'ignore',
  });
  app.get('/*', { config: { allow: 'public' } }, async (request, reply) => {
    const pathname = pathOf(request);
    const isFile = await isFileIn(root, pathname);
    if (!isFile && isInFileFolder(pathname)) return answerUnknown(request, reply);
    const isHashed = isFile && pathname.startsWith(HASHED);
    reply.header('cache-control', isHashed ? FOREVER : ASK_AGAIN);
    if (isFile && pathname !== PAGE) return reply.sendFile(pathname);
    const dressed = await dressedPage(services, request, () => readFile(path.join(root, PAGE), 'utf8'));
    if (dressed !== null) return reply.type('text/html; charset=utf-8').send(dressed);
    return reply.sendFile(PAGE);
  });
}

async function compressOnce(app: App, root: string) {
  try {
    await precompress(root);
  } catch (error) {
    app.log.warn({ err: error }, 'the page could not be compressed ahead; it is compressed at each request');
  }
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply) {
  return reply
    .status(404)
    .send(answerOf('NOT_FOUND', `There is no ${request.method} ${pathOf(request)}`, 404));
}

const isInFileFolder = (pathname: string) =>
  pathname === '/api' || FILE_FOLDERS.some((folder) => pathname.startsWith(folder));

/** Whether a path names a file of the page. What sends it (`@fastify/send`) guards the directory once more. */
async function isFileIn(root: string, pathname: string): Promise<boolean> {
  // Built files have plain names: no escapes, no dots in front, no way up.
  if (!/^(\/[\w-][\w.@-]*)+$/.test(pathname)) return false;
  const found = await stat(path.join(root, pathname)).catch(() => null); // no such file, or a folder on the way
  return found?.isFile() ?? false;
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';
