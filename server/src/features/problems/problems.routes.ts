import { Readable } from 'node:stream';
import { Editorial } from '@balloon/contracts/problems/editorials.ts';
import {
  PinVersion,
  ProblemFileParams,
  ProblemPage,
  ProblemParams,
  ProblemToContest,
  ProblemVersionList,
  ProblemVersionParams,
  RolledBack,
  StatementQuery,
} from '@balloon/contracts/problems/problems.ts';
import { pinVersion } from '#features/problems/pin-version.ts';
import { readEditorial } from '#features/problems/read-editorial.ts';
import { readProblem, readVersions } from '#features/problems/read-problem.ts';
import { rollBack } from '#features/problems/roll-back.ts';
import { fileHeaders, readStatementFile } from '#features/problems/statement-files.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';
import { olderProblem } from '#older-forms/older-problem.ts';

export const problemRoutes: Routes = async (app, services) => {
  app.get(
    '/api/problems/:problemId',
    {
      config: { allow: 'user', whileConfined: 'own', older: olderProblem },
      schema: { params: ProblemParams, querystring: StatementQuery, response: { 200: ProblemPage } },
    },
    (request) =>
      readProblem(services, userOf(request), {
        problemId: request.params.problemId,
        versionNumber: null,
        locale: requestLocale(request.query.locale, request.headers),
      }),
  );

  app.get(
    '/api/problems/:problemId/version/:versionNumber',
    {
      config: { allow: 'user', whileConfined: 'own', older: olderProblem },
      schema: { params: ProblemVersionParams, querystring: StatementQuery, response: { 200: ProblemPage } },
    },
    (request) =>
      readProblem(services, userOf(request), {
        ...request.params,
        locale: requestLocale(request.query.locale, request.headers),
      }),
  );

  app.get(
    '/api/problems/:problemId/editorial',
    {
      config: { allow: 'user', whileConfined: 'own' },
      schema: { params: ProblemParams, querystring: StatementQuery, response: { 200: Editorial } },
    },
    (request) =>
      readEditorial(services, userOf(request), {
        problemId: request.params.problemId,
        locale: requestLocale(request.query.locale, request.headers),
      }),
  );

  app.get(
    '/api/problems/:problemId/versions',
    {
      config: { allow: 'user' },
      schema: { params: ProblemParams, response: { 200: ProblemVersionList } },
    },
    (request) => readVersions(services, userOf(request), request.params.problemId),
  );

  app.post(
    '/api/problems/:problemId/versions',
    {
      config: { allow: 'admin', audit: 'contest.pinVersion' },
      schema: { params: ProblemParams, body: PinVersion, response: { 200: ProblemToContest } },
    },
    (request) => {
      const { contestId, versionId } = request.body;
      return pinVersion(services, userOf(request), {
        problemId: request.params.problemId,
        contestId,
        versionId: versionId === '-' ? null : versionId,
      });
    },
  );

  app.post(
    '/api/admin/problems/:problemId/rollback/:versionNumber',
    {
      config: { allow: 'admin', audit: 'problem.rollback' },
      schema: { params: ProblemVersionParams, response: { 200: RolledBack } },
    },
    (request) => rollBack(services, userOf(request), request.params),
  );

  app.get(
    '/api/problems/:problemId/files/*',
    // Pictures are packed already, and a length lets the browser show how much is to come.
    {
      config: { allow: 'user', whileConfined: 'own' },
      compress: false,
      schema: { params: ProblemFileParams },
    },
    async (request, reply) => {
      const { problemId, '*': name } = request.params;
      const file = await readStatementFile(services, userOf(request), { problemId, name });
      const headers = fileHeaders(file);
      reply.headers(headers);
      if (request.headers['if-none-match'] === headers.etag) return reply.status(304).send();
      return reply
        .header('content-length', file.sizeBytes)
        .send(Readable.from(file.content(), { objectMode: false, highWaterMark: 1 }));
    },
  );
};
