import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { ForbiddenError } from '#errors.ts';
import type { Metrics } from '#features/metrics/process-metrics.ts';
import type { Routes } from '#http/routes.ts';
import type { ServerOptions } from '#services.ts';

/** Headers of proxies: a request that a proxy of this machine passes on comes from elsewhere. */
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/** Metrics for Prometheus, for whoever shows the token of the settings, or, without a token and a proxy, is on this machine. */
export const metricsRoutes =
  (metrics: Metrics): Routes =>
  async (app, services) => {
    app.get(
      '/metrics',
      {
        config: { allow: 'public' }, // checked below
        schema: { response: { 200: z.string().describe('text format of Prometheus') } },
      },
      async (request, reply) => {
        if (!mayMeasure(request, services.options)) {
          throw new ForbiddenError('METRICS_CLOSED', 'Set METRICS_TOKEN and show it as a bearer token');
        }
        const text = await metrics.read();
        return reply.type(metrics.contentType).serializer(String).send(text);
      },
    );
  };

/**
 * Whether the caller may read the metrics, which tell of judges and queue and so of hidden verdicts. Behind a proxy
 * everybody seems to come from this machine: there only the token counts.
 */
function mayMeasure(
  request: FastifyRequest,
  { metricsToken: token, publicUrl, trustProxy }: ServerOptions,
): boolean {
  const shown = /^Bearer (\S{1,300})$/.exec(request.headers.authorization ?? '')?.[1];
  if (token !== null && shown !== undefined) return timingSafeEqual(hashOf(shown), hashOf(token));
  return token === null && publicUrl === null && !trustProxy && isFromThisMachine(request);
}

function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? '';
  if (!ipaddr.isValid(address) || FORWARDED.some((name) => headers[name] !== undefined)) return false;
  return ipaddr.process(address).range() === 'loopback';
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();
