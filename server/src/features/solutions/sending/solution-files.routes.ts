import {
  ContestSolutionParams,
  OpenedSolutionZip,
  OpenSolutionZip,
} from '@balloon/contracts/solutions/solutions.ts';
import { endingOfFamily } from '@balloon/domain/languages/languages.ts';
import { z } from 'zod';
import { readSource } from '#features/solutions/read-source.ts';
import { openSolutionZip } from '#features/solutions/sending/sent-program.ts';
import { packSolutionZip } from '#features/solutions/solution-zip.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'user' } as const;

export const solutionFileRoutes: Routes = async (app, services) => {
  app.get(
    '/api/contest/:contestId/solutions/:solutionId/files.zip',
    {
      config: { ...config, whileConfined: 'contest' },
      schema: { params: ContestSolutionParams, response: { 200: z.any().describe('a zip archive') } },
    },
    async (request, reply) => {
      const solution = await readSource(services, userOf(request), request.params);
      const { id, sourceCode, sentAtMs, language } = solution;
      const only = { name: `${id}.${endingOfFamily(language.languageFamily)}`, content: sourceCode };
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${id}.zip"`)
        .send(await packSolutionZip(solution.files ?? [only], sentAtMs));
    },
  );

  // For the editor, which shows the files of an archive before they are sent. Nothing is stored.
  app.post(
    '/api/solution-files',
    {
      config: { ...config, whileConfined: 'open' },
      schema: { body: OpenSolutionZip, response: { 200: OpenedSolutionZip } },
    },
    async ({ body }) => ({ files: await openSolutionZip(body.archive) }),
  );
};
