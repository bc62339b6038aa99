import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Look } from '@balloon/contracts/site.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '#errors.ts';
import { brandStyle, paintIcon } from '#features/site/brand-colors.ts';
import { dressPage } from '#features/site/dress-page.ts';
import { readLook, SiteFileError } from '#features/site/read-look.ts';
import type { Routes } from '#http/routes.ts';
import type { Services } from '#services.ts';

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};
/** A picture opened by its own address runs nothing and loads nothing. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const config = { allow: 'public' } as const;

/** Routes for the files of a site with a look of its own. */
export const siteRoutes: Routes = async (app, services) => {
  const { siteDir, staticDir } = services.options;

  app.get('/site/brand.css', { config }, async (request, reply) => {
    const { color } = await lookOf(services, request);
    if (color === undefined) throw new NotFoundError('NOT_FOUND', 'This site has the usual colours');
    return reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(brandStyle(color));
  });

  app.get('/site/logo', { config }, async (request, reply) =>
    sendPicture(reply, siteDir, (await lookOf(services, request)).logo),
  );

  app.get('/site/icon', { config }, async (request, reply) => {
    const { icon, color } = await lookOf(services, request);
    if (icon !== undefined || staticDir === null) return sendPicture(reply, siteDir, icon);
    const ours = await readFile(join(staticDir, 'favicon.svg'), 'utf8');
    return send(reply, '.svg', color === undefined ? ours : paintIcon(ours, color));
  });

  // Browsers ask for it where no page names another, such as beside a picture.
  app.get('/favicon.ico', { config }, (_request, reply) => reply.redirect('/site/icon'));
};

/** Returns the page for this site's visitors, or null where the built one will do. */
export async function brandedPage(
  services: Services,
  request: FastifyRequest,
  html: () => Promise<string>,
): Promise<string | null> {
  const look = await lookOf(services, request);
  return Object.keys(look).length === 0 ? null : dressPage(await html(), look);
}

/** Look of the site; a broken file is logged and ignored, so that the site still works. */
async function lookOf({ options, log }: Services, { hostname }: FastifyRequest): Promise<Look> {
  try {
    return (await readLook(options.siteDir, hostname)) ?? {};
  } catch (error) {
    if (!(error instanceof SiteFileError)) throw error;
    log.warn(error.message);
    return {};
  }
}

async function sendPicture(reply: FastifyReply, folder: string | null, name: string | undefined) {
  const content = folder && name && (await readFile(join(folder, name)).catch(() => null));
  if (!content || !name) throw new NotFoundError('NOT_FOUND', 'This site has no such picture');
  return send(reply, extname(name).toLowerCase(), content);
}

function send(reply: FastifyReply, extension: string, content: string | Buffer) {
  return reply
    .type(TYPES[extension] ?? 'application/octet-stream')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', PICTURE_POLICY)
    .send(content);
}
