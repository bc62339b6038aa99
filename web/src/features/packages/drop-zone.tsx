import { Button, FileButton } from '@mantine/core';
import { IconFileZip, IconFolderUp, IconPackageImport } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, choosePackages } from '#features/packages/chosen-packages.ts';
import { readDropped, readPicked } from '#features/packages/dropped-files.ts';
import classes from '#features/packages/upload.module.css';
import type { NamedFile } from '#features/packages/zip-folder.ts';
import { showWarning } from '#shared/ui/toasts.ts';

/** Place for archives and folders, dropped or chosen. */
export function DropZone({
  children,
  onChoice,
}: {
  children: ReactNode;
  onChoice: (choice: Choice) => void;
}) {
  const { t } = useTranslation();
  const [isOver, setIsOver] = useState(false);
  const forgetChosen = useRef<() => void>(null);
  const take = (files: readonly NamedFile[]) => onChoice(choosePackages(files));
  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    readDropped(event.dataTransfer).then(take, () => showWarning(t('errors.FOLDER_UNREADABLE')));
  }
  return (
    <section
      className={classes.zone}
      aria-label={t('imports.zone')}
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
      <p className={classes.zoneTitle}>{t('imports.drop')}</p>
      <p className={classes.zoneText}>{t('imports.dropText')}</p>
      <div className={classes.buttons}>
        <FileButton
          multiple
          accept=".zip,application/zip"
          resetRef={forgetChosen}
          onChange={(files) => {
            take(files.map((file) => ({ path: file.name, file })));
            forgetChosen.current?.(); // the same file may be chosen again, to go on with its upload
          }}
          inputProps={{ 'aria-label': t('imports.chooseFiles') }}
        >
          {(props) => (
            <Button {...props} leftSection={<IconFileZip size={18} aria-hidden />}>
              {t('imports.chooseFiles')}
            </Button>
          )}
        </FileButton>
        <FolderButton onFiles={take} />
      </div>
      {children}
    </section>
  );
}

/** Button that takes all files of a folder. */
export function FolderButton({ onFiles }: { onFiles: (files: NamedFile[]) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFolderUp size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('imports.chooseFolder')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('imports.chooseFolder')}
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onFiles(readPicked(currentTarget.files));
          currentTarget.value = ''; // the same folder may be chosen again
        }}
      />
    </>
  );
}
