import { ActionIcon } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { embedAddress } from '#features/problems/files/attached-file.ts';
import { FileTile, type FileTileProps } from '#features/problems/files/file-tile.tsx';
import classes from '#features/problems/files/statement-files.module.css';
import { TextFile } from '#features/problems/files/text-file.tsx';
import { Tip } from '#shared/ui/floating/tip.tsx';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';

/** Options of the browser's viewer: as wide as the frame, without a column of thumbnails. */
const PDF_VIEW = '#navpanes=0&view=FitH';

/** A file in full: a picture, a PDF in the browser's own viewer, a text. */
export function ShownFile(props: FileTileProps) {
  const { file, title, onZoom } = props;
  const { t } = useTranslation();
  const url = embedAddress(file) ?? file.url;
  if (file.type === 'image') {
    return (
      <figure className={classes.picture}>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t('statement.zoomOf', { title })}
          onClick={() => onZoom({ url, title })}
        >
          <img src={url} alt={title} loading="lazy" />
        </button>
      </figure>
    );
  }
  if (file.type === 'pdf' && !canFramePdf()) return <FileTile {...props} />;
  return (
    <section className={classes.shown} aria-label={title}>
      <header className={classes.shownHead}>
        <span className={classes.shownTitle}>{title}</span>
        <CopyButton
          text={new URL(file.url, location.href).href}
          label={t('statement.copyLink')}
          kind="link"
        />
        <Tip label={t('statement.openFile')}>
          <ActionIcon
            component="a"
            href={file.url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('statement.openFileOf', { title })}
          >
            <IconExternalLink size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tip>
      </header>
      {/* No sandbox, which would block the PDF. The server never sends this address as a page that runs. */}
      {file.type === 'pdf' && (
        <iframe className={classes.frame} src={url + PDF_VIEW} title={title} loading="lazy" />
      )}
      {file.type === 'txt' && <TextFile name={title} url={url} />}
      <p className={classes.onPaper}>{t('statement.printApart', { title })}</p>
    </section>
  );
}

/**
 * Whether a frame shows a whole PDF: phones and tablets open another program, or show the first page only.
 */
const canFramePdf = () => navigator.pdfViewerEnabled && !matchMedia('(pointer: coarse)').matches;
