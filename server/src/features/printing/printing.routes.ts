import { Done } from '@balloon/contracts/common.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  ChangePrint,
  OwnPrinting,
  PrintJobParams,
  PrintPages,
  PrintQueue,
  PrintRules,
  PrintsQuery,
  SendPrint,
} from '@balloon/contracts/hall/printing.ts';
import { z } from 'zod';
import { changePrintJob, changePrintRules } from '#features/printing/change-print.ts';
import { readPrint, readPrintQueue, readPrints } from '#features/printing/read-print.ts';
import { cancelOwnPrint, readOwnPrinting, sendPrint } from '#features/printing/send-print.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const DONE = { result: true } as const;
const ownPath = '/api/contest/:contestId/prints';
const path = '/api/admin/contests/:contestId/prints';

/** Texts for the printer of the hall: what participants send, and what organisers do with it. */
export const printingRoutes: Routes = async (app, services) => {
  const people = { allow: 'user', whileConfined: 'contest' } as const;
  const supervisors = { allow: 'supervisor' } as const;

  app.get(
    ownPath,
    { config: people, schema: { params: ContestParams, response: { 200: OwnPrinting } } },
    (request) => readOwnPrinting(services, userOf(request), request.params.contestId),
  );

  app.post(
    ownPath,
    { config: people, schema: { params: ContestParams, body: SendPrint, response: { 200: Done } } },
    async (request) => {
      await sendPrint(services, userOf(request), { ...request.params, ...request.body });
      return DONE;
    },
  );

  app.delete(
    `${ownPath}/:jobId`,
    { config: people, schema: { params: PrintJobParams, response: { 200: Done } } },
    async (request) => {
      await cancelOwnPrint(services, userOf(request), request.params);
      return DONE;
    },
  );

  app.get(
    path,
    { config: supervisors, schema: { params: ContestParams, response: { 200: PrintQueue } } },
    (request) => readPrintQueue(services, userOf(request), request.params.contestId),
  );

  app.post(
    path,
    {
      config: { ...supervisors, audit: 'contest.printRules' },
      schema: { params: ContestParams, body: PrintRules, response: { 200: Done } },
    },
    async (request) => {
      await changePrintRules(services, userOf(request), request.params.contestId, request.body);
      return DONE;
    },
  );

  app.get(
    `${path}.pdf`,
    {
      config: supervisors,
      schema: {
        params: ContestParams,
        querystring: PrintsQuery,
        response: { 200: z.any().describe('a PDF of the jobs, one after the other') },
      },
    },
    async (request, reply) => {
      const { contestId } = request.params;
      const jobs = await readPrints(services, userOf(request), { contestId, ...request.query });
      const { drawPrints } = await import('#features/printing/print-pdf.ts'); // few sites print
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="prints-${contestId}.pdf"`)
        .send(drawPrints(jobs));
    },
  );

  app.get(
    `${path}/:jobId`,
    { config: supervisors, schema: { params: PrintJobParams, response: { 200: PrintPages } } },
    (request) => readPrint(services, userOf(request), request.params),
  );

  app.post(
    `${path}/:jobId`,
    {
      config: { ...supervisors, audit: 'contest.printJob' },
      schema: { params: PrintJobParams, body: ChangePrint, response: { 200: Done } },
    },
    async (request) => {
      await changePrintJob(services, userOf(request), { ...request.params, ...request.body });
      return DONE;
    },
  );
};
