import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { aroundLine } from '#features/send/trial/first-difference.ts';
import classes from '#features/send/trial/trial.module.css';
import { type Excerpt, isCut, useSize } from '#shared/text/excerpt.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';

export interface TrialFileProps {
  name: string;
  file: Excerpt;
  /** Line to mark, counted from 0. */
  markedLine?: number | null;
  tone?: 'expected' | 'actual';
  /** Whether the size of the whole file is known. */
  isSizeKnown?: boolean;
}

/** Text to read and copy, scrolled to a marked line if there is one. */
export function TrialFile({ name, file, markedLine = null, tone, isSizeKnown = true }: TrialFileProps) {
  const { t } = useTranslation();
  const size = useSize();
  const box = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const mark = box.current?.querySelector('mark');
    if (!box.current || !mark) return;
    // Scrolls the box only: the page must not move.
    box.current.scrollTop = mark.offsetTop - box.current.clientHeight / 3;
  }, []);
  return (
    <section className={classes.file} aria-label={name}>
      <div className={classes.fileHead}>
        <span>{name}</span>
        {file.text !== '' && <CopyButton text={file.text} label={t('trial.copy', { name })} />}
      </div>
      <ScrollRegion as="pre" className={classes.text} label={name} ref={box}>
        {markedLine === null ? (
          file.text || <span className={classes.empty}>{t('details.emptyFile')}</span>
        ) : (
          <MarkedText text={file.text} markedLine={markedLine} tone={tone} />
        )}
      </ScrollRegion>
      {isCut(file) && (
        <p className={classes.cut}>
          {isSizeKnown ? t('trial.cut', { size: size(file.bytes) }) : t('trial.cutUnknown')}
        </p>
      )}
    </section>
  );
}

function MarkedText({
  text,
  markedLine,
  tone,
}: {
  text: string;
  markedLine: number;
  tone: TrialFileProps['tone'];
}) {
  const { t } = useTranslation();
  const { before, line, after } = aroundLine(text, markedLine);
  return (
    <>
      {before}
      <mark className={classes.mark} data-tone={tone}>
        {line === null ? <span className={classes.empty}>{t('trial.noLine')}</span> : `${line}\n`}
      </mark>
      {after}
    </>
  );
}
