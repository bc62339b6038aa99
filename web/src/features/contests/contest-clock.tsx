import type { Contest } from '@balloon/contracts/contests.ts';
import {
  type ContestStatus,
  type ContestTimes,
  contestStatus,
  endTimeMs,
  practiceEndTimeMs,
} from '@balloon/domain/contests/contest-phase.ts';
import { IconSnowflake } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contests/contest-clock.module.css';
import { Countdown } from '#features/contests/countdown.tsx';
import { isStartable } from '#features/contests/own-window.ts';
import { useServerNow } from '#shared/api/live/server-clock.ts';

/** Instant that the clock counts down to (start, end or end of practice), or null when nothing more happens. */
export function nextTurnMs(contest: ContestTimes, status: ContestStatus): number | null {
  if (status === 'WAITING') return contest.startTimeMs;
  if (status === 'RUNNING' || status === 'FROZEN') return endTimeMs(contest);
  if (status === 'PRACTICE') return practiceEndTimeMs(contest);
  return null;
}

/** The turn of a viewer who may have to start by themselves: then it is the beginning of the period, or its end. */
export function ownTurnMs(contest: Contest, status: ContestStatus, nowMs: number): number | null {
  if (status !== 'WAITING' || contest.windowTimeMs === null) return nextTurnMs(contest, status);
  return isStartable(contest, status, nowMs) ? contest.periodEndTimeMs : contest.periodStartTimeMs;
}

/** The contest clock of the header: the name of the next step, and the time left. */
export function ContestClock({ contest }: { contest: Contest }) {
  const { t } = useTranslation();
  const nowMs = useServerNow();
  const status = contestStatus(contest, nowMs);
  const turnMs = ownTurnMs(contest, status, nowMs);
  const caption = t(isStartable(contest, status, nowMs) ? 'clock.startable' : `clock.${status}`);
  const isOn = status === 'RUNNING' || status === 'FROZEN';
  return (
    <div className={classes.clock} data-status={status} role="timer" aria-label={caption}>
      <span className={classes.caption}>
        {status === 'FROZEN' && (
          <IconSnowflake className={classes.snowflake} size={16} stroke={2} aria-hidden />
        )}
        {caption}
      </span>
      {turnMs !== null && <Countdown className={classes.time} leftMs={turnMs - nowMs} />}
      {isOn && contest.ownExtraTimeMs > 0 && (
        <span className={classes.extra} title={t('clock.ownExtraTime')}>
          +{Math.round(contest.ownExtraTimeMs / 60_000)}
        </span>
      )}
    </div>
  );
}
