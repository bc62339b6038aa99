import { Done } from '@balloon/contracts/common.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  CertificatePictures,
  CertificatePreviewQuery,
  CertificatesQuery,
  CertificateTexts,
  MissingLogos,
  SaveCertificateText,
} from '@balloon/contracts/scoreboard/certificates.ts';
import { z } from 'zod';
import {
  findCertificatePictures,
  readCertificatePictures,
  saveCertificatePictures,
} from '#features/ceremony/certificate-pictures.ts';
import { readCertificateTexts, saveCertificateText } from '#features/ceremony/certificate-texts.ts';
import { listMissingLogos } from '#features/ceremony/missing-logos.ts';
import { readLogo } from '#features/ceremony/organization-logos.ts';
import { previewCertificate } from '#features/ceremony/preview-certificate.ts';
import { type Certificates, readCertificates } from '#features/ceremony/read-certificates.ts';
import { lookOf } from '#features/site/site-look.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const CERTIFICATES = '/api/admin/contests/:contestId/certificates';
/** Four pictures in base64, and words. */
const PICTURES_LIMIT_BYTES = 3 * 1024 * 1024;
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
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="certificates-${contestId}.pdf"`)
        .send(await documentOf(request.hostname, contestId, certificates));
    },
  );

  app.get(
    `${CERTIFICATES}/preview.pdf`,
    {
      config: supervisors,
      schema: {
        params: ContestParams,
        querystring: CertificatePreviewQuery,
        response: { 200: z.any().describe('a PDF with the certificate of an invented team') },
      },
    },
    async (request, reply) => {
      const { contestId } = request.params;
      const { locale } = request.query;
      const preview = await previewCertificate(services, userOf(request), { contestId, locale });
      return reply
        .type('application/pdf')
        .header('content-disposition', 'inline; filename="certificate-preview.pdf"')
        .send(await documentOf(request.hostname, contestId, preview));
    },
  );

  app.get(
    `${CERTIFICATES}/pictures`,
    { config: supervisors, schema: { params: ContestParams, response: { 200: CertificatePictures } } },
    (request) => readCertificatePictures(services, userOf(request), request.params.contestId),
  );

  app.get(
    `${CERTIFICATES}/missing-logos`,
    { config: supervisors, schema: { params: ContestParams, response: { 200: MissingLogos } } },
    (request) => listMissingLogos(services, userOf(request), request.params.contestId),
  );

  app.post(
    `${CERTIFICATES}/pictures`,
    {
      config: { ...supervisors, audit: 'contest.certificatePictures' },
      bodyLimit: PICTURES_LIMIT_BYTES,
      schema: { params: ContestParams, body: CertificatePictures, response: { 200: Done } },
    },
    async (request) => {
      const { contestId } = request.params;
      await saveCertificatePictures(services, userOf(request), { contestId, pictures: request.body });
      return { result: true } as const;
    },
  );

  async function documentOf(hostname: string, contestId: number, certificates: Certificates) {
    const { color } = await lookOf(services, hostname);
    const title = certificates.pages[0]?.contest ?? '';
    // Loaded here, since both are large and a site draws certificates a few times a year.
    const { drawCertificates } = await import('#features/ceremony/certificate-pdf.ts');
    const { brandTokens } = await import('#features/site/brand-colors.ts');
    const brand = color === undefined ? undefined : brandTokens(color, 'light').brand;
    const pictures = await findCertificatePictures(services.db, contestId);
    const logoOf = (sha256: string) => readLogo(services.db, sha256);
    return drawCertificates(certificates, { title, brand, pictures, logoOf });
  }
};
