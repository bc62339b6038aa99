import { MAX_CERTIFICATE_PICTURE_BYTES } from '@balloon/contracts/scoreboard/certificate-limits.ts';
import type { MissingLogo, MissingLogos } from '@balloon/contracts/scoreboard/certificates.ts';
import type { Db } from '@balloon/database/connect.ts';
import { LRUCache } from 'lru-cache';
import { PNG, readLogo } from '#features/ceremony/organization-logos.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import type { Services, User } from '#services.ts';

/**
 * Organisations of a contest whose logo the certificates leave out, with the reason.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function listMissingLogos(
  { db }: Services,
  user: User,
  contestId: number,
): Promise<MissingLogos> {
  await getSupervisedContest(db, user, contestId);
  const missing: MissingLogo[] = [];
  for (const { sha256, mediaType, sizeBytes, ...organization } of await findLogosOfContest(db, contestId)) {
    const reason = await reasonOf(db, { sha256, mediaType, sizeBytes });
    if (reason !== null) missing.push({ ...organization, reason });
  }
  return { missing };
}

async function reasonOf(
  db: Db,
  { sha256, mediaType, sizeBytes }: { sha256: string; mediaType: string; sizeBytes: number },
): Promise<MissingLogo['reason'] | null> {
  if (mediaType !== PNG) return 'kind';
  if (sizeBytes > MAX_CERTIFICATE_PICTURE_BYTES) return 'size';
  return (await isDrawable(db, sha256)) ? null : 'content';
}

/** By content, which never changes: to unpack a logo takes some milliseconds, and a contest may have hundreds. */
const drawable = new LRUCache<string, { is: boolean }>({ max: 2_000 });

async function isDrawable(db: Db, sha256: string): Promise<boolean> {
  const known = drawable.get(sha256);
  if (known) return known.is;
  const is = (await readLogo(db, sha256)) !== null;
  drawable.set(sha256, { is });
  return is;
}

/** Organisations whose teams take part in a contest and that have a logo, by name. */
function findLogosOfContest(db: Db, contestId: number) {
  return db
    .selectFrom('organization')
    .innerJoin('uploadedImage', 'uploadedImage.name', 'organization.logo')
    .innerJoin('blob', 'blob.sha256', 'uploadedImage.sha256')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('team')
          .innerJoin('contestParticipant', 'contestParticipant.accountId', 'team.accountId')
          .whereRef('team.organizationId', '=', 'organization.id')
          .where('contestParticipant.contestId', '=', contestId)
          .select('team.accountId'),
      ),
    )
    .select(['organization.id', 'organization.name', 'uploadedImage.mediaType'])
    .select(['blob.sha256', 'blob.sizeBytes'])
    .orderBy('organization.name')
    .orderBy('organization.id')
    .execute();
}
