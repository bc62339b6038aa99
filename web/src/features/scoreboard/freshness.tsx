import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ScoreboardPlace } from '#features/scoreboard/scoreboard-place.ts';
import classes from '#features/scoreboard/scoreboard-toolbar.module.css';
import { UpdatedAgo, type UpdatedAgoProps } from '#features/scoreboard/updated-ago.tsx';

export interface FreshnessProps extends UpdatedAgoProps {
  isLive: boolean;
  onPlace: (change: Partial<ScoreboardPlace>) => void;
}

/** Whether the table is live, and its age. */
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
