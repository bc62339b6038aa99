import type { TestDetail } from '@balloon/contracts/solutions/solution-details.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/solution-details/test-files.module.css';
import { WholeFilesButton } from '#features/test-files/whole-files-button.tsx';
import { isCut, useSize } from '#shared/text/excerpt.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';

const FILES = ['input', 'output', 'answer'] as const;

/** Input, output and jury's answer of a test, and how the program ended. */
export function TestFiles({ test }: { test: TestDetail }) {
  const { t } = useTranslation();
  const { exitCode, signal, comment } = test;
  return (
    <div className={classes.all}>
      {comment && isLong(comment) && <pre className={classes.comment}>{comment}</pre>}
      {(signal !== null || (exitCode !== null && exitCode !== 0)) && (
        <p className={classes.end}>
          {signal === null ? t('details.exitCode', { code: exitCode }) : t('details.signal', { signal })}
        </p>
      )}
      <div className={classes.files}>
        {FILES.map((file) => (
          <FileExcerpt key={file} name={t(`details.${file}`)} testNumber={test.number} excerpt={test[file]} />
        ))}
      </div>
      <WholeFilesButton testNumber={test.number} />
    </div>
  );
}

/** Whether a comment is longer than the row shows. */
const isLong = (comment: string) => comment.length > 80 || comment.includes('\n');

function FileExcerpt({
  name,
  testNumber,
  excerpt,
}: {
  name: string;
  testNumber: number;
  excerpt: TestDetail['input'];
}) {
  const { t } = useTranslation();
  const size = useSize();
  const label = `${name}, ${t('details.test', { number: testNumber })}`;
  return (
    <section className={classes.file} aria-label={label}>
      <div className={classes.head}>
        <span>
          {name} {excerpt && <small>{size(excerpt.bytes)}</small>}
        </span>
        {excerpt && excerpt.text !== '' && (
          <CopyButton text={excerpt.text} label={t('details.copy', { name, number: testNumber })} />
        )}
      </div>
      {excerpt && excerpt.text !== '' ? (
        <ScrollRegion as="pre" className={classes.text} label={label}>
          {excerpt.text}
        </ScrollRegion>
      ) : (
        <p className={classes.nothing}>{t(excerpt?.bytes === 0 ? 'details.emptyFile' : 'details.noFile')}</p>
      )}
      {excerpt && isCut(excerpt) && (
        <p className={classes.cut}>{t('details.cut', { size: size(excerpt.bytes) })}</p>
      )}
    </section>
  );
}
