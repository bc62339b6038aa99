import { useTranslation } from 'react-i18next';
import { useLocale } from '#shared/text/i18n.ts';

const KB = 1024;

/** Returns sizes in bytes as text: 12 KB, 3.4 MB, 8.1 GB. */
export function useSizeText(): (bytes: number) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const round = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const precise = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return (bytes) => {
    if (bytes < KB ** 2) return t('imports.kilobytes', { size: round.format(Math.ceil(bytes / KB)) });
    if (bytes < KB ** 3) return t('imports.megabytes', { size: precise.format(bytes / KB ** 2) });
    return t('imports.gigabytes', { size: precise.format(bytes / KB ** 3) });
  };
}
