import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PROBLEMS_PAGE_SIZE } from '#features/problem-admin/problem-admin.data.ts';
import classes from '#features/problem-admin/problem-table.module.css';

const ROWS = Array.from({ length: PROBLEMS_PAGE_SIZE }, (_, row) => ({ row, width: 30 + ((row * 17) % 25) }));

/** Placeholder in the shape of the table while it loads. */
export function ProblemTableSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy="true" aria-label={t('progress.label')}>
      {ROWS.map(({ row, width }) => (
        <div key={row} className={classes.placeholder}>
          <Skeleton height={16} width={36} />
          <Skeleton height={16} width={`${width}%`} />
          <Skeleton height={16} width={80} ml="auto" />
        </div>
      ))}
    </div>
  );
}
