import { z } from 'zod';
import { Id, Locale, NO_ZERO_BYTES } from '#common.ts';
import {
  MAX_CERTIFICATE_BODY,
  MAX_CERTIFICATE_HEADING,
  MAX_CERTIFICATE_PICTURE_BYTES,
  MAX_SIGNATURE_LINE,
  MAX_SIGNATURES,
} from '#scoreboard/certificate-limits.ts';

/** Certificates of a contest, for its supervisors. */

const certificateText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(...NO_ZERO_BYTES);

/** Text of the certificates in one language; what may stand in braces is in `CERTIFICATE_FIELDS`. */
export const SaveCertificateText = z.object({
  locale: Locale,
  heading: certificateText(MAX_CERTIFICATE_HEADING),
  body: certificateText(MAX_CERTIFICATE_BODY).describe(
    'lines; one with a placeholder for nothing is left out',
  ),
});
export type SaveCertificateText = z.infer<typeof SaveCertificateText>;

export const CertificateTexts = z.object({
  contest: z.object({ id: Id, name: z.string() }),
  texts: z.array(
    SaveCertificateText.extend({
      isDefault: z.boolean().describe('organisers have not written a text of their own'),
    }),
  ),
});
export type CertificateTexts = z.infer<typeof CertificateTexts>;

/** Beginning of a picture on the wire. */
export const PNG_URL = 'data:image/png;base64,';

const PngUrl = z
  .string()
  .max(PNG_URL.length + Math.ceil(MAX_CERTIFICATE_PICTURE_BYTES / 3) * 4)
  .startsWith(PNG_URL, 'must be a PNG as a data URL')
  .nullable();

const signatureLine = z
  .string()
  .trim()
  .max(MAX_SIGNATURE_LINE)
  .refine(...NO_ZERO_BYTES);

export const CertificatePictures = z.object({
  logo: PngUrl.describe('in place of the mark'),
  signatures: z
    .array(
      z.object({
        picture: PngUrl.describe('null: a line to sign on'),
        name: signatureLine,
        title: signatureLine,
      }),
    )
    .max(MAX_SIGNATURES)
    .describe('from the left'),
});
export type CertificatePictures = z.infer<typeof CertificatePictures>;

const MissingLogo = z.object({
  id: Id,
  name: z.string(),
  reason: z
    .enum(['kind', 'size', 'content'])
    .describe(
      'no PNG; more than 512 KB; a PNG that is broken, interlaced, not of 8 bits or has too many pixels',
    ),
});
export type MissingLogo = z.infer<typeof MissingLogo>;

export const MissingLogos = z.object({
  missing: z.array(MissingLogo).describe('organisations whose logo the certificates leave out, by name'),
});
export type MissingLogos = z.infer<typeof MissingLogos>;

export const CertificatePreviewQuery = z.object({ locale: Locale });

export const CertificatesQuery = z.object({
  locale: Locale,
  who: z
    .enum(['placed', 'awarded'])
    .default('placed')
    .describe('all who have a place or an award, or only those with more than a place or a mention'),
  logos: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true')
    .describe("whether the logo of the team's organisation is drawn"),
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
    .default('UTC')
    .describe('in which the contest ended on its date'),
});
export type CertificatesQuery = z.infer<typeof CertificatesQuery>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
