import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TablePlace } from '#features/table/table-place.ts';
import classes from '#features/table/table-toolbar.module.css';
import { UpdatedAgo, type UpdatedAgoProps } from '#features/table/updated-ago.tsx';

export interface FreshnessProps extends UpdatedAgoProps {
  isLive: boolean;
  onPlace: (change: Partial<TablePlace>) => void;
}

/** Whether the table follows what happens, and how old it is. */
export function Freshness({ isLive, onPlace, ...updated }: FreshnessProps) {
  const { t } = useTranslation();
  return (
    <span className={classes.left}>
      <Checkbox
        className={classes.check ?? ''}
        label={t('monitor.standStill')}
        checked={!isLive}
        onChange={(event) => onPlace({ isLive: !event.currentTarget.checked })}
      />
      <UpdatedAgo {...updated} />
    </span>
  );
}
