import type { ContestStatus } from '@balloon/domain/contests/contest-phase.ts';
import {
  IconBan,
  IconClock,
  IconFlag3,
  IconPlayerPlayFilled,
  IconRefresh,
  IconSnowflake,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contests/status-name.module.css';

const SIGNS = {
  RUNNING: IconPlayerPlayFilled,
  FROZEN: IconSnowflake,
  WAITING: IconClock,
  PRACTICE: IconRefresh,
  FINISHED: IconFlag3,
  NOT_ENABLED: IconBan,
  REMOVED: IconTrash,
} as const;

/** Status of a contest: sign, colour and word. Where the viewer may start it by themselves, that is the word. */
export function StatusName({
  status,
  isStartable = false,
}: {
  status: ContestStatus;
  isStartable?: boolean;
}) {
  const { t } = useTranslation();
  const Sign = SIGNS[status];
  return (
    <span className={classes.status} data-status={status}>
      <Sign size={16} stroke={2} aria-hidden />
      {t(`status.${isStartable ? 'startable' : status}`)}
    </span>
  );
}
