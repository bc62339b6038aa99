import type { FastifyInstance } from 'fastify';
import type { Metrics } from '#features/metrics/process-metrics.ts';

/** Measures every answered request by the pattern of its route, so that ids and foreign paths make no series. */
export function watchRequests(app: Pick<FastifyInstance, 'addHook'>, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    metrics.noteRequest({ method, route: routeOptions.url ?? 'none', status }, reply.elapsedTime / 1000);
    done();
  });
}
