import type { TrialTest } from '@balloon/contracts/solutions/trial-runs.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/send/trial/trial.module.css';
import { useSize } from '#shared/text/excerpt.ts';
import { useFormats } from '#shared/text/format.ts';

/** Time and memory of one run. */
export function TrialSpent({ test }: { test: TrialTest }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const size = useSize();
  return (
    <span className={classes.spent}>
      <span>{t('trial.ms', { ms: formats.number(Math.round(test.timeMs)) })}</span>
      <span>{size(test.memoryKb * 1024)}</span>
    </span>
  );
}
