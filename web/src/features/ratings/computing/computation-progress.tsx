import type { RatingComputation } from '@balloon/contracts/ratings/rating-computations.ts';
import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/ratings/rating-admin.module.css';

export interface ComputationProgressProps {
  computation: RatingComputation;
  onCancel: () => void;
}

/** How far a computation is. */
export function ComputationProgress({ computation, onCancel }: ComputationProgressProps) {
  const { t } = useTranslation();
  const { donePairs: done, totalPairs: total } = computation;
  return (
    <section className={classes.progress} aria-label={t('ratingAdmin.running')}>
      <div className={classes.resultHead}>
        <span role="status">{t('ratingAdmin.progress', { done, total })}</span>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
      <Progress
        value={total === 0 ? 0 : (100 * done) / total}
        aria-label={t('ratingAdmin.running')}
        animated
        striped
      />
    </section>
  );
}
