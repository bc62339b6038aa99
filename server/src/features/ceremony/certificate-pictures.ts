import { type CertificatePictures, PNG_URL } from '@balloon/contracts/scoreboard/certificates.ts';
import type { Db } from '@balloon/database/connect.ts';
import { InvalidInputError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { drawablePng } from '#features/ceremony/certificate-png.ts';
import { getSupervisedContest, lockSupervisedContest } from '#features/contests/supervision.ts';
import type { Services, User } from '#services.ts';

/** Logo and signatures as they are drawn. */
export interface DrawnPictures {
  logo: Buffer | null;
  /** From the left; without a picture there is a line to sign on. */
  signatures: { picture: Buffer | null; name: string; title: string }[];
}

export const NO_PICTURES: DrawnPictures = { logo: null, signatures: [] };

/** Logo and signatures of the certificates of a contest. */
export async function findCertificatePictures(db: Db, contestId: number): Promise<DrawnPictures> {
  const rows = await db
    .selectFrom('certificatePicture')
    .select(['position', 'picture', 'name', 'title'])
    .where('contestId', '=', contestId)
    .orderBy('position')
    .execute();
  return {
    logo: rows.find(({ position }) => position === 0)?.picture ?? null,
    signatures: rows.filter(({ position }) => position > 0).map(({ position: _, ...row }) => row),
  };
}

/** @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it */
export async function readCertificatePictures(
  { db }: Services,
  user: User,
  contestId: number,
): Promise<CertificatePictures> {
  await getSupervisedContest(db, user, contestId);
  const { logo, signatures } = await findCertificatePictures(db, contestId);
  return {
    logo: urlOf(logo),
    signatures: signatures.map(({ picture, ...words }) => ({ ...words, picture: urlOf(picture) })),
  };
}

/**
 * Stores logo and signatures of a contest in place of those before.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 * @throws {InvalidInputError} NO_DRAWABLE_PICTURE
 */
export async function saveCertificatePictures(
  { db }: Services,
  user: User,
  { contestId, pictures }: { contestId: number; pictures: CertificatePictures },
): Promise<void> {
  await getSupervisedContest(db, user, contestId);
  const logo = await drawable(pictures.logo);
  const rows = logo === null ? [] : [{ contestId, position: 0, picture: logo, name: '', title: '' }];
  for (const [index, { picture, name, title }] of pictures.signatures.entries())
    rows.push({
      contestId,
      position: index + 1,
      picture: await drawable(picture),
      name,
      title,
    } as (typeof rows)[number]);
  await db.transaction().execute(async (tx) => {
    // Two who save at once come one after the other in the log of changes.
    const { name } = await lockSupervisedContest(tx, user, contestId);
    const before = await findCertificatePictures(tx, contestId);
    await tx.deleteFrom('certificatePicture').where('contestId', '=', contestId).execute();
    if (rows.length > 0) await tx.insertInto('certificatePicture').values(rows).execute();
    await recordChange(tx, user, {
      ...{ action: 'contest.certificatePictures', subjectId: contestId, subjectName: name, contestId },
      before: factsOf(before.logo, before.signatures),
      after: factsOf(logo, pictures.signatures),
    });
  });
}

const factsOf = (logo: Buffer | null, signatures: readonly { name: string }[]) => ({
  hasLogo: logo !== null,
  signatures: signatures.map(({ name }) => name).join(', '),
});

const urlOf = (content: Buffer | null): string | null =>
  content === null ? null : `${PNG_URL}${content.toString('base64')}`;

async function drawable(url: string | null): Promise<Buffer | null> {
  if (url === null) return null;
  const content = await drawablePng(Buffer.from(url.slice(PNG_URL.length), 'base64'));
  if (content) return content;
  throw new InvalidInputError(
    'NO_DRAWABLE_PICTURE',
    'Certificates take PNG pictures of 8 bits, not interlaced, of at most 512 KB and a million pixels',
  );
}
