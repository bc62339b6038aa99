import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerOf } from '#http/answers/error-handler.ts';
import type { App } from '#http/routes.ts';
import type { Services } from '#services.ts';

/** Folder whose names carry a hash of the content, so that a browser may keep them for ever. */
const HASHED = '/assets/';
const FOREVER = 'public, max-age=31536000, immutable';
/** Caching of all other files: kept, but revalidated each time. */
const ASK_AGAIN = 'no-cache';

const PAGE = '/index.html';

/** Folders in which a missing file is an error; other unknown paths are places in the page. */
const FILE_FOLDERS = ['/api/', HASHED, '/js/', '/sounds/', '/files/', '/upload/', '/uploads/', '/cdn/'];

/** Returns the page as the visitors of this site get it, or null where the built one will do. */
export type BrandedPage = (
  services: Services,
  request: FastifyRequest,
  html: () => Promise<string>,
) => Promise<string | null>;

/**
 * Serves the built page; unknown paths outside of /api get it too, because the page routes them. Without a
 * directory (tests) there is only the API.
 */
export async function serveFrontEnd(app: App, services: Services, brandedPage: BrandedPage) {
  const { staticDir } = services.options;
  app.setNotFoundHandler(answerUnknown);
  if (staticDir === null) return;
  const root = path.resolve(staticDir);
  await app.register(fastifyStatic, {
    root,
    serve: false, // the route below says whom it allows
    preCompressed: true, // the build puts .br and .gz beside the files
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
    const branded = await brandedPage(services, request, () => readFile(path.join(root, PAGE), 'utf8'));
    if (branded !== null) return reply.type('text/html; charset=utf-8').send(branded);
    return reply.sendFile(PAGE);
  });
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
