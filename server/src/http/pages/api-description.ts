import { CURRENT_GENERATION, GENERATION_HEADER } from '@balloon/contracts/site/api-generation.ts';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Allow } from '#http/allow.ts';
import { PackedPage } from '#http/answers/packed-page.ts';
import { sendPacked } from '#http/answers/send-packed.ts';
import ownPackage from '../../../package.json' with { type: 'json' };

/** Page with the calls for people; the description for programs lies beneath it, at `/json` and `/yaml`. */
const PAGE = '/api/docs';

const WHO: Record<Allow, string> = {
  public: 'Anybody',
  user: 'Who is signed in',
  supervisor: 'Supervisors',
  admin: 'Admins',
  judge: 'Judges, with the judge token',
  relay: 'Relays to outside systems, with a relay token',
};

/**
 * Describes every route that is registered afterwards by OpenAPI: what it takes and answers is what the schemas say
 * that check and filter it, and who may call it is what the guard reads, so the description cannot be wrong.
 */
export async function describeApi(app: FastifyInstance): Promise<void> {
  const describe = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Balloon',
        version: ownPackage.version,
        description:
          'The calls of the pages, open to programs of your own. Sign in and send the session cookie, or the token of ' +
          'the answer as `X-Token`. Whatever changes something wants the header `X-Requested-With` or `X-Token`. ' +
          'Times are milliseconds since 1970, sizes say their unit. Failures have the form ' +
          '`{"error": {"code", "message", "description", "httpCode", "issues"}}`, where `issues` says what is wrong with ' +
          `which field. Send the header \`${GENERATION_HEADER}: ${CURRENT_GENERATION}\`: answers without it are for ` +
          'older clients, whose statements contain limits and samples and which do not know every system and verdict.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'header', name: 'X-Token' },
          judge: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: (route) => {
      const allow = route.route.config?.allow;
      const described = describe(route);
      if (allow === undefined || !route.url.startsWith('/api/') || route.url.startsWith(PAGE)) {
        return { ...described, schema: { ...described.schema, hide: true } };
      }
      return {
        ...described,
        schema: {
          ...described.schema,
          tags: [tagOf(route.url)],
          description: `${WHO[allow]}.`,
          ...security(allow),
        },
      };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: PAGE,
    uiConfig: { docExpansion: 'none', deepLinking: true, layout: 'BaseLayout' },
    theme: { title: 'Balloon API' },
    uiHooks: { preHandler: answerFromMemory(app) },
  });
  app.get('/api', { config: { allow: 'public' } }, (_request, reply) => reply.redirect(PAGE));
}

/**
 * Allows everybody the page's routes, which a library declares, and has none of them compressed anew for each visitor.
 * Must come before `declareRoutes` and before compression.
 */
export function allowReadingDescription(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith(PAGE)) return;
    route.config = { ...route.config, allow: 'public' };
    route.compress = false;
  });
}

/**
 * Answers with the description as it lies in memory, once for all readers: it has megabytes, of which each small request of
 * a stranger would have its own, for as long as they are not read.
 */
function answerFromMemory(app: FastifyInstance): preHandlerAsyncHookHandler {
  const forms: Record<string, () => Promise<{ page: PackedPage; type: string }>> = {
    [`${PAGE}/json`]: once(async () => ({
      page: await PackedPage.of(JSON.stringify(app.swagger()), true),
      type: 'application/json; charset=utf-8',
    })),
    [`${PAGE}/yaml`]: once(async () => ({
      page: await PackedPage.of(app.swagger({ yaml: true }), true),
      type: 'application/x-yaml; charset=utf-8',
    })),
  };
  return async (request, reply) => {
    const form = await forms[request.routeOptions.url ?? '']?.();
    if (!form) return;
    const { page, type } = form;
    sendPacked(request, reply, { page, ending: '', etag: `"${page.hash}"` }, type);
    return reply;
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** `/api/admin/contests/…` → "admin: contests", `/api/contest/…` → "contest". */
function tagOf(url: string): string {
  const [, , first = '', second = ''] = url.split('/');
  return first === 'admin' ? `admin: ${second}` : first;
}

function security(allow: Allow) {
  if (allow === 'public') return {};
  const isToken = allow === 'judge' || allow === 'relay';
  return { security: [isToken ? { judge: [] } : { session: [] }] };
}
