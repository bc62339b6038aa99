import type { CertificateText } from '#ceremony/certificate-text.ts';
import type { Locale } from '#text/statement-locale.ts';

/** Texts of certificates until the organisers of a contest write their own. */
export const CERTIFICATE_DEFAULTS: Readonly<Record<Locale, CertificateText>> = {
  'ru-ru': {
    heading: 'Диплом',
    body: [
      ...['награждается', '{team}', '{organization}', '{members}', '{award}'],
      ...['место в итоговой таблице: {rank}', '', '{contest}', '{date}'],
    ].join('\n'),
  },
  'en-us': {
    heading: 'Certificate',
    body: [
      ...['is awarded to', '{team}', '{organization}', '{members}', '{award}'],
      ...['place in the final table: {rank}', '', '{contest}', '{date}'],
    ].join('\n'),
  },
};
