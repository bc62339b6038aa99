import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Services } from '#services.ts';

/** A feature's routes: a Fastify plugin that is handed the services and has Zod types. */
export type Routes = FastifyPluginAsync<Services, RawServerDefault, ZodTypeProvider>;

/** The application as features see it. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
