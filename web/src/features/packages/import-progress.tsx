import type { ImportProgress, ListedImport } from '@balloon/contracts/judging/package-import.ts';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSizeText } from '#features/packages/size-text.ts';
import classes from '#features/packages/upload.module.css';

/** Steps of a build in their order. */
const STEPS: readonly ImportProgress['step'][] = [
  'reading',
  'compiling',
  'generating',
  'validating',
  'answers',
  'solutions',
  'sending',
];

/** How far an import is: its place in the queue, or the step of its build. */
export function ImportProgressLine({ shown }: { shown: ListedImport }) {
  const { t } = useTranslation();
  const sizeText = useSizeText();
  const { progress, queuePlace } = shown;
  if (progress === null) {
    const waits = queuePlace !== null;
    return (
      <p className={classes.facts}>
        {waits ? t('imports.queuePlace', { place: queuePlace }) : t('imports.starting')}
      </p>
    );
  }
  const { step, done, total, what } = progress;
  const place = STEPS.indexOf(step);
  const percent = ((place + (total > 0 ? done / total : 0)) / STEPS.length) * 100;
  const stepText = t(`imports.step.${step}`);
  return (
    <div className={classes.progress}>
      <Progress value={percent} aria-label={stepText} />
      <p className={classes.step}>
        <span>{t('imports.stepOf', { number: place + 1, steps: STEPS.length, step: stepText })}</span>
        {step === 'sending' && (
          <span>{t('imports.sent', { sent: sizeText(done), size: sizeText(total) })}</span>
        )}
        {step !== 'sending' && total > 1 && <span>{t('imports.doneOf', { done, total })}</span>}
        <span className={classes.what}>{what}</span>
      </p>
    </div>
  );
}
