import { Button, FileButton } from '@mantine/core';
import { IconFileZip, IconPackageImport } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FolderButton } from '#features/packages/drop-zone.tsx';
import { readDropped } from '#features/packages/dropped-files.ts';
import classes from '#features/packages/upload.module.css';
import type { NamedFile } from '#features/packages/zip-folder.ts';
import { showWarning } from '#shared/ui/toasts.ts';

/** Place for a contest package: an archive or a folder, dropped or chosen. */
export function PackageDrop({ onFiles }: { onFiles: (files: readonly NamedFile[]) => void }) {
  const { t } = useTranslation();
  const [isOver, setIsOver] = useState(false);
  const forgetChosen = useRef<() => void>(null);
  const take = (files: readonly NamedFile[]) => {
    if (files.length > 0) onFiles(files);
  };
  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    readDropped(event.dataTransfer).then(take, () => showWarning(t('errors.FOLDER_UNREADABLE')));
  }
  return (
    <section
      className={classes.zone}
      aria-label={t('contestImport.zone')}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={drop}
    >
      <IconPackageImport size={44} stroke={1.4} className={classes.zoneIcon ?? ''} aria-hidden />
      <p className={classes.zoneTitle}>{t('contestImport.drop')}</p>
      <p className={classes.zoneText}>{t('contestImport.dropText')}</p>
      <div className={classes.buttons}>
        <FileButton
          accept=".zip,application/zip"
          resetRef={forgetChosen}
          onChange={(file) => {
            take(file ? [{ path: file.name, file }] : []);
            forgetChosen.current?.(); // the same file may be chosen again, to go on with its upload
          }}
          inputProps={{ 'aria-label': t('contestImport.chooseFile') }}
        >
          {(props) => (
            <Button {...props} leftSection={<IconFileZip size={18} aria-hidden />}>
              {t('contestImport.chooseFile')}
            </Button>
          )}
        </FileButton>
        <FolderButton onFiles={take} />
      </div>
    </section>
  );
}
