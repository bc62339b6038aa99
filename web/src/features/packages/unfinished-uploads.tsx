import type { PackageUpload } from '@balloon/contracts/package-upload.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unfinishedUploadsQuery, useDiscardUpload } from '#features/packages/packages.data.ts';
import { useSizeText } from '#features/packages/size-text.ts';
import classes from '#features/packages/upload.module.css';
import type { Upload } from '#features/packages/upload-queue.ts';
import { useUploads } from '#features/packages/use-uploads.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/confirm.tsx';

/** Large uploads of one's own that stopped, and are not being sent by this page. */
export function UnfinishedUploads() {
  const { t } = useTranslation();
  const sending = useUploads();
  const states = sending.map(({ id, state }) => `${id} ${state}`).join();
  const { data } = useQuery(unfinishedUploadsQuery(states));
  const shown = data?.uploads.filter((one) => !sending.some((upload) => isSent(upload, one))) ?? [];
  if (shown.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby="unfinished">
      <h2 id="unfinished" className={classes.heading}>
        {t('imports.unfinished')}
      </h2>
      <p className={classes.facts}>{t('imports.unfinishedText')}</p>
      <ul className={classes.imports}>
        {shown.map((one) => (
          <UnfinishedRow key={one.id} upload={one} />
        ))}
      </ul>
    </section>
  );
}

/** Whether this page sends it now. */
const isSent = ({ name, sizeBytes, state }: Upload, { fileName, sizeBytes: announced }: PackageUpload) =>
  state !== 'failed' && name === fileName && sizeBytes === announced;

function UnfinishedRow({ upload }: { upload: PackageUpload }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const sizeText = useSizeText();
  const discarding = useDiscardUpload();
  const { id, fileName: name, sizeBytes, receivedBytes, touchedAtMs } = upload;
  async function discard() {
    const question = {
      title: t('imports.discardTitle', { name }),
      text: t('imports.discardText'),
      yes: t('imports.discard'),
      isDestructive: true,
    };
    if (await confirm(question)) discarding.mutate(id);
  }
  const percent = Math.floor((receivedBytes / sizeBytes) * 100);
  const sent = t('imports.sent', { sent: sizeText(receivedBytes), size: sizeText(sizeBytes) });
  return (
    <li className={classes.row}>
      <p className={classes.title}>{name}</p>
      <p className={classes.facts}>{`${percent} % · ${sent} · ${formats.dateTime(touchedAtMs)}`}</p>
      <div className={classes.actions}>
        <Button
          variant="default"
          aria-label={t('imports.discardOf', { name })}
          loading={discarding.isPending}
          onClick={() => void discard()}
        >
          {t('imports.discard')}
        </Button>
      </div>
    </li>
  );
}
