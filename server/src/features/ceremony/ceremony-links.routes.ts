import { Done } from '@balloon/contracts/common.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  AudienceQuery,
  AudienceView,
  CeremonyCode,
  CeremonyLink,
  CeremonyPictureParams,
  NewCeremonyLink,
  ShowStep,
  StepShown,
} from '@balloon/contracts/scoreboard/ceremony-link.ts';
import type { FastifyReply } from 'fastify';
import { startChores } from '#chores.ts';
import { CeremonyAudience } from '#features/ceremony/ceremony-audience.ts';
import { deleteExpiredLinks } from '#features/ceremony/ceremony-links.queries.ts';
import { endLink, openLink, readLink, showStep } from '#features/ceremony/manage-link.ts';
import { imageNotFound, sendImage } from '#features/uploads/send-image.ts';
import { userOf } from '#http/allow.ts';
import { sendPacked } from '#http/answers/send-packed.ts';
import { clientIp } from '#http/callers/client-ip.ts';
import { hangUpOf } from '#http/callers/hang-up.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';

const LINK = '/api/admin/contests/:contestId/ceremony/link';
const DONE = { result: true } as const;
const TIDY_EVERY_MS = 10 * 60_000;
/** How long a browser may keep a picture in s: a ceremony. */
const PICTURE_SEC = 3600;

/** The audience of a ceremony on other machines. */
export const ceremonyLinkRoutes: Routes = async (app, services) => {
  const audience = new CeremonyAudience(services);
  const tidy = () => deleteExpiredLinks(services.db);
  const stopTidying = startChores(
    services,
    TIDY_EVERY_MS,
    tidy,
    'expired links of ceremonies were not deleted',
  );
  // Before the server closes, which waits for all who wait for an answer.
  app.addHook('preClose', async () => {
    stopTidying();
    audience.close();
  });

  app.get(
    LINK,
    { config: { allow: 'supervisor' }, schema: { params: ContestParams, response: { 200: CeremonyLink } } },
    (request) => readLink(services, userOf(request), request.params.contestId),
  );

  app.post(
    LINK,
    {
      config: { allow: 'supervisor', audit: 'contest.openCeremonyLink' },
      schema: { params: ContestParams, response: { 200: NewCeremonyLink } },
    },
    (request) => openLink(services, userOf(request), request.params.contestId),
  );

  app.delete(
    LINK,
    {
      config: { allow: 'supervisor', audit: 'contest.endCeremonyLink' },
      schema: { params: ContestParams, response: { 200: Done } },
    },
    async (request) => {
      await endLink(services, userOf(request), request.params.contestId);
      return DONE;
    },
  );

  app.post(
    '/api/admin/contests/:contestId/ceremony/step',
    {
      // Turns a page before those who have the link, whose making is recorded.
      config: { allow: 'supervisor', audit: 'none' },
      schema: { params: ContestParams, body: ShowStep, response: { 200: StepShown } },
    },
    async (request) => {
      const { params, body, headers } = request;
      const { step, digest, locale, after = null, ...medals } = body;
      const asked = { ...params, step, digest, after, medals, locale: requestLocale(locale, headers) };
      return showStep(services, userOf(request), asked);
    },
  );

  app.get(
    '/api/ceremony/:code',
    {
      config: { allow: 'public' },
      compress: false, // frames are kept compressed
      schema: { params: CeremonyCode, querystring: AudienceQuery, response: { 200: AudienceView } },
    },
    async (request, reply) => {
      const { params, query } = request;
      const asked = { after: query.after, ip: clientIp(request), signal: hangUpOf(reply) };
      const answer = await audience.view(params.code, asked);
      if (answer === null) sendNothing(reply);
      else sendPacked(request, reply, answer);
      return reply;
    },
  );

  app.get(
    '/api/ceremony/:code/pictures/:name',
    { config: { allow: 'public' }, compress: false, schema: { params: CeremonyPictureParams } },
    async (request, reply) => {
      const { code, name } = request.params;
      if (!(await audience.hasPicture(code, name, clientIp(request)))) throw imageNotFound();
      return sendImage(services.db, reply, { name, maxAgeSec: PICTURE_SEC });
    },
  );
};

/** Says that there is nothing newer than what the viewer has. */
function sendNothing(reply: Pick<FastifyReply, 'code' | 'send'>): void {
  reply.code(204).send();
}
