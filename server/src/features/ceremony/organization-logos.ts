import { MAX_CERTIFICATE_PICTURE_BYTES } from '@balloon/contracts/scoreboard/certificate-limits.ts';
import { readBlobPart } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { drawablePng } from '#features/ceremony/certificate-png.ts';

/** The only kind of picture that the library draws as it is shown. */
export const PNG = 'image/png';

/** Finds the logos of the organisations of teams that may be drawn on paper: their contents' hashes by account. */
export async function findLogos(db: Db, accountIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('team')
    .innerJoin('organization', 'organization.id', 'team.organizationId')
    .innerJoin('uploadedImage', 'uploadedImage.name', 'organization.logo')
    .innerJoin('blob', 'blob.sha256', 'uploadedImage.sha256')
    .where('team.accountId', '=', sql<number>`any(${[...accountIds]}::integer[])`)
    .where('uploadedImage.mediaType', '=', PNG)
    .where('blob.sizeBytes', '<=', MAX_CERTIFICATE_PICTURE_BYTES)
    .select(['team.accountId', 'blob.sha256'])
    .execute();
  return new Map(rows.map(({ accountId, sha256 }) => [accountId, sha256]));
}

/** Reads a logo as it is drawn; null for a picture that is not drawn on paper. */
export async function readLogo(db: Db, sha256: string): Promise<Buffer | null> {
  return drawablePng(await readBlobPart(db, sha256, 0, MAX_CERTIFICATE_PICTURE_BYTES));
}
