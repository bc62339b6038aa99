import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { aroundLine } from '#features/send/first-difference.ts';
import classes from '#features/send/trial.module.css';
import { CopyButton } from '#shared/copy-button.tsx';
import { type Excerpt, isCut, useSize } from '#shared/excerpt.ts';

export interface TrialFileProps {
  name: string;
  file: Excerpt;
  /** Counted from 0; shown marked. */
  markedLine?: number | null;
  tone?: 'expected' | 'actual';
  /** Whether the size of the whole is known. */
  isSizeKnown?: boolean;
}

/** A text to be read and copied, at one of its lines if need be. */
export function TrialFile({ name, file, markedLine = null, tone, isSizeKnown = true }: TrialFileProps) {
  const { t } = useTranslation();
  const size = useSize();
  const box = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const mark = box.current?.querySelector('mark');
    if (!box.current || !mark) return;
    // Inside its box only: the page must not move.
    box.current.scrollTop = mark.offsetTop - box.current.clientHeight / 3;
  }, []);
  return (
    <section className={classes.file} aria-label={name}>
      <div className={classes.fileHead}>
        <span>{name}</span>
        {file.text !== '' && <CopyButton text={file.text} label={t('trial.copy', { name })} />}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={classes.text} tabIndex={0} ref={box}>
        {markedLine === null ? (
          file.text || <span className={classes.empty}>{t('details.emptyFile')}</span>
        ) : (
          <MarkedText text={file.text} markedLine={markedLine} tone={tone} />
        )}
      </pre>
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
