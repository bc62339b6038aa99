import type { IncomingMessage } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyServerOptions, LogController, type onRequestHookHandler } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { accountRoutes } from '#features/account/account.routes.ts';
import { addressesRoutes } from '#features/addresses/addresses.routes.ts';
import { adminSearchRoutes } from '#features/admin-search/admin-search.routes.ts';
import { auditRoutes } from '#features/audit/audit.routes.ts';
import { backupRoutes } from '#features/backups/backups.routes.ts';
import { balloonRoutes } from '#features/balloons/balloons.routes.ts';
import { ceremonyRoutes } from '#features/ceremony/ceremony.routes.ts';
import { ceremonyLinkRoutes } from '#features/ceremony/ceremony-links.routes.ts';
import { certificateRoutes } from '#features/ceremony/certificates.routes.ts';
import { chatRoutes } from '#features/chat/chat.routes.ts';
import { compilerOptionsRoutes } from '#features/compiler-options/compiler-options.routes.ts';
import { contactRoutes } from '#features/contacts/contacts.routes.ts';
import { contestAdminRoutes } from '#features/contest-admin/contest-admin.routes.ts';
import { contestTemplateRoutes } from '#features/contest-admin/contest-templates.routes.ts';
import { contestControlRoutes } from '#features/contest-control/contest-control.routes.ts';
import { windowRoutes } from '#features/contest-control/windows/windows.routes.ts';
import { contestImportRoutes } from '#features/contest-import/contest-import.routes.ts';
import { resolveParts } from '#features/contests/acting/take-part.ts';
import { confineRequests } from '#features/contests/confinement/confine.ts';
import { contestRoutes } from '#features/contests/contests.routes.ts';
import { directoryRoutes } from '#features/directory/directory.routes.ts';
import { draftRoutes } from '#features/drafts/drafts.routes.ts';
import { firstRunRoutes } from '#features/first-run/first-run.routes.ts';
import { groupLinkRoutes } from '#features/group-links/group-links.routes.ts';
import { groupRoutes } from '#features/groups/groups.routes.ts';
import { healthRoutes } from '#features/health/health.routes.ts';
import { showsJudgeToken } from '#features/judging/judges/judge-tokens.ts';
import { judgingRoutes } from '#features/judging/judging.routes.ts';
import { juryDeskRoutes } from '#features/jury-desk/jury-desk.routes.ts';
import { maintenanceRoutes } from '#features/maintenance/maintenance.routes.ts';
import { messageRoutes } from '#features/messages/messages.routes.ts';
import { metricsRoutes } from '#features/metrics/metrics.routes.ts';
import { createMetrics } from '#features/metrics/process-metrics.ts';
import { watchRequests } from '#features/metrics/watch-requests.ts';
import { newsRoutes } from '#features/news/news.routes.ts';
import { outsideJobRoutes } from '#features/outside-jobs/admins/outside-jobs.routes.ts';
import { olderImportRoutes } from '#features/outside-jobs/older-imports/older-imports.routes.ts';
import { polygonRoutes } from '#features/outside-jobs/polygon/polygon.routes.ts';
import { relayJobRoutes } from '#features/outside-jobs/relay/relay-jobs.routes.ts';
import { outsideSystemRoutes } from '#features/outside-systems/outside-systems.routes.ts';
import { relayRoutes } from '#features/outside-systems/relay.routes.ts';
import { judgeImportRoutes } from '#features/packages/judge-imports.routes.ts';
import { packageUploadRoutes } from '#features/packages/package-uploads.routes.ts';
import { packageRoutes } from '#features/packages/packages.routes.ts';
import { printingRoutes } from '#features/printing/printing.routes.ts';
import { problemAdminRoutes } from '#features/problem-admin/problem-admin.routes.ts';
import { problemCheckRoutes } from '#features/problem-checks/problem-checks.routes.ts';
import { problemContentRoutes } from '#features/problem-editor/contents.routes.ts';
import { problemEditorRoutes } from '#features/problem-editor/problem-editor.routes.ts';
import { contestProblemRoutes } from '#features/problems/contest/contest-problems.routes.ts';
import { problemRoutes } from '#features/problems/problems.routes.ts';
import { keepJudgesApart } from '#features/queue/keep-judges-apart.ts';
import { computationRoutes } from '#features/ratings/computations.routes.ts';
import { ratingRoutes } from '#features/ratings/ratings.routes.ts';
import { rejudgingSetRoutes } from '#features/rejudgings/rejudgings.routes.ts';
import { resultsRoutes } from '#features/results/results.routes.ts';
import { scoreboardRoutes } from '#features/scoreboard/scoreboard.routes.ts';
import { sessionRoutes } from '#features/session/session.routes.ts';
import { loadUser } from '#features/session/session-hooks.ts';
import { similarityRoutes } from '#features/similarity/similarity.routes.ts';
import { brandedPage, siteRoutes } from '#features/site/site.routes.ts';
import { siteSettingsRoutes } from '#features/site-settings/site-settings.routes.ts';
import { solutionRoutes } from '#features/solutions/solutions.routes.ts';
import { teamImportRoutes } from '#features/team-import/team-import.routes.ts';
import { teamRoutes } from '#features/teams/teams.routes.ts';
import { testFileRoutes } from '#features/test-files/test-files.routes.ts';
import { trialRunRoutes } from '#features/trial-runs/trial-runs.routes.ts';
import { uploadRoutes } from '#features/uploads/uploads.routes.ts';
import { userAdminRoutes } from '#features/user-admin/user-admin.routes.ts';
import { userImportRoutes } from '#features/user-import/user-import.routes.ts';
import { virtualRoutes } from '#features/virtual/virtual.routes.ts';
import { declareRoutes, guardRoutes } from '#http/allow.ts';
import { answerAfterCommit } from '#http/answers/after-commit.ts';
import { answerBadAddress, handleErrors } from '#http/answers/error-handler.ts';
import { askAsGet } from '#http/answers/head-requests.ts';
import { keepAnswersOutOfCaches } from '#http/answers/no-store.ts';
import { answerOlderClients } from '#http/answers/older-answers.ts';
import { answerAfterOwnChange } from '#http/answers/own-change.ts';
import { answerQuickly } from '#http/answers/quick-answers.ts';
import { cutSlowReaders, READER_BOUNDS } from '#http/answers/slow-readers.ts';
import { acceptForms } from '#http/bodies/form-body.ts';
import { acceptJson } from '#http/bodies/json-body.ts';
import { acceptMultipart } from '#http/bodies/multipart.ts';
import { BODY_PACE, cutSlowBodies } from '#http/bodies/slow-bodies.ts';
import { refuseUnknownFields } from '#http/bodies/unknown-fields.ts';
import { boundPeople } from '#http/callers/bound-people.ts';
import { trustedProxy } from '#http/callers/client-ip.ts';
import { refuseCrossSite } from '#http/callers/cross-site.ts';
import { allowReadingDescription, describeApi } from '#http/pages/api-description.ts';
import { serveFrontEnd } from '#http/pages/front-end.ts';
import { setSecurityHeaders } from '#http/pages/security-headers.ts';
import type { App, Routes } from '#http/routes.ts';
import { serveOlderSocketClient } from '#realtime/older-socket-client.ts';
import type { Services } from '#services.ts';

type CompilersFactory = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>;

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Longest time for any request to arrive; shorter bounds by kind are in `http/bodies/slow-bodies.ts`. */
const REQUEST_WITHIN_MS = 24 * 3_600_000;

/**
 * Whether a connection may become one of sockets. Other requests to change its protocol are answered as if they had not asked:
 * they would be closed without an answer, by which a proxy takes this process for dead.
 */
const mayBecomeSocket = ({ url = '' }: IncomingMessage) => url.startsWith('/socket.io/');

/** Builds the HTTP application, not yet listening. Routes are in `features/`, one file per feature. */
export async function createApp(services: Services) {
  const { options } = services;
  const app = Fastify({
    loggerInstance: services.log,
    // The logger always has `info`, for the console of admins; requests are only written where that was asked for.
    logController: new LogController({
      disableRequestLogging: !['info', 'debug'].includes(options.logLevel),
    }),
    trustProxy: trustedProxy(options),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_WITHIN_MS,
    http: { shouldUpgradeCallback: mayBecomeSocket },
    // Connections accepted before closing are served normally; Fastify's own refusal has another shape.
    return503OnClosing: false,
    frameworkErrors: answerBadAddress,
    exposeHeadRoutes: false,
    rewriteUrl: askAsGet,
    schemaController: { compilersFactory: ZOD_COMPILERS },
  }).withTypeProvider<ZodTypeProvider>();

  const admitUploads = cutSlowBodies(app, BODY_PACE);
  cutSlowReaders(app, READER_BOUNDS);
  handleErrors(app);
  acceptJson(app);
  app.addHook('preSerialization', answerOlderClients);
  app.addHook('onSend', keepAnswersOutOfCaches);
  app.addHook('onSend', answerAfterOwnChange(services));
  app.addHook('onRequest', setSecurityHeaders(options.publicUrl));
  allowReadingDescription(app);
  await app.register(compress, COMPRESSION);
  await app.register(cookie, { hook: false }); // who asks for a cookie parses them
  await acceptMultipart(app);
  acceptForms(app);
  refuseUnknownFields(app);
  declareRoutes(app);
  const metrics = createMetrics(services);
  watchRequests(app, metrics);
  await describeApi(app);
  admitCallers(app, services, admitUploads);
  answerAfterCommit(app);

  for (const routes of [...FEATURE_ROUTES, metricsRoutes(metrics)]) {
    await app.register(named(routes), services);
  }
  await serveOlderSocketClient(app);
  await serveFrontEnd(app, services, brandedPage);
  return app;
}

/** Adds the hooks that find out who calls and refuse callers, in the order in which they run. */
function admitCallers(app: App, services: Services, admitUploads: onRequestHookHandler): void {
  app.addHook('onRequest', refuseCrossSite(services));
  app.addHook('onRequest', loadUser(services));
  app.addHook(
    'onRequest',
    guardRoutes((request, kind) => showsJudgeToken(services, request, kind)),
  );
  app.addHook('onRequest', confineRequests(services));
  app.addHook('onRequest', resolveParts(services)); // after what concerns the person
  app.addHook('onRequest', admitUploads);
  app.addHook('onRequest', answerQuickly); // after all that admits callers
  app.addHook('onRequest', boundPeople()); // what lies in memory is not counted
  app.addHook('preHandler', keepJudgesApart(services));
}

/** Routes of the features. */
const FEATURE_ROUTES: readonly Routes[] = [
  healthRoutes,
  contactRoutes,
  sessionRoutes,
  accountRoutes,
  auditRoutes,
  groupLinkRoutes,
  directoryRoutes,
  groupRoutes,
  userAdminRoutes,
  teamRoutes,
  teamImportRoutes,
  userImportRoutes,
  contestRoutes,
  contestAdminRoutes,
  contestTemplateRoutes,
  contestImportRoutes,
  virtualRoutes,
  similarityRoutes,
  ceremonyRoutes,
  ceremonyLinkRoutes,
  certificateRoutes,
  resultsRoutes,
  addressesRoutes,
  adminSearchRoutes,
  problemRoutes,
  problemAdminRoutes,
  problemEditorRoutes,
  problemContentRoutes,
  contestProblemRoutes,
  solutionRoutes,
  testFileRoutes,
  juryDeskRoutes,
  trialRunRoutes,
  draftRoutes,
  scoreboardRoutes,
  ratingRoutes,
  computationRoutes,
  chatRoutes,
  messageRoutes,
  contestControlRoutes,
  windowRoutes,
  balloonRoutes,
  printingRoutes,
  firstRunRoutes,
  newsRoutes,
  judgingRoutes,
  packageRoutes,
  packageUploadRoutes,
  judgeImportRoutes,
  relayRoutes,
  outsideSystemRoutes,
  relayJobRoutes,
  outsideJobRoutes,
  olderImportRoutes,
  polygonRoutes,
  problemCheckRoutes,
  rejudgingSetRoutes,
  siteRoutes,
  backupRoutes,
  maintenanceRoutes,
  compilerOptionsRoutes,
  siteSettingsRoutes,
  uploadRoutes,
];

/** Zod's compilers, given at the creation, since Fastify would load its own ones before it is told of others. */
const ZOD_COMPILERS = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
} as unknown as CompilersFactory;

/** Names routes for Fastify, which would look for each of them among all modules that are loaded. */
const named = (routes: Routes) =>
  Object.assign(routes, { [Symbol.for('fastify.display-name')]: routes.name });

/** Compression of long answers such as tables. Fast rather than small, since it runs at each request. */
const COMPRESSION = {
  globalDecompression: false, // no client packs what it sends
  threshold: 4096,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 5 },
};
