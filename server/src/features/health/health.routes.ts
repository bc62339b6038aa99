import { Health, HealthDetails, Readiness } from '@balloon/contracts/site/health.ts';
import { createHealthLook } from '#features/health/look-at-health.ts';
import type { Routes } from '#http/routes.ts';

export const healthRoutes: Routes = async (app, services) => {
  const look = createHealthLook(services);

  app.get(
    '/api/health',
    { config: { allow: 'public' }, schema: { response: { 200: Health, 503: Health } } },
    async (_request, reply) => {
      const health = await look();
      return reply
        .status(health.status === 'ok' ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(health);
    },
  );

  // Says nothing of the database: while that is away, every process would be left out, which helps nobody.
  app.get(
    '/api/ready',
    { config: { allow: 'public' }, schema: { response: { 200: Readiness, 503: Readiness } } },
    async (_request, reply) => {
      const isReady = !services.farewell.hasBegun;
      return reply.status(isReady ? 200 : 503).send({ isReady });
    },
  );

  app.get(
    '/api/admin/health',
    { config: { allow: 'supervisor' }, schema: { response: { 200: HealthDetails } } },
    () => look(),
  );
};
