import { useTranslation } from 'react-i18next';
import { useFormats } from '#shared/text/format.ts';

const KIBIBYTE = 1024;

/** Returns a function that words a size: bytes, then KB and MB with one digit behind the point. */
export function useSizeText(): (bytes: number) => string {
  const { t } = useTranslation();
  const { number } = useFormats();
  const oneDigit = (value: number) => number(Math.round(value * 10) / 10);
  return (bytes) => {
    if (bytes < KIBIBYTE) return t('problemEditor.bytes', { size: number(bytes) });
    if (bytes < KIBIBYTE ** 2) return t('problemEditor.kilobytes', { size: oneDigit(bytes / KIBIBYTE) });
    return t('problemEditor.megabytes', { size: oneDigit(bytes / KIBIBYTE ** 2) });
  };
}
