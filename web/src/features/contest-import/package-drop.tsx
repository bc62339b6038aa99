import { useTranslation } from 'react-i18next';
import type { NamedFile } from '#features/packages/zip-folder.ts';
import { ZipZone } from '#features/packages/zip-zone.tsx';

/** Place for a contest package: an archive or a folder, dropped or chosen. */
export function PackageDrop({ onFiles }: { onFiles: (files: readonly NamedFile[]) => void }) {
  const { t } = useTranslation();
  const words = {
    zone: t('contestImport.zone'),
    drop: t('contestImport.drop'),
    dropText: t('contestImport.dropText'),
    choose: t('contestImport.chooseFile'),
  };
  const take = (files: readonly NamedFile[]) => {
    if (files.length > 0) onFiles(files);
  };
  return <ZipZone words={words} most="one" onFiles={take} />;
}
