import type { JobAccepted } from '@balloon/contracts/outside/outside-jobs.ts';
import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconFileZip, IconUpload, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/outside-jobs/outside.module.css';
import { startPath } from '#features/outside-jobs/outside-jobs.data.ts';
import { useSizeText } from '#features/packages/size-text.ts';
import { upload } from '#shared/api/calls/upload.ts';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';

export interface ArchiveFormProps {
  serverId: number;
  onStarted: (jobId: number) => void;
}

/** Hands an archive of Polygon to Yandex.Contest: the contest that comes of it is read. */
export function ArchiveForm({ serverId, onStarted }: ArchiveFormProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [sentBytes, setSentBytes] = useState(0);
  const stop = useRef<AbortController | null>(null);
  const sending = useMutation({
    mutationFn: (archive: File) => {
      const controller = new AbortController();
      stop.current = controller;
      setSentBytes(0);
      const form = new FormData();
      form.append('file', archive, archive.name);
      const hooks = { signal: controller.signal, onProgress: setSentBytes };
      return upload<JobAccepted>(startPath(serverId, 'archive'), form, hooks);
    },
    onSuccess: ({ jobId }) => {
      setFile(null);
      onStarted(jobId);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['outside jobs'] }),
  });
  return (
    <section className={classes.form} aria-labelledby="archive">
      <h3 id="archive" className={classes.formTitle}>
        {t('outsideJobs.archiveForm.title')}
      </h3>
      <p className={classes.hint}>{t('outsideJobs.archiveForm.text')}</p>
      {file && (
        <ChosenFile
          file={file}
          sentBytes={sending.isPending ? sentBytes : null}
          onRemove={() => {
            stop.current?.abort();
            setFile(null);
          }}
        />
      )}
      <div className={classes.buttons}>
        {file && (
          <Button
            loading={sending.isPending}
            leftSection={<IconUpload size={18} aria-hidden />}
            onClick={() => sending.mutate(file)}
          >
            {t('outsideJobs.archiveForm.send')}
          </Button>
        )}
        <FilePick
          accept=".zip,.rar,application/zip"
          disabled={sending.isPending}
          onFiles={([chosen]) => setFile(chosen)}
          inputProps={{ 'aria-label': t('outsideJobs.archiveForm.choose') }}
        >
          {(props) => (
            <Button
              {...props}
              variant={file ? 'default' : 'filled'}
              leftSection={<IconFileZip size={18} aria-hidden />}
            >
              {t(file ? 'outsideJobs.archiveForm.another' : 'outsideJobs.archiveForm.choose')}
            </Button>
          )}
        </FilePick>
      </div>
    </section>
  );
}

function ChosenFile({
  file: { name, size },
  sentBytes,
  onRemove,
}: {
  file: File;
  /** Null: it is not being sent. */
  sentBytes: number | null;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const sizeText = useSizeText();
  const percent = sentBytes === null || size === 0 ? 0 : Math.min(100, (sentBytes / size) * 100);
  return (
    <div className={classes.file}>
      <IconFileZip size={28} stroke={1.4} aria-hidden />
      <div className={classes.fileName}>
        {name}
        <p className={classes.hint}>{sizeText(size)}</p>
        {sentBytes !== null && <Progress value={percent} aria-label={t('imports.uploadOf', { name })} />}
      </div>
      <ActionIcon aria-label={t('outsideJobs.archiveForm.remove', { name })} onClick={onRemove}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
