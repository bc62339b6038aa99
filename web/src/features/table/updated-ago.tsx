import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/table/table-toolbar.module.css';

const TICK_MS = 5_000;
const JUST_NOW_MS = 10_000;
const MINUTE_MS = 60_000;

export interface UpdatedAgoProps {
  /** By the browser's clock; 0 while it is on its way. */
  updatedAtMs: number;
  /** Nobody updates it by itself. */
  isStill: boolean;
  isFetching: boolean;
  onRefresh: () => void;
}

/** How old the table is; where it stands still, with the way to a new one. */
export function UpdatedAgo({ updatedAtMs, isStill, isFetching, onRefresh }: UpdatedAgoProps) {
  const { t } = useTranslation();
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const ageMs = nowMs - updatedAtMs;
  const text = () => {
    if (ageMs < JUST_NOW_MS) return t('table.updatedNow');
    if (ageMs < MINUTE_MS) return t('table.updatedSeconds', { count: Math.floor(ageMs / 1000) });
    return t('table.updatedMinutes', { count: Math.floor(ageMs / MINUTE_MS) });
  };
  return (
    <span className={classes.updated}>
      {updatedAtMs > 0 && text()}
      {isStill && (
        <Button variant="subtle" size="compact-md" loading={isFetching} onClick={onRefresh}>
          {t('monitor.refresh')}
        </Button>
      )}
    </span>
  );
}
