import {
  JobAccepted,
  JobLines,
  JobLinesQuery,
  JobList,
  JobListQuery,
  JobParams,
  JobView,
  NewProblemImport,
  NewScan,
  NewTrial,
  ServerLanguages,
} from '@balloon/contracts/outside/outside-jobs.ts';
import { OutsideAccountParams, OutsideServerParams } from '@balloon/contracts/outside/outside-systems.ts';
import { cancelJob, retryJob } from '#features/outside-jobs/admins/manage-jobs.ts';
import { listJobs, readJob, readLanguages } from '#features/outside-jobs/admins/read-jobs.ts';
import { startCheck, startImport, startScan, startTrial } from '#features/outside-jobs/admins/start-job.ts';
import { findLines } from '#features/outside-jobs/jobs/job-lines.queries.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const BASE = '/api/admin/outside-systems';
const SERVER = `${BASE}/servers/:serverId`;
const JOB = `${BASE}/jobs/:jobId`;

const starting = { allow: 'admin', audit: 'outsideServer.startJob' } as const;
const accepted = { 200: JobAccepted };

/** Scans, imports, looks at accounts and trials in outside systems, for admins. */
export const outsideJobRoutes: Routes = async (app, services) => {
  const { db } = services;

  app.get(
    `${BASE}/jobs`,
    { config: { allow: 'admin' }, schema: { querystring: JobListQuery, response: { 200: JobList } } },
    ({ query }) => listJobs(db, query),
  );

  app.get(
    JOB,
    { config: { allow: 'admin' }, schema: { params: JobParams, response: { 200: JobView } } },
    ({ params }) => readJob(db, params.jobId),
  );

  app.get(
    `${JOB}/lines`,
    {
      config: { allow: 'admin' },
      schema: { params: JobParams, querystring: JobLinesQuery, response: { 200: JobLines } },
    },
    async ({ params, query }) => {
      await readJob(db, params.jobId);
      return findLines(db, params.jobId, query);
    },
  );

  app.post(
    `${JOB}/cancel`,
    {
      config: { allow: 'admin', audit: 'outsideServer.cancelJob' },
      schema: { params: JobParams, response: { 200: JobView } },
    },
    async (request) => {
      await cancelJob(services, userOf(request), request.params.jobId);
      return readJob(db, request.params.jobId);
    },
  );

  app.post(
    `${JOB}/retry`,
    {
      config: { allow: 'admin', audit: 'outsideServer.retryJob' },
      schema: { params: JobParams, response: { 200: JobView } },
    },
    async (request) => {
      await retryJob(services, userOf(request), request.params.jobId);
      return readJob(db, request.params.jobId);
    },
  );

  app.post(
    `${SERVER}/scan`,
    {
      config: { ...starting, bulk: {} },
      schema: { params: OutsideServerParams, body: NewScan, response: accepted },
    },
    async (request) => ({
      jobId: await startScan(services, userOf(request), request.params.serverId, request.body),
    }),
  );

  app.post(
    `${SERVER}/import`,
    {
      config: { ...starting, bulk: {} },
      schema: { params: OutsideServerParams, body: NewProblemImport, response: accepted },
    },
    async (request) => ({
      jobId: await startImport(services, userOf(request), request.params.serverId, request.body),
    }),
  );

  app.post(
    `${SERVER}/try`,
    { config: starting, schema: { params: OutsideServerParams, body: NewTrial, response: accepted } },
    async (request) => ({
      jobId: await startTrial(services, userOf(request), request.params.serverId, request.body),
    }),
  );

  app.post(
    `${BASE}/accounts/:accountId/check`,
    { config: starting, schema: { params: OutsideAccountParams, response: accepted } },
    async (request) => ({
      jobId: await startCheck(services, userOf(request), request.params.accountId),
    }),
  );

  app.get(
    `${SERVER}/languages`,
    {
      config: { allow: 'admin' },
      schema: { params: OutsideServerParams, response: { 200: ServerLanguages } },
    },
    ({ params }) => readLanguages(db, params.serverId),
  );
};
