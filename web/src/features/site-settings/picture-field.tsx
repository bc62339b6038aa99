import { MAX_PICTURE_KB, PICTURE_TYPES } from '@balloon/contracts/setting-limits.ts';
import { Button, FileButton, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FixedProps } from '#features/site-settings/fixed-field.ts';
import classes from '#features/site-settings/settings.module.css';

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
  const id = useId();
  async function take(file: File) {
    if (!PICTURE_TYPES.some((type) => type === file.type)) return onError(t('settings.notPicture'));
    if (file.size > MAX_PICTURE_KB * 1024) return onError(t('settings.bigPicture', { max: MAX_PICTURE_KB }));
    onChange(await dataUrlOf(file));
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={fixed.description ?? t('settings.pictureHelp', { max: MAX_PICTURE_KB })}
      error={error}
    >
      <div className={classes.picture}>
        {value !== null && <img src={value} alt={label} />}
        <FileButton accept={PICTURE_TYPES.join(',')} onChange={(file) => file && void take(file)}>
          {(props) => (
            <Button
              {...props}
              id={`${id}-button`}
              variant="default"
              disabled={fixed.disabled ?? false}
              aria-labelledby={`${id} ${id}-button`}
              leftSection={<IconPhoto size={18} aria-hidden />}
            >
              {t(value === null ? 'settings.choosePicture' : 'settings.anotherPicture')}
            </Button>
          )}
        </FileButton>
        {value !== null && !fixed.disabled && (
          <Button variant="subtle" color="red" onClick={() => onChange(null)}>
            {t('settings.removePicture')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
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
