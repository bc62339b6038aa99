import type { CertificateTexts, SaveCertificateText } from '@balloon/contracts/scoreboard/certificates.ts';
import { CERTIFICATE_DEFAULTS } from '@balloon/domain/ceremony/certificate-defaults.ts';
import { CERTIFICATE_FIELDS, unknownPlaceholders } from '@balloon/domain/ceremony/certificate-text.ts';
import { InvalidInputError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import {
  deleteCertificateText,
  findCertificateTexts,
  storeCertificateText,
} from '#features/ceremony/certificates.queries.ts';
import { getSupervisedContest, lockSupervisedContest } from '#features/contests/supervision.ts';
import type { Services, User } from '#services.ts';

/** @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it */
export async function readCertificateTexts(
  { db }: Services,
  user: User,
  contestId: number,
): Promise<CertificateTexts> {
  const { id, name } = await getSupervisedContest(db, user, contestId);
  return { contest: { id, name }, texts: await findCertificateTexts(db, contestId) };
}

/**
 * Stores what certificates say in one language; the usual text takes the stored one away.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 * @throws {InvalidInputError} UNKNOWN_PLACEHOLDER
 */
export function saveCertificateText(
  { db }: Services,
  user: User,
  { contestId, text }: { contestId: number; text: SaveCertificateText },
): Promise<void> {
  expectKnownPlaceholders(text);
  return db.transaction().execute(async (tx) => {
    // Two who save at once come one after the other in the log of changes.
    const { name } = await lockSupervisedContest(tx, user, contestId);
    const before = (await findCertificateTexts(tx, contestId)).find(({ locale }) => locale === text.locale);
    const usual = CERTIFICATE_DEFAULTS[text.locale];
    const isUsual = text.heading === usual.heading && text.body === usual.body;
    await (isUsual ? deleteCertificateText : storeCertificateText)(tx, contestId, text);
    await recordChange(tx, user, {
      ...{ action: 'contest.certificateText', subjectId: contestId, subjectName: name, contestId },
      before: { heading: before?.heading, body: before?.body },
      after: { heading: text.heading, body: text.body, locale: text.locale },
    });
  });
}

function expectKnownPlaceholders({ heading, body }: SaveCertificateText): void {
  const [unknown] = unknownPlaceholders(`${heading}\n${body}`);
  if (unknown === undefined) return;
  const known = CERTIFICATE_FIELDS.map((field) => `{${field}}`).join(' ');
  throw new InvalidInputError(
    'UNKNOWN_PLACEHOLDER',
    `Nothing can be put in for {${unknown.slice(0, 40).toWellFormed()}}: certificates know ${known}`,
  );
}
