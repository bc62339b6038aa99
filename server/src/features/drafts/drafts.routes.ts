import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  ComparedDrafts,
  ContestDrafts,
  DraftKept,
  DraftParams,
  DraftStepParams,
  DraftStepQuery,
  DraftTimeline,
  KeepDraft,
} from '@balloon/contracts/hall/drafts.ts';
import { DraftKeeper } from '#features/drafts/draft-keeper.ts';
import { keepDraft } from '#features/drafts/keep-draft.ts';
import { compareDrafts, listDrafts, readTimeline } from '#features/drafts/read-drafts.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';
import { overReplica } from '#services.ts';

const supervisors = { allow: 'supervisor' } as const;
const path = '/api/admin/contests/:contestId/drafts';

/** Drafts that a contest keeps, and what supervisors see of them. */
export const draftRoutes: Routes = async (app, services) => {
  const keeper = new DraftKeeper(services.db, services.log);
  app.addHook('onClose', () => keeper.write());

  app.post(
    '/api/contest/:contestId/drafts',
    {
      config: { allow: 'user', whileConfined: 'contest' },
      schema: { params: ContestParams, body: KeepDraft, response: { 200: DraftKept } },
    },
    async (request) => {
      const draft = { ...request.body, contestId: request.params.contestId };
      return { isKept: await keepDraft(services, keeper, userOf(request), draft) };
    },
  );

  app.get(
    path,
    { config: supervisors, schema: { params: ContestParams, response: { 200: ContestDrafts } } },
    (request) => overReplica(services, (over) => listDrafts(over, userOf(request), request.params.contestId)),
  );

  app.get(
    `${path}/:userId/:symbolIndex`,
    { config: supervisors, schema: { params: DraftParams, response: { 200: DraftTimeline } } },
    (request) => overReplica(services, (over) => readTimeline(over, userOf(request), request.params)),
  );

  app.get(
    `${path}/:userId/:symbolIndex/:takenAtMs`,
    {
      config: supervisors,
      schema: { params: DraftStepParams, querystring: DraftStepQuery, response: { 200: ComparedDrafts } },
    },
    (request) => compareDrafts(services, userOf(request), { ...request.params, ...request.query }),
  );
};
