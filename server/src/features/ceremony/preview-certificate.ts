import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { awardsInWords } from '#features/ceremony/certificate-words.ts';
import { findCertificateTexts } from '#features/ceremony/certificates.queries.ts';
import type { Certificates } from '#features/ceremony/read-certificates.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import type { Services, User } from '#services.ts';

const INVENTED = {
  'ru-ru': { team: 'Команда', organization: 'Университет', members: 'Имя Фамилия, Имя Фамилия, Имя Фамилия' },
  'en-us': { team: 'Team', organization: 'University', members: 'Name Surname, Name Surname, Name Surname' },
} as const satisfies Record<Locale, object>;

/**
 * The certificate of an invented team, at any time.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function previewCertificate(
  { db }: Services,
  user: User,
  { contestId, locale }: { contestId: number; locale: Locale },
): Promise<Certificates> {
  const { name, startTimeMs, durationTimeMs } = await getSupervisedContest(db, user, contestId);
  const texts = await findCertificateTexts(db, contestId);
  const [{ heading, body } = { heading: '', body: '' }] = texts.filter((text) => text.locale === locale);
  const date = new Intl.DateTimeFormat(locale === 'ru-ru' ? 'ru' : 'en-GB', { dateStyle: 'long' });
  const award = awardsInWords([{ kind: 'gold', of: null, name: '' }], locale);
  return {
    text: { heading, body },
    pages: [
      {
        ...INVENTED[locale],
        ...{ rank: '1', award, contest: name, date: date.format(startTimeMs + durationTimeMs), logo: null },
      },
    ],
  };
}
