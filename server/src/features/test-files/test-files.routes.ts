import {
  DifferenceQuery,
  OutputDifference,
  SolutionTest,
  SolutionTestParams,
  TestFileParams,
  TestFilePart,
  TestFileQuery,
  TestPictureParams,
} from '@balloon/contracts/solutions/test-files.ts';
import { z } from 'zod';
import { sendTestPicture } from '#features/problems/test-picture.ts';
import { getPictureOfTest, readSolutionTest } from '#features/test-files/read-solution-test.ts';
import { openTestFile, readDifference, readTestFilePart } from '#features/test-files/read-test-file.ts';
import { requestOutput } from '#features/test-files/request-output.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'supervisor' } as const;
const TEST = '/api/admin/solutions/:solutionId/tests/:testNumber';

/** Whole files of a test beside what a solution wrote on it, for supervisors of its contest. */
export const testFileRoutes: Routes = async (app, services) => {
  const schema = { params: SolutionTestParams, response: { 200: SolutionTest } };

  app.get(TEST, { config, schema }, (request) => readSolutionTest(services, userOf(request), request.params));

  app.post(TEST, { config: { ...config, audit: 'solution.output' }, schema }, (request) =>
    requestOutput(services, userOf(request), request.params),
  );

  app.get(
    `${TEST}/picture/:sha256`,
    { config, compress: false, schema: { params: TestPictureParams } },
    async (request, reply) =>
      sendTestPicture(
        services.db,
        request,
        reply,
        await getPictureOfTest(services, userOf(request), request.params),
      ),
  );

  app.get(
    `${TEST}/difference`,
    {
      config,
      schema: {
        params: SolutionTestParams,
        querystring: DifferenceQuery,
        response: { 200: OutputDifference },
      },
    },
    (request) => readDifference(services, userOf(request), { ...request.params, ...request.query }),
  );

  app.get(
    `${TEST}/files/:file`,
    {
      config,
      schema: { params: TestFileParams, querystring: TestFileQuery, response: { 200: TestFilePart } },
    },
    (request) => readTestFilePart(services, userOf(request), { ...request.params, ...request.query }),
  );

  app.get(
    `${TEST}/files/:file/raw`,
    {
      config,
      schema: { params: TestFileParams, response: { 200: z.any().describe('the file as it is') } },
    },
    async (request, reply) => {
      const { name, sizeBytes, content } = await openTestFile(services, userOf(request), request.params);
      return reply
        .header('content-length', sizeBytes)
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('application/octet-stream')
        .send(content);
    },
  );
};
