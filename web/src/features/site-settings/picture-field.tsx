import { MAX_PICTURE_KB, PICTURE_TYPES } from '@balloon/contracts/site/setting-limits.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FixedProps } from '#features/site-settings/fixed-field.ts';
import { PictureInput } from '#shared/ui/forms/picture-input.tsx';

export interface PictureFieldProps {
  label: string;
  /** Address of the stored picture, a data URL of a chosen one, or null. */
  value: string | null;
  error: ReactNode;
  fixed: FixedProps;
  onChange: (value: string | null) => void;
  onError: (text: string) => void;
}

/** A picture with its preview; it is read here and sent with its form. */
export function PictureField({ label, value, error, fixed, onChange, onError }: PictureFieldProps) {
  const { t } = useTranslation();
  async function take(file: File) {
    if (!PICTURE_TYPES.some((type) => type === file.type)) return onError(t('settings.notPicture'));
    if (file.size > MAX_PICTURE_KB * 1024) return onError(t('settings.bigPicture', { max: MAX_PICTURE_KB }));
    onChange(await dataUrlOf(file));
  }
  return (
    <PictureInput
      label={label}
      value={value}
      types={PICTURE_TYPES}
      description={fixed.description ?? t('settings.pictureHelp', { max: MAX_PICTURE_KB })}
      error={error}
      disabled={fixed.disabled ?? false}
      onFile={(file) => void take(file)}
      onRemove={() => onChange(null)}
    />
  );
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
