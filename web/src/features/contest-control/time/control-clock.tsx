import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import {
  type ContestStatus,
  endTimeMs,
  freezeTimeMs,
  hasFreeze,
  lastEndTimeMs,
  practiceEndTimeMs,
} from '@balloon/domain/contests/contest-phase.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-control/contest-control.module.css';
import { nextTurnMs } from '#features/contests/contest-clock.tsx';
import { Countdown } from '#features/contests/countdown.tsx';
import { useDurationText } from '#features/contests/duration-text.ts';
import { useFormats } from '#shared/text/format.ts';

/** Time left until the next turn, large, and the turns of the contest under it. */
export function ControlClock({
  contest,
  status,
  nowMs,
}: {
  contest: ContestControl['contest'];
  status: ContestStatus;
  nowMs: number;
}) {
  const { t } = useTranslation();
  const durationText = useDurationText();
  const formats = useFormats();
  const turnMs = nextTurnMs(contest, status);
  return (
    <section className={classes.clock} data-status={status}>
      <p className={classes.caption}>{t(`clock.${status}`)}</p>
      {turnMs !== null && (
        <p className={classes.time} role="timer" aria-label={t(`clock.${status}`)}>
          <Countdown leftMs={turnMs - nowMs} />
        </p>
      )}
      <dl className={classes.turns}>
        <Turn name={t('control.start')} atMs={contest.startTimeMs} nowMs={nowMs} />
        {hasFreeze(contest) ? (
          <Turn name={t('control.freezeAt')} atMs={freezeTimeMs(contest)} nowMs={nowMs} />
        ) : (
          <div>
            <dt>{t('control.freezeAt')}</dt>
            <dd>{t('control.noFreeze')}</dd>
          </div>
        )}
        <Turn name={t('control.end')} atMs={endTimeMs(contest)} nowMs={nowMs} />
        {contest.extraTimeMs > 0 && (
          <Turn name={t('control.lastEnd')} atMs={lastEndTimeMs(contest)} nowMs={nowMs} />
        )}
        {contest.practiceDurationTimeMs > 0 && (
          <Turn name={t('control.practiceEnd')} atMs={practiceEndTimeMs(contest)} nowMs={nowMs} />
        )}
        <div>
          <dt>{t('control.duration')}</dt>
          <dd>{durationText(contest.durationTimeMs)}</dd>
        </div>
      </dl>
      <p className={classes.zone}>{t('contests.zone', { zone: formats.zone(nowMs) })}</p>
    </section>
  );
}

const DAY_MS = 86_400_000;

/** Instant of a turn; with its day when it is not near. */
function Turn({ name, atMs, nowMs }: { name: string; atMs: number; nowMs: number }) {
  const formats = useFormats();
  const isNear = Math.abs(atMs - nowMs) < DAY_MS / 2;
  return (
    <div data-past={atMs <= nowMs || undefined}>
      <dt>{name}</dt>
      <dd>
        <time dateTime={new Date(atMs).toISOString()} title={formats.exact(atMs)}>
          {isNear ? formats.time(atMs) : `${formats.shortDay(atMs)}, ${formats.time(atMs)}`}
        </time>
      </dd>
    </div>
  );
}
