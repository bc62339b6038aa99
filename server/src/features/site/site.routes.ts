import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '#errors.ts';
import type { StoredPicture } from '#features/site/pictures.ts';
import { enteredPicture, lookOf } from '#features/site/site-look.ts';
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

/** Colour mathematics, loaded by sites with a colour of their own. */
const brandColors = () => import('#features/site/brand-colors.ts');

/** Routes for the files of a site with a look of its own. */
export const siteRoutes: Routes = async (app, services) => {
  const { siteDir, staticDir } = services.options;

  app.get('/site/brand.css', { config }, async (request, reply) => {
    const { color } = await lookOf(services, request.hostname);
    if (color === undefined) throw new NotFoundError('NOT_FOUND', 'This site has the usual colours');
    const { brandStyle } = await brandColors();
    return reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(brandStyle(color));
  });

  app.get('/site/logo', { config }, async ({ hostname }, reply) => {
    const entered = await enteredPicture(services, hostname, 'logo');
    if (entered) return sendEntered(reply, entered);
    return sendPicture(reply, siteDir, (await lookOf(services, hostname)).logo);
  });

  app.get('/site/icon', { config }, async ({ hostname }, reply) => {
    const entered = await enteredPicture(services, hostname, 'icon');
    if (entered) return sendEntered(reply, entered);
    const { icon, color } = await lookOf(services, hostname);
    if (icon !== undefined || staticDir === null) return sendPicture(reply, siteDir, icon);
    const ours = await readFile(join(staticDir, 'favicon.svg'), 'utf8');
    return send(reply, '.svg', color === undefined ? ours : (await brandColors()).paintIcon(ours, color));
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
  const look = await lookOf(services, request.hostname);
  if (Object.keys(look).length === 0) return null;
  const { dressPage } = await import('#features/site/dress-page.ts');
  return dressPage(await html(), look);
}

async function sendPicture(reply: FastifyReply, folder: string | null, name: string | undefined) {
  const content = folder && name && (await readFile(join(folder, name)).catch(() => null));
  if (!content || !name) throw new NotFoundError('NOT_FOUND', 'This site has no such picture');
  return send(reply, extname(name).toLowerCase(), content);
}

const sendEntered = (reply: FastifyReply, { name, content }: StoredPicture) =>
  send(reply, extname(name), content);

function send(reply: FastifyReply, extension: string, content: string | Buffer) {
  return reply
    .type(TYPES[extension] ?? 'application/octet-stream')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', PICTURE_POLICY)
    .send(content);
}
