import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  StartTrialRun,
  TrialOffer,
  TrialOfferQuery,
  TrialRun,
  TrialRunParams,
} from '@balloon/contracts/solutions/trial-runs.ts';
import { cancelTrialRun } from '#features/trial-runs/cancel-trial-run.ts';
import { offerTrialRuns } from '#features/trial-runs/offer-trial-runs.ts';
import { readTrialRun } from '#features/trial-runs/read-trial-run.ts';
import { startTrialRun } from '#features/trial-runs/start-trial-run.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'user', whileConfined: 'contest' } as const;

export const trialRunRoutes: Routes = async (app, services) => {
  app.get(
    '/api/contest/:contestId/trial-runs',
    {
      config,
      schema: { params: ContestParams, querystring: TrialOfferQuery, response: { 200: TrialOffer } },
    },
    (request) => offerTrialRuns(services, userOf(request), { ...request.params, ...request.query }),
  );

  app.post(
    '/api/contest/:contestId/trial-runs',
    { config, schema: { params: ContestParams, body: StartTrialRun, response: { 200: TrialRun } } },
    (request) => startTrialRun(services, userOf(request), { ...request.body, ...request.params }),
  );

  app.get(
    '/api/contest/:contestId/trial-runs/:runId',
    { config, schema: { params: TrialRunParams, response: { 200: TrialRun } } },
    (request) => readTrialRun(services, userOf(request), request.params),
  );

  app.delete(
    '/api/contest/:contestId/trial-runs/:runId',
    { config, schema: { params: TrialRunParams, response: { 200: TrialRun } } },
    (request) => cancelTrialRun(services, userOf(request), request.params),
  );
};
