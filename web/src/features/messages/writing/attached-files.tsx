import type { MessageFile } from '@balloon/contracts/talk/messages.ts';
import { ActionIcon, Checkbox } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/messages/messages.module.css';

/** Files of the message being written, and their placement. */
export function AttachedFiles({
  files,
  areOnTop,
  areShown,
  onRemove,
  onPlace,
  onShow,
}: {
  files: readonly MessageFile[];
  areOnTop: boolean;
  areShown: boolean;
  onRemove: (url: string) => void;
  onPlace: (areOnTop: boolean) => void;
  onShow: (areShown: boolean) => void;
}) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <fieldset className={classes.files}>
      <legend>{t('messages.files', { count: files.length })}</legend>
      <ul className={classes.fileList}>
        {files.map(({ url, title = '', type }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
            <span className={classes.hint}>{type.toUpperCase()}</span>
            <ActionIcon aria-label={t('messages.removeFile', { name: title })} onClick={() => onRemove(url)}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Checkbox
        label={t('messages.filesOnTop')}
        checked={areOnTop}
        onChange={(event) => onPlace(event.currentTarget.checked)}
      />
      <Checkbox
        label={t('messages.filesShown')}
        checked={areShown}
        onChange={(event) => onShow(event.currentTarget.checked)}
      />
    </fieldset>
  );
}
