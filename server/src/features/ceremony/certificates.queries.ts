import type { CertificateTexts, SaveCertificateText } from '@balloon/contracts/scoreboard/certificates.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { CERTIFICATE_DEFAULTS } from '@balloon/domain/ceremony/certificate-defaults.ts';
import { LOCALES } from '@balloon/domain/text/statement-locale.ts';

/** The texts of a contest's certificates in every language, the usual ones where organisers wrote none. */
export async function findCertificateTexts(db: Db, contestId: number): Promise<CertificateTexts['texts']> {
  const stored = await db
    .selectFrom('certificateText')
    .select(['locale', 'heading', 'body'])
    .where('contestId', '=', contestId)
    .execute();
  return LOCALES.map((locale) => {
    const own = stored.find((text) => text.locale === locale);
    return { ...(own ?? { locale, ...CERTIFICATE_DEFAULTS[locale] }), isDefault: own === undefined };
  });
}

export async function storeCertificateText(
  tx: Tx,
  contestId: number,
  { locale, ...text }: SaveCertificateText,
): Promise<void> {
  await tx
    .insertInto('certificateText')
    .values({ contestId, locale, ...text })
    .onConflict((conflict) => conflict.columns(['contestId', 'locale']).doUpdateSet(text))
    .execute();
}

/** Goes back to the usual text. */
export async function deleteCertificateText(
  tx: Tx,
  contestId: number,
  { locale }: Pick<SaveCertificateText, 'locale'>,
): Promise<void> {
  await tx
    .deleteFrom('certificateText')
    .where('contestId', '=', contestId)
    .where('locale', '=', locale)
    .execute();
}
