import { CertificatesQuery, CertificateTexts, SaveCertificateText } from '@balloon/contracts/certificates.ts';
import { Done } from '@balloon/contracts/common.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import { z } from 'zod';
import { drawCertificates } from '#features/ceremony/certificate-pdf.ts';
import { readCertificateTexts, saveCertificateText } from '#features/ceremony/certificate-texts.ts';
import { readCertificates } from '#features/ceremony/read-certificates.ts';
import { brandTokens } from '#features/site/brand-colors.ts';
import { lookOf } from '#features/site/site-look.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const CERTIFICATES = '/api/admin/contests/:contestId/certificates';
const supervisors = { allow: 'supervisor' } as const;

/** Certificates of a contest, and what they say. */
export const certificateRoutes: Routes = async (app, services) => {
  app.get(
    CERTIFICATES,
    { config: supervisors, schema: { params: ContestParams, response: { 200: CertificateTexts } } },
    (request) => readCertificateTexts(services, userOf(request), request.params.contestId),
  );

  app.post(
    CERTIFICATES,
    {
      config: { ...supervisors, audit: 'contest.certificateText' },
      schema: { params: ContestParams, body: SaveCertificateText, response: { 200: Done } },
    },
    async (request) => {
      const { contestId } = request.params;
      await saveCertificateText(services, userOf(request), { contestId, text: request.body });
      return { result: true } as const;
    },
  );

  app.get(
    `${CERTIFICATES}.pdf`,
    {
      config: supervisors,
      schema: {
        params: ContestParams,
        querystring: CertificatesQuery,
        response: { 200: z.any().describe('a PDF, A4 across, one page for each team') },
      },
    },
    async (request, reply) => {
      const { contestId } = request.params;
      const certificates = await readCertificates(services, userOf(request), {
        ...{ contestId, ...request.query },
      });
      const { color } = await lookOf(services, request.hostname);
      const title = certificates.pages[0]?.contest ?? '';
      const brand = color === undefined ? undefined : brandTokens(color, 'light').brand;
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="certificates-${contestId}.pdf"`)
        .send(drawCertificates(certificates, { title, brand }));
    },
  );
};
