import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-list/contest-pages.module.css';
import rowClasses from '#features/contest-list/contest-row.module.css';

const ROWS = [62, 44, 71, 53, 66, 48];

/** Placeholder in the shape of the list while it loads. */
export function ContestListSkeleton() {
  const { t } = useTranslation();
  return (
    <ul className={classes.list} aria-busy="true" aria-label={t('progress.label')}>
      {ROWS.map((width) => (
        <li key={width} className={rowClasses.row}>
          <div className={rowClasses.main}>
            <Skeleton height={15} width={92} mt={3} />
            <Skeleton height={21} width={`${width}%`} mt={12} />
            <Skeleton height={14} width={`${width - 12}%`} mt={12} mb={4} />
          </div>
        </li>
      ))}
    </ul>
  );
}
