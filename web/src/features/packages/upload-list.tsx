import { ActionIcon, Progress } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSizeText } from '#features/packages/size-text.ts';
import classes from '#features/packages/upload.module.css';
import type { Upload, UploadQueue } from '#features/packages/upload-queue.ts';
import { useUploads } from '#features/packages/use-uploads.ts';
import { errorText } from '#shared/ui/toasts/toasts.ts';

type Queue = Pick<UploadQueue<unknown>, 'subscribe' | 'current' | 'retry' | 'cancel'>;

/** Uploads under way, and those that failed. */
export function UploadList({ queue }: { queue: Queue }) {
  const { t } = useTranslation();
  const shown = useUploads(queue);
  if (shown.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby="uploads">
      <h2 id="uploads" className={classes.heading}>
        {t('imports.uploads')}
      </h2>
      <ul className={classes.imports}>
        {shown.map((one) => (
          <UploadRow key={one.id} queue={queue} upload={one} />
        ))}
      </ul>
    </section>
  );
}

function UploadRow({ queue, upload }: { queue: Queue; upload: Upload }) {
  const { t } = useTranslation();
  const { id, name, state, sentBytes, sizeBytes } = upload;
  // The form around the file is counted as sent, too.
  const percent = sizeBytes === 0 ? 0 : Math.min(100, Math.floor((sentBytes / sizeBytes) * 100));
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <div className={classes.name}>
          <p className={classes.title}>{name}</p>
          <UploadState upload={upload} percent={percent} />
        </div>
        {state === 'failed' && (
          <ActionIcon aria-label={t('imports.uploadAgain', { name })} onClick={() => queue.retry(id)}>
            <IconRefresh size={18} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          aria-label={t(state === 'failed' ? 'imports.dismiss' : 'imports.stopUpload', { name })}
          onClick={() => queue.cancel(id)}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {(state === 'sending' || state === 'checking') && (
        <Progress value={percent} aria-label={t('imports.uploadOf', { name })} />
      )}
    </li>
  );
}

function UploadState({ upload, percent }: { upload: Upload; percent: number }) {
  const { t } = useTranslation();
  const sizeText = useSizeText();
  const { state, sentBytes, sizeBytes, bytesPerSec, isInterrupted, error } = upload;
  if (state === 'failed') {
    return (
      <p className={classes.wrong} role="alert">
        {errorText(error)}
      </p>
    );
  }
  if (state !== 'sending' && state !== 'checking') {
    return <p className={classes.facts}>{`${t(`imports.uploadState.${state}`)} · ${sizeText(sizeBytes)}`}</p>;
  }
  const sent = t('imports.sent', {
    sent: sizeText(Math.min(sentBytes, sizeBytes)),
    size: sizeText(sizeBytes),
  });
  if (state === 'checking') {
    return (
      <p className={classes.facts} role="status">{`${percent} % · ${t('imports.uploadState.checking')}`}</p>
    );
  }
  const speed = bytesPerSec === null ? '' : ` · ${t('imports.speed', { speed: sizeText(bytesPerSec) })}`;
  return (
    <>
      <p className={classes.facts}>{`${percent} % · ${sent}${speed}`}</p>
      <p className={classes.facts} role="status">
        {isInterrupted && t('imports.interrupted')}
      </p>
    </>
  );
}
