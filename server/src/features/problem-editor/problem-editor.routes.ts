import { KnownTags, TagQuery } from '@balloon/contracts/problems/editorials.ts';
import {
  EditedProblem,
  PreviewStatement,
  SaveEditedProblem,
  StaleSummary,
  StatementPreview,
  UploadedFile,
  VersionHistory,
} from '@balloon/contracts/problems/problem-editor.ts';
import { ProblemParams } from '@balloon/contracts/problems/problems.ts';
import { listKnownTags } from '#features/problem-editor/known-tags.ts';
import { readEditedProblem } from '#features/problem-editor/read-edited-problem.ts';
import { receiveStatementFile } from '#features/problem-editor/receive-statement-file.ts';
import { saveEditedProblem } from '#features/problem-editor/save-edited-problem.ts';
import { summarizeStale } from '#features/problem-editor/summarize-stale.ts';
import { readVersionHistory } from '#features/problem-editor/version-history.ts';
import { sanitizeStatement } from '#features/problems/sanitize-statement.ts';
import { withFileAddresses } from '#features/problems/statement-files.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';
import { boundHtml } from '#markup/bounded-markup.ts';

const admin = { allow: 'admin' } as const;

/** Statements with pictures inside are large, and there are several languages. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** The editor of a problem: reading all of it, saving it as a version, and what a save may make stale. */
export const problemEditorRoutes: Routes = async (app, services) => {
  const path = '/api/admin/problems/:problemId';

  app.get(
    `${path}/editor`,
    { config: admin, schema: { params: ProblemParams, response: { 200: EditedProblem } } },
    (request) => readEditedProblem(services.db, request.params.problemId),
  );

  app.post(
    `${path}/editor`,
    {
      config: { ...admin, audit: 'problem.save' },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: { params: ProblemParams, body: SaveEditedProblem, response: { 200: EditedProblem } },
    },
    (request) => saveEditedProblem(services, userOf(request), request.params.problemId, request.body),
  );

  app.post(
    `${path}/preview`,
    {
      // Changes nothing: a statement that is being written is too long for an address.
      config: { ...admin, audit: 'none' },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: { params: ProblemParams, body: PreviewStatement, response: { 200: StatementPreview } },
    },
    async ({ params, body: { htmlStatement } }) => {
      boundHtml(htmlStatement);
      return { htmlStatement: sanitizeStatement(withFileAddresses(htmlStatement, params.problemId)) };
    },
  );

  app.post(
    `${path}/files`,
    {
      // A file is invisible until a version shows it, and that save is recorded.
      config: { ...admin, audit: 'none' },
      schema: { params: ProblemParams, response: { 200: UploadedFile } },
    },
    (request) => receiveStatementFile(services.db, request.params.problemId, request),
  );

  app.get(
    '/api/admin/problem-tags',
    // Moderators filter their list by tags; a tag alone tells nothing of a problem.
    { config: { allow: 'supervisor' }, schema: { querystring: TagQuery, response: { 200: KnownTags } } },
    ({ query }) => listKnownTags(services.db, query),
  );

  app.get(
    `${path}/stale`,
    { config: admin, schema: { params: ProblemParams, response: { 200: StaleSummary } } },
    (request) => summarizeStale(services.db, request.params.problemId),
  );

  app.get(
    `${path}/versions`,
    { config: admin, schema: { params: ProblemParams, response: { 200: VersionHistory } } },
    (request) => readVersionHistory(services.db, request.params.problemId),
  );
};
