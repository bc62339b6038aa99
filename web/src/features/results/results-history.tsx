import type { ResultsStep } from '@balloon/contracts/scoreboard/results.ts';
import { IconCircleCheck, IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/results/results.module.css';
import { useFormats } from '#shared/text/format.ts';

/** When results were made final and opened again, by whom, and why; newest first. */
export function ResultsHistory({ steps }: { steps: readonly ResultsStep[] }) {
  const { t } = useTranslation();
  return (
    <section className={classes.part} aria-label={t('results.history')}>
      <h2 className={classes.subtitle}>{t('results.history')}</h2>
      <ul className={classes.list}>
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ul>
    </section>
  );
}

function Step({ step: { kind, atMs, by, reason } }: { step: ResultsStep }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const name = by ? by.fullName || by.username : t('results.nobody');
  return (
    <li className={classes.step} data-kind={kind}>
      {kind === 'finalized' ? (
        <IconCircleCheck size={20} aria-hidden />
      ) : (
        <IconRestore size={20} aria-hidden />
      )}
      <div className={classes.told}>
        {t(`results.step.${kind}`)}
        <p className={classes.second}>
          {formats.dateTime(atMs)} · {name}
        </p>
        {reason !== null && <p className={classes.why}>{reason}</p>}
      </div>
    </li>
  );
}
