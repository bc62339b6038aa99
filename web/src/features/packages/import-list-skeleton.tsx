import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/packages/upload.module.css';

const ROWS = ['a', 'b', 'c'];

/** Placeholder in the shape of the list while it loads. */
export function ImportListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.imports} role="status" aria-busy="true" aria-label={t('progress.label')}>
      {ROWS.map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={18} width="40%" />
          <Skeleton height={14} width="60%" mt={8} />
        </div>
      ))}
    </div>
  );
}
