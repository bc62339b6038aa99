import type { Contest } from '@balloon/contracts/contests.ts';
import { contestStatus } from '@balloon/domain/contest-phase.ts';
import { IconSnowflake } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nextTurnMs } from '#features/contests/contest-clock.tsx';
import { Countdown } from '#features/contests/countdown.tsx';
import classes from '#features/table/projector.module.css';
import { useServerNow } from '#shared/server-clock.ts';

/** Which contest it is, what time is left, and that it is frozen. */
export function ProjectorHead({ contest, isFrozen }: { contest: Contest; isFrozen: boolean }) {
  const { t } = useTranslation();
  const nowMs = useServerNow();
  const status = contestStatus(contest, nowMs);
  const turnMs = nextTurnMs(contest, status);
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>{contest.name}</h1>
      {isFrozen && (
        <p className={classes.frozen}>
          <IconSnowflake aria-hidden />
          {t('projector.frozen')}
        </p>
      )}
      <p className={classes.clock} role="timer">
        {status !== 'FROZEN' && <span className={classes.caption}>{t(`clock.${status}`)}</span>}
        {turnMs !== null && <Countdown className={classes.time} leftMs={turnMs - nowMs} />}
      </p>
    </header>
  );
}
