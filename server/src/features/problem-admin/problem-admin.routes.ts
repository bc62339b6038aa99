import {
  CompareVersionsQuery,
  ManagedProblem,
  ProblemDeletion,
  ProblemSearch,
  ProblemSearchQuery,
  SaveProblem,
  VersionComparison,
} from '@balloon/contracts/problems/problem-admin.ts';
import { ProblemParams, StatementQuery } from '@balloon/contracts/problems/problems.ts';
import { compareVersions } from '#features/problem-admin/compare-versions.ts';
import { readDeletion, setDeleted } from '#features/problem-admin/delete-problem.ts';
import { readManagedProblem } from '#features/problem-admin/read-managed-problem.ts';
import { saveProblem } from '#features/problem-admin/save-problem.ts';
import { searchProblems } from '#features/problem-admin/search-problems.ts';
import { userOf } from '#http/allow.ts';
import { isCurrent } from '#http/answers/older-answers.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';
import { withOlderProblems } from '#older-forms/older-problem.ts';
import { withKnownSystem } from '#older-forms/older-system.ts';
import { overReplica } from '#services.ts';

const supervisor = { allow: 'supervisor' } as const;
const admin = { allow: 'admin' } as const;

/** Statements with pictures inside are large. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/** The problems of the admin area. */
export const problemAdminRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/problems',
    {
      config: { ...supervisor, older: withOlderProblems },
      schema: {
        querystring: ProblemSearchQuery.extend(StatementQuery.shape),
        response: { 200: ProblemSearch },
      },
    },
    (request) => {
      const locale = requestLocale(request.query.locale, request.headers);
      const asked = { ...request.query, locale, isOlder: !isCurrent(request) };
      return overReplica(services, (over) => searchProblems(over, userOf(request), asked));
    },
  );

  app.get(
    '/api/admin/problems/:problemId',
    {
      // The statement as it is stored: what the editor shows comes back.
      config: { ...supervisor, older: withKnownSystem },
      schema: { params: ProblemParams, querystring: StatementQuery, response: { 200: ManagedProblem } },
    },
    (request) =>
      readManagedProblem(services, userOf(request), {
        problemId: request.params.problemId,
        locale: requestLocale(request.query.locale, request.headers),
      }),
  );

  app.post(
    '/api/admin/problems/:problemId',
    {
      config: { ...admin, audit: 'problem.save', older: withKnownSystem },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: { params: ProblemParams, body: SaveProblem, response: { 200: ManagedProblem } },
    },
    (request) =>
      saveProblem(services, userOf(request), {
        problemId: request.params.problemId,
        form: request.body,
        locale: requestLocale(undefined, request.headers),
      }),
  );

  app.get(
    '/api/admin/problems/:problemId/deletion',
    { config: admin, schema: { params: ProblemParams, response: { 200: ProblemDeletion } } },
    (request) => readDeletion(services.db, request.params.problemId),
  );

  app.delete(
    '/api/admin/problems/:problemId',
    {
      config: { ...admin, audit: 'problem.delete' },
      schema: { params: ProblemParams, response: { 200: ProblemDeletion } },
    },
    (request) => setDeleted(services, userOf(request), request.params.problemId, true),
  );

  app.post(
    '/api/admin/problems/:problemId/repair',
    {
      config: { ...admin, audit: 'problem.restore' },
      schema: { params: ProblemParams, response: { 200: ProblemDeletion } },
    },
    (request) => setDeleted(services, userOf(request), request.params.problemId, false),
  );

  app.get(
    '/api/admin/problems/:problemId/versions/compare',
    {
      config: admin,
      schema: {
        params: ProblemParams,
        querystring: CompareVersionsQuery,
        response: { 200: VersionComparison },
      },
    },
    (request) => {
      const { from, to } = request.query;
      return compareVersions(services, { problemId: request.params.problemId, from, to });
    },
  );
};
