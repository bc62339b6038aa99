import { useTranslation } from 'react-i18next';
import { useFormats } from '#shared/text/format.ts';

/** The beginning of a file and the size of the whole. */
export interface Excerpt {
  text: string;
  bytes: number;
}

/** Whether the text is shorter than the file. Replaced bytes make the text longer, never shorter. */
export const isCut = ({ text, bytes }: Excerpt): boolean => new TextEncoder().encode(text).length < bytes;

/** Sizes of files in words: 12 B, 4.5 KB, 1.2 MB. */
export function useSize(): (bytes: number) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return (bytes) => {
    if (bytes < 1024) return t('details.bytes', { bytes: formats.number(bytes) });
    const kb = bytes / 1024;
    if (kb < 1024) return t('details.kb', { kb: formats.number(Math.round(kb * 10) / 10) });
    return t('solutions.mb', { mb: formats.number(Math.round(kb / 102.4) / 10) });
  };
}
