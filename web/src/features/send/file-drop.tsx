import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { readSourceFile } from '#features/send/send.data.ts';
import classes from '#features/send/send.module.css';
import { showWarning } from '#shared/ui/toasts.ts';
import { useFileDrop } from '#shared/ui/use-file-drop.ts';

export interface DroppedSource {
  text: string;
  /** Ending of the file name, in lower case, without the dot. */
  extension: string;
}

function useSourceFile(onSource: (source: DroppedSource) => void) {
  const { t } = useTranslation();
  return async (file: File | null | undefined) => {
    if (!file) return;
    try {
      const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
      onSource({ text: await readSourceFile(file), extension });
    } catch (error) {
      showWarning(t(error instanceof Error ? error.message : 'send.fileNotText', { name: file.name }));
    }
  };
}

/** Accepts a file dropped anywhere on its content. */
export function FileDropArea({
  children,
  onSource,
}: {
  children: ReactNode;
  onSource: (source: DroppedSource) => void;
}) {
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const take = useSourceFile(onSource);
  const isOver = useFileDrop(area, (file) => void take(file));
  return (
    <div ref={area} className={classes.drop}>
      {children}
      {isOver && <div className={classes.over}>{t('send.dropHere')}</div>}
    </div>
  );
}

/** Button to pick a file, as an alternative to dropping it. */
export function FilePick({ onSource }: { onSource: (source: DroppedSource) => void }) {
  const { t } = useTranslation();
  const take = useSourceFile(onSource);
  return (
    <FileButton onChange={(file) => void take(file)}>
      {(props) => (
        <Button {...props} variant="default" leftSection={<IconFileUpload size={18} aria-hidden />}>
          {t('send.file')}
        </Button>
      )}
    </FileButton>
  );
}
