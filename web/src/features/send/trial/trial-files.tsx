import type { TrialTest } from '@balloon/contracts/solutions/trial-runs.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { useTranslation } from 'react-i18next';
import { firstDifference } from '#features/send/trial/first-difference.ts';
import classes from '#features/send/trial/trial.module.css';
import { TrialFile } from '#features/send/trial/trial-file.tsx';
import type { Excerpt } from '#shared/text/excerpt.ts';

/** A sample's run: how the program ended, expected and actual output, and the input. */
export function TrialFiles({ test }: { test: TrialTest }) {
  const { t } = useTranslation();
  const { input, answer, output, stderr, verdictId } = test;
  // A checker may accept another answer.
  const isRight = verdictId === VERDICTS.accepted.id;
  const line = isRight || !answer || !output ? null : firstDifference(answer, output);
  return (
    <div className={classes.files}>
      <div className={classes.about}>
        {line !== null && <p className={classes.words}>{t('trial.differs', { line: line + 1 })}</p>}
        <TrialEnd test={test} />
      </div>
      <div className={classes.pair}>
        {answer && <TrialFile name={t('trial.expected')} file={answer} markedLine={line} tone="expected" />}
        {output && <TrialFile name={t('trial.output')} file={output} markedLine={line} tone="actual" />}
      </div>
      {input && <TrialFile name={t('trial.input')} file={input} />}
      {hasText(stderr) && <TrialFile name={t('trial.stderr')} file={stderr} isSizeKnown={false} />}
    </div>
  );
}

export const hasText = (file: Excerpt | null): file is Excerpt => file !== null && file.text !== '';

/** How the program ended, if noteworthy, and the checker's comment. */
export function TrialEnd({ test }: { test: TrialTest }) {
  const { t } = useTranslation();
  const { exitCode, signal, comment, verdictId } = test;
  const isChecked = verdictId !== null && CHECKED.includes(verdictId);
  return (
    <>
      {signal !== null && <p className={classes.words}>{t('details.signal', { signal })}</p>}
      {exitCode !== null && exitCode !== 0 && (
        <p className={classes.words}>{t('details.exitCode', { code: exitCode })}</p>
      )}
      {isChecked && comment && (
        <p className={classes.words}>
          {t('trial.checker')} <q className={classes.comment}>{comment}</q>
        </p>
      )}
    </>
  );
}

/** Verdicts by the checker; others result from how the program ended. */
const CHECKED: readonly number[] = [
  VERDICTS.accepted.id,
  VERDICTS.wrongAnswer.id,
  VERDICTS.presentationError.id,
];
