import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/problems/statement/statement-page.module.css';

const LINES = [96, 100, 91, 98, 64];

/** Placeholder in the shape of a statement while it loads. */
export function StatementSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.skeleton} role="status" aria-busy="true" aria-label={t('progress.label')}>
      <div className={classes.head}>
        <Skeleton circle height={62} width={54} />
        <div className={classes.headText}>
          <Skeleton height={32} width="55%" mb={12} />
          <Skeleton height={15} width={120} />
        </div>
      </div>
      {LINES.map((width) => (
        <Skeleton key={width} height={15} width={`${width}%`} mb={14} />
      ))}
    </div>
  );
}
