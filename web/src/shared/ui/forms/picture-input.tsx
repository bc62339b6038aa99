import { Button, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';
import classes from '#shared/ui/forms/picture-input.module.css';

export interface PictureInputProps {
  label: string;
  /** Address of the picture that is shown, or null. */
  value: string | null;
  types: readonly string[];
  description?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  isLoading?: boolean;
  onFile: (file: File) => void;
  onRemove: () => void;
}

/** A picture with its preview, and buttons that choose another one or take it away. */
export function PictureInput(props: PictureInputProps) {
  const { label, value, types, description, error, disabled = false, isLoading = false } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={description}
      error={error}
    >
      <div className={classes.picture}>
        {value !== null && <img src={value} alt={label} />}
        <FilePick accept={types.join(',')} onFiles={([file]) => props.onFile(file)}>
          {(button) => (
            <Button
              {...button}
              id={`${id}-button`}
              variant="default"
              disabled={disabled}
              loading={isLoading}
              aria-labelledby={`${id} ${id}-button`}
              leftSection={<IconPhoto size={18} aria-hidden />}
            >
              {t(value === null ? 'settings.choosePicture' : 'settings.anotherPicture')}
            </Button>
          )}
        </FilePick>
        {value !== null && !disabled && (
          <Button variant="subtle" color="red" onClick={props.onRemove}>
            {t('settings.removePicture')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
