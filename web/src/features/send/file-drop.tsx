import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/send/send.module.css';
import { useFileDrop } from '#shared/ui/behaviour/use-file-drop.ts';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';

/** Accepts files dropped anywhere on its content. */
export function FileDropArea({
  children,
  onFiles,
}: {
  children: ReactNode;
  onFiles: (files: readonly File[]) => void;
}) {
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const isOver = useFileDrop(area, (_file, all) => onFiles(all));
  return (
    <div ref={area} className={classes.drop}>
      {children}
      {isOver && <div className={classes.over}>{t('send.dropHere')}</div>}
    </div>
  );
}

/** Button to pick files, as an alternative to dropping them. */
export function SourcePick({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  return (
    <FilePick isMultiple onFiles={onFiles}>
      {(props) => (
        <Button {...props} variant="default" leftSection={<IconFileUpload size={18} aria-hidden />}>
          {t('send.file')}
        </Button>
      )}
    </FilePick>
  );
}
