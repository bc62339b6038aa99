import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadPicture } from '#shared/api/calls/upload-picture.ts';
import { PictureInput } from '#shared/ui/forms/picture-input.tsx';
import { type Most, pngFileOf } from '#shared/ui/forms/png-of.ts';

/** Kinds that the server takes. */
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

export interface PictureFieldProps {
  label: string;
  value: string | null;
  error?: ReactNode;
  /** Set for a picture that also stands on paper: it is drawn anew as a PNG of so many pixels at most. */
  most?: Most;
  onChange: (link: string | null) => void;
}

/** A picture that is uploaded when it is chosen, and linked when its form is saved. */
export function PictureField({ label, value, error, most, onChange }: PictureFieldProps) {
  const { t } = useTranslation();
  const upload = useMutation({
    mutationFn: async (file: File) => uploadPicture(most ? await pngFileOf(file, most) : file),
    onSuccess: ({ link }) => onChange(link),
  });
  return (
    <PictureInput
      label={label}
      value={value}
      types={TYPES}
      description={t('organizations.pictureHelp')}
      error={error}
      isLoading={upload.isPending}
      onFile={(file) => upload.mutate(file)}
      onRemove={() => onChange(null)}
    />
  );
}
