import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/scoreboard/scoreboard-toolbar.module.css';

const TICK_MS = 5_000;
const JUST_NOW_MS = 10_000;
const MINUTE_MS = 60_000;

export interface UpdatedAgoProps {
  /** Milliseconds by the browser's clock; 0 while loading. */
  updatedAtMs: number;
  /** Whether the table is not updated automatically. */
  isStill: boolean;
  isFetching: boolean;
  onRefresh: () => void;
}

/** Age of the table; with a button to refresh it when it is not updated automatically. */
export function UpdatedAgo({ updatedAtMs, isStill, isFetching, onRefresh }: UpdatedAgoProps) {
  const { t } = useTranslation();
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const ageMs = nowMs - updatedAtMs;
  const text = () => {
    if (ageMs < JUST_NOW_MS) return t('scoreboard.updatedNow');
    if (ageMs < MINUTE_MS) return t('scoreboard.updatedSeconds', { count: Math.floor(ageMs / 1000) });
    return t('scoreboard.updatedMinutes', { count: Math.floor(ageMs / MINUTE_MS) });
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
