import type { Attachments } from '@balloon/contracts/problems/problems.ts';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPaperclip, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { moved } from '#features/problem-editor/editor-draft.ts';
import { uploadStatementFile } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';

type Files = NonNullable<Attachments['files']>;

export interface StatementFileListProps {
  problemId: number;
  files: Files;
  /** Told how the files change: one is added to those of the moment at which it has been uploaded. */
  onChange: (change: (known: Files) => Files) => void;
}

/** Files of a statement in their order, with their titles. */
export function StatementFileList({ problemId, files, onChange }: StatementFileListProps) {
  const { t } = useTranslation();
  const upload = useMutation({
    mutationFn: (file: File) => uploadStatementFile(problemId, file),
    onSuccess: (file) => onChange((known) => [...known.filter(({ url }) => url !== file.url), file]),
  });
  return (
    <fieldset className={classes.files}>
      <legend>{t('problemEditor.files', { count: files.length })}</legend>
      <ol className={classes.fileList}>
        {files.map((file, index) => {
          const name = file.title ?? file.url;
          return (
            <li key={file.url} className={classes.fileRow}>
              <TextInput
                className={classes.grow}
                aria-label={t('problemEditor.fileTitle', { number: index + 1 })}
                value={file.title ?? ''}
                maxLength={200}
                rightSection={<span className={classes.kind}>{file.type}</span>}
                onChange={({ currentTarget: { value: title } }) =>
                  onChange((known) => known.map((one) => (one.url === file.url ? { ...one, title } : one)))
                }
              />
              <ActionIcon
                size={36}
                aria-label={t('problemEditor.moveUp', { name })}
                disabled={index === 0}
                onClick={() => onChange((known) => moved(known, index, index - 1))}
              >
                <IconArrowUp size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size={36}
                aria-label={t('problemEditor.moveDown', { name })}
                disabled={index === files.length - 1}
                onClick={() => onChange((known) => moved(known, index, index + 1))}
              >
                <IconArrowDown size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size={36}
                aria-label={t('problemEditor.removeNamed', { name })}
                onClick={() => onChange((known) => known.filter(({ url }) => url !== file.url))}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
      <FilePick onFiles={([file]) => upload.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={upload.isPending}
            leftSection={<IconPaperclip size={16} aria-hidden />}
          >
            {t('problemEditor.addFile')}
          </Button>
        )}
      </FilePick>
    </fieldset>
  );
}
