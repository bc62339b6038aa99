import {
  ContestChange,
  ContestChangePreview,
  ContestFormData,
  ContestProblemsChange,
  FormLanguageList,
  ManagedContestList,
  ManagedContestListQuery,
  ManagedContestReply,
  NewContest,
} from '@balloon/contracts/contests/contest-form.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import { StatementQuery } from '@balloon/contracts/problems/problems.ts';
import { previewChange } from '#features/contest-admin/preview-change.ts';
import {
  listFormLanguages,
  listManagedContests,
  readContestForm,
} from '#features/contest-admin/read-contest-form.ts';
import { setRemoved } from '#features/contest-admin/remove-contest.ts';
import { createContest, editContest } from '#features/contest-admin/save-contest.ts';
import { userOf } from '#http/allow.ts';
import { requestLocale } from '#http/callers/request-locale.ts';
import type { Routes } from '#http/routes.ts';
import { withOlderProblems } from '#older-forms/older-problem.ts';

const config = { allow: 'supervisor' } as const;
const response = { 200: ManagedContestReply };

/** The contests of the admin area. */
export const contestAdminRoutes: Routes = async (app, services) => {
  app.get(
    '/api/admin/contests',
    { config, schema: { querystring: ManagedContestListQuery, response: { 200: ManagedContestList } } },
    (request) => listManagedContests(services, userOf(request), request.query),
  );

  app.post(
    '/api/admin/contests',
    { config: { ...config, audit: 'contest.create' }, schema: { body: NewContest, response } },
    async (request) => ({
      contest: await createContest(services, userOf(request), request.body),
    }),
  );

  app.get('/api/admin/languages', { config, schema: { response: { 200: FormLanguageList } } }, () =>
    listFormLanguages(services),
  );

  app.get(
    '/api/admin/contests/:contestId',
    {
      config: { ...config, older: withOlderProblems },
      schema: { params: ContestParams, querystring: StatementQuery, response: { 200: ContestFormData } },
    },
    (request) =>
      readContestForm(services, userOf(request), {
        contestId: request.params.contestId,
        locale: requestLocale(request.query.locale, request.headers),
      }),
  );

  app.post(
    '/api/admin/contests/:contestId',
    {
      config: { ...config, audit: 'contest.edit' },
      schema: { params: ContestParams, body: ContestChange, response },
    },
    async (request) => ({
      contest: await editContest(services, userOf(request), request.params.contestId, request.body),
    }),
  );

  app.post(
    '/api/admin/contests/:contestId/preview',
    {
      config: { ...config, audit: 'none' }, // stores nothing
      schema: { params: ContestParams, body: ContestChange, response: { 200: ContestChangePreview } },
    },
    (request) => previewChange(services, userOf(request), request.params.contestId, request.body),
  );

  app.post(
    '/api/admin/contests/:contestId/problems',
    {
      config: { ...config, audit: 'contest.edit' },
      schema: { params: ContestParams, body: ContestProblemsChange, response },
    },
    async (request) => {
      const { contestId: _, ...change } = request.body;
      const { contestId } = request.params;
      return { contest: await editContest(services, userOf(request), contestId, change) };
    },
  );

  app.delete(
    '/api/admin/contests/:contestId',
    { config: { ...config, audit: 'contest.remove' }, schema: { params: ContestParams, response } },
    async (request) => ({
      contest: await setRemoved(services, userOf(request), request.params.contestId, true),
    }),
  );

  app.post(
    '/api/admin/contests/:contestId/repair',
    { config: { allow: 'admin', audit: 'contest.restore' }, schema: { params: ContestParams, response } },
    async (request) => ({
      contest: await setRemoved(services, userOf(request), request.params.contestId, false),
    }),
  );
};
