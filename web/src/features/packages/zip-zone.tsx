import { Button } from '@mantine/core';
import { IconFileZip, IconFolderUp, IconPackageImport } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDropped, readPicked } from '#features/packages/dropped-files.ts';
import classes from '#features/packages/upload.module.css';
import type { NamedFile } from '#features/packages/zip-folder.ts';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';
import { showWarning } from '#shared/ui/toasts/toasts.ts';

export interface ZipZoneProps {
  /** Name of the zone, what to do there, what becomes of it, and the text of the button that chooses archives. */
  words: { zone: string; drop: string; dropText: string; choose: string };
  /** How many archives may be chosen at once; any number may be dropped. */
  most: 'one' | 'several';
  onFiles: (files: readonly NamedFile[]) => void;
  children?: ReactNode;
}

/** Place for zip archives and folders, dropped or chosen. */
export function ZipZone({ words, most, onFiles, children }: ZipZoneProps) {
  const { t } = useTranslation();
  const [isOver, setIsOver] = useState(false);
  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    readDropped(event.dataTransfer).then(onFiles, () => showWarning(t('errors.FOLDER_UNREADABLE')));
  }
  return (
    <section
      className={classes.zone}
      aria-label={words.zone}
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
      <p className={classes.zoneTitle}>{words.drop}</p>
      <p className={classes.zoneText}>{words.dropText}</p>
      <div className={classes.buttons}>
        <FilePick
          isMultiple={most === 'several'}
          accept=".zip,application/zip"
          onFiles={(chosen) => onFiles(chosen.map((file) => ({ path: file.name, file })))}
          inputProps={{ 'aria-label': words.choose }}
        >
          {(props) => (
            <Button {...props} leftSection={<IconFileZip size={18} aria-hidden />}>
              {words.choose}
            </Button>
          )}
        </FilePick>
        <FolderButton onFiles={onFiles} />
      </div>
      {children}
    </section>
  );
}

/** Button that takes all files of a folder. */
function FolderButton({ onFiles }: { onFiles: (files: NamedFile[]) => void }) {
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
