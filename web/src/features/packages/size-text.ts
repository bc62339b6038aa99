import { useTranslation } from 'react-i18next';
import { useLocale } from '#shared/text/i18n.ts';

const KB = 1024;

/** Returns sizes in bytes as text: 12 KB, 3.4 MB. */
export function useSizeText(): (bytes: number) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const round = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const precise = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return (bytes) => {
    const isLarge = bytes >= KB * KB;
    const size = isLarge ? precise.format(bytes / KB / KB) : round.format(Math.ceil(bytes / KB));
    return t(isLarge ? 'imports.megabytes' : 'imports.kilobytes', { size });
  };
}
