import { Button, Skeleton } from '@mantine/core';
import { IconUsers, IconZoomExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/table/table.module.css';
import { EmptyState } from '#shared/states.tsx';

/** A table on its way. */
export function TableSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={38} radius={6} />
      ))}
    </div>
  );
}

/** A table without participants, or without those who were looked for. */
export function NobodyYet({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconZoomExclamation size={44} stroke={1.4} aria-hidden />}
        title={t('table.notFoundTitle')}
        text={t('table.notFoundText')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('table.showEverybody')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<IconUsers size={44} stroke={1.4} aria-hidden />}
      title={t('table.emptyTitle')}
      text={t('table.emptyText')}
    />
  );
}
