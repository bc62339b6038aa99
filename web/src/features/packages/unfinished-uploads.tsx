import type { PackageUpload } from '@balloon/contracts/problems/package-upload.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSizeText } from '#features/packages/size-text.ts';
import { unfinishedUploadsQuery, useDiscardUpload } from '#features/packages/unfinished.data.ts';
import classes from '#features/packages/upload.module.css';
import type { Upload } from '#features/packages/upload-queue.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

interface UnfinishedProps {
  /** Uploads that this page sends now. */
  sending: readonly Upload[];
  /** Address of the list of unfinished uploads of this kind. */
  address: string;
  /** Address of the screen that goes on with an archive that is there; absent where none is kept. */
  goOn?: (id: number) => string;
}

/** Large uploads of one's own that stopped, or whose archive waits, and that are not being sent by this page. */
export function UnfinishedUploads({ sending, address, goOn }: UnfinishedProps) {
  const { t } = useTranslation();
  const states = sending.map(({ id, state }) => `${id} ${state}`).join();
  const { data } = useQuery(unfinishedUploadsQuery(address, states));
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
          <UnfinishedRow
            key={one.id}
            upload={one}
            address={address}
            to={one.storedSha256 === null ? undefined : goOn?.(one.id)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Whether this page sends it now. */
const isSent = ({ name, sizeBytes, state }: Upload, { fileName, sizeBytes: announced }: PackageUpload) =>
  state !== 'failed' && name === fileName && sizeBytes === announced;

interface RowProps {
  upload: PackageUpload;
  address: string;
  to: string | undefined;
}

function UnfinishedRow({ upload, address, to }: RowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const sizeText = useSizeText();
  const discarding = useDiscardUpload(address);
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
  const facts =
    to === undefined ? `${percent} % · ${sent}` : `${t('imports.arrived')} · ${sizeText(sizeBytes)}`;
  return (
    <li className={classes.row}>
      <p className={classes.title}>{name}</p>
      <p className={classes.facts}>{`${facts} · ${formats.dateTime(touchedAtMs)}`}</p>
      <div className={classes.actions}>
        {to !== undefined && (
          <Button component={Link} to={to} aria-label={t('imports.goOnWith', { name })}>
            {t('imports.goOn')}
          </Button>
        )}
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
