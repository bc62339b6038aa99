import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, choosePackages } from '#features/packages/chosen-packages.ts';
import { ZipZone } from '#features/packages/zip-zone.tsx';

/** Place for packages of problems: archives and folders. */
export function DropZone({
  children,
  onChoice,
}: {
  children: ReactNode;
  onChoice: (choice: Choice) => void;
}) {
  const { t } = useTranslation();
  const words = {
    zone: t('imports.zone'),
    drop: t('imports.drop'),
    dropText: t('imports.dropText'),
    choose: t('imports.chooseFiles'),
  };
  return (
    <ZipZone words={words} most="several" onFiles={(files) => onChoice(choosePackages(files))}>
      {children}
    </ZipZone>
  );
}
