import type { Contest } from '@balloon/contracts/contests.ts';
import { type ContestStatus, isMainTime } from '@balloon/domain/contests/contest-phase.ts';
import { Button } from '@mantine/core';
import { IconSnowflake } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/contest-about/contest-about.module.css';
import { StartOwnButton } from '#features/contest-about/start-own-button.tsx';
import { ownTurnMs } from '#features/contests/contest-clock.tsx';
import { Countdown, countdownParts } from '#features/contests/countdown.tsx';
import { isOpenForSending } from '#features/contests/current-contest.ts';
import { isStartable } from '#features/contests/own-window.ts';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { useMe } from '#shared/api/queries/session.ts';

/** The time left, large enough for a projector, and the next step. */
export function BigCountdown({ contest, status }: { contest: Contest; status: ContestStatus }) {
  const { t } = useTranslation();
  const me = useMe();
  const nowMs = useServerNow();
  const turnMs = ownTurnMs(contest, status, nowMs);
  const canStart = isStartable(contest, status, nowMs) && !me.isSupervisor;
  const isFloating = contest.windowTimeMs !== null;
  const caption = t(captionOf());
  const { days, clock } = countdownParts((turnMs ?? nowMs) - nowMs);
  const canRead =
    me.isSupervisor || (status !== 'WAITING' && status !== 'NOT_ENABLED' && status !== 'REMOVED');
  function captionOf(): string {
    if (canStart) return 'countdown.startable';
    const isOwnEnd = isFloating && contest.ownStartedAtMs !== null && isMainTime(status);
    return isOwnEnd ? 'countdown.ownEnd' : `countdown.${status}`;
  }
  function frozenNote(): string {
    if (contest.thawsByHand) return 'about.frozenNoteByHand';
    return isFloating ? 'about.frozenNoteOfPeriod' : 'about.frozenNote';
  }
  return (
    <section className={classes.now} data-status={status}>
      <div>
        {turnMs !== null && (
          <>
            <p className={classes.countdown} role="timer" aria-label={caption}>
              <Countdown leftMs={turnMs - nowMs} />
            </p>
            <p className={classes.caption}>
              {days > 0 && `${t('countdown.andClock', { clock })} `}
              {caption}
            </p>
          </>
        )}
        {turnMs === null && <p className={classes.over}>{caption}</p>}
      </div>
      <div className={classes.actions}>
        {canStart && <StartOwnButton contest={contest} />}
        {canRead && (
          <Button component={Link} to={`/contest/${contest.id}/problems`} size="lg">
            {t('about.toProblems')}
          </Button>
        )}
        {canRead && isOpenForSending(status, me.isSupervisor) && (
          <Button component={Link} to={`/contest/${contest.id}/send`} size="lg" variant="default">
            {t('about.toSend')}
          </Button>
        )}
        {me.isSupervisor && (
          <Button component={Link} to={`/admin/contests/${contest.id}/live`} size="lg" variant="default">
            {t('about.toControl')}
          </Button>
        )}
        {canRead && status === 'FINISHED' && (
          <Button component={Link} to={`/contest/${contest.id}/table`} size="lg" variant="default">
            {t('about.toTable')}
          </Button>
        )}
      </div>
      {status === 'FROZEN' && (
        <p className={classes.frozen}>
          <IconSnowflake size={18} stroke={2} aria-hidden />
          {t(frozenNote())}
        </p>
      )}
    </section>
  );
}
