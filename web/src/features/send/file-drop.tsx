import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/send/send.module.css';
import { useFileDrop } from '#shared/ui/behaviour/use-file-drop.ts';

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
export function FilePick({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  const forget = useRef<() => void>(null);
  function take(files: readonly File[]) {
    onFiles(files);
    forget.current?.(); // the same file may have changed when it is picked again
  }
  return (
    <FileButton multiple resetRef={forget} onChange={take}>
      {(props) => (
        <Button {...props} variant="default" leftSection={<IconFileUpload size={18} aria-hidden />}>
          {t('send.file')}
        </Button>
      )}
    </FileButton>
  );
}
