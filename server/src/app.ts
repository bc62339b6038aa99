import { timingSafeEqual } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { accountRoutes } from '#features/account/account.routes.ts';
import { chatRoutes } from '#features/chat/chat.routes.ts';
import { contactRoutes } from '#features/contacts/contacts.routes.ts';
import { contestRoutes } from '#features/contests/contests.routes.ts';
import { directoryRoutes } from '#features/directory/directory.routes.ts';
import { groupLinkRoutes } from '#features/group-links/group-links.routes.ts';
import { healthRoutes } from '#features/health/health.routes.ts';
import { judgingRoutes } from '#features/judging/judging.routes.ts';
import { messageRoutes } from '#features/messages/messages.routes.ts';
import { newsRoutes } from '#features/news/news.routes.ts';
import { judgeImportRoutes } from '#features/packages/judge-imports.routes.ts';
import { packageRoutes } from '#features/packages/packages.routes.ts';
import { problemRoutes } from '#features/problems/problems.routes.ts';
import { ratingRoutes } from '#features/ratings/ratings.routes.ts';
import { scoreboardRoutes } from '#features/scoreboard/scoreboard.routes.ts';
import { sessionRoutes } from '#features/session/session.routes.ts';
import { loadUser } from '#features/session/session-hooks.ts';
import { siteRoutes } from '#features/site/site.routes.ts';
import { solutionRoutes } from '#features/solutions/solutions.routes.ts';
import { trialRunRoutes } from '#features/trial-runs/trial-runs.routes.ts';
import { declareRoutes, guardRoutes } from '#http/allow.ts';
import { allowReadingDescription, describeApi } from '#http/api-description.ts';
import { refuseCrossSite } from '#http/cross-site.ts';
import { answerBadAddress, handleErrors } from '#http/error-handler.ts';
import { serveFrontEnd } from '#http/front-end.ts';
import { acceptJson } from '#http/json-body.ts';
import { keepAnswersOutOfCaches } from '#http/no-store.ts';
import type { Services } from '#services.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** For a whole request to arrive, also 20 MB over a slow line; who drips for longer is cut off. */
const REQUEST_WITHIN_MS = 5 * 60_000;

/** Everything over HTTP, not yet listening. Routes are in `features/`, one file per feature. */
export async function createApp(services: Services) {
  const { options } = services;
  const app = Fastify({
    loggerInstance: services.log,
    // The one proxy in front: what it was told by others is anybody's word.
    trustProxy: options.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_WITHIN_MS,
    // Who came in before the door closed is served as ever; Fastify's own refusal has another shape.
    return503OnClosing: false,
    frameworkErrors: answerBadAddress,
    // Wire numbers, letters in any case; Zod decides, so Fastify's own coercion stays out.
    ajv: { customOptions: { coerceTypes: false } },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  handleErrors(app);
  acceptJson(app);
  app.addHook('onSend', keepAnswersOutOfCaches);
  await app.register(helmet, {
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    strictTransportSecurity: false,
  });
  await app.register(compress, COMPRESSION);
  await app.register(cookie);
  await app.register(multipart, { limits: { files: 1, fileSize: 20 * 1024 * 1024, fields: 10 } });
  allowReadingDescription(app);
  declareRoutes(app);
  await describeApi(app);
  app.addHook('onRequest', refuseCrossSite(services));
  app.addHook('onRequest', loadUser(services));
  app.addHook(
    'onRequest',
    guardRoutes((request) => showsToken(request, options.judgeToken)),
  );

  for (const routes of [
    healthRoutes,
    contactRoutes,
    sessionRoutes,
    accountRoutes,
    groupLinkRoutes,
    directoryRoutes,
    contestRoutes,
    problemRoutes,
    solutionRoutes,
    trialRunRoutes,
    scoreboardRoutes,
    ratingRoutes,
    chatRoutes,
    messageRoutes,
    newsRoutes,
    judgingRoutes,
    packageRoutes,
    judgeImportRoutes,
    siteRoutes,
  ]) {
    await app.register(routes, services);
  }
  await serveFrontEnd(app, services);
  return app;
}

/** For long answers such as tables. Fast rather than small: it happens at each request. */
const COMPRESSION = {
  globalDecompression: false, // no client packs what it sends
  threshold: 4096,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 5 },
};

/** Own scripts and styles only. Styles inline: Mantine and KaTeX set some on elements. */
const CONTENT_SECURITY_POLICY = {
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'https:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'", 'ws:', 'wss:'],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    upgradeInsecureRequests: null, // a contest hall often has plain http
  },
};

function showsToken(request: FastifyRequest, token: string): boolean {
  const shown = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return shown.length === expected.length && timingSafeEqual(shown, expected);
}
