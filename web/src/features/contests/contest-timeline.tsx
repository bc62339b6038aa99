import type { ContestTimes } from '@balloon/domain/contests/contest-phase.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/contests/contest-timeline.module.css';
import { contestStages, currentStage, passedShare } from '#features/contests/timeline.ts';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { type Formats, useFormats } from '#shared/text/format.ts';

/** Start, freeze, end and practice on one line, with a balloon at the present moment. */
export function ContestTimeline({ contest }: { contest: ContestTimes }) {
  const { t } = useTranslation();
  const nowMs = useServerNow();
  const stages = contestStages(contest);
  const current = currentStage(stages, nowMs);
  return (
    <section
      className={classes.timeline}
      aria-label={t('about.timeline')}
      style={{ '--stages': stages.map(({ width }) => `${width * 100}fr`).join(' ') } as React.CSSProperties}
    >
      <div className={classes.bar} aria-hidden>
        {stages.map((stage) => (
          <span key={stage.name} className={classes.stage} data-stage={stage.name}>
            <span className={classes.passed} style={{ width: `${passedShare(stage, nowMs) * 100}%` }}>
              {stage === current && <NowBalloon />}
            </span>
          </span>
        ))}
      </div>
      <ol className={classes.turns}>
        {stages.map((stage, position) => (
          <li key={stage.name} className={classes.cell}>
            <Turn name={position === 0 ? 'start' : OPENS[stage.name]} atMs={stage.fromMs} contest={contest} />
            {position === stages.length - 1 && (
              <Turn
                name={stage.name === 'practice' ? 'practiceEnd' : 'end'}
                atMs={stage.toMs}
                contest={contest}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Name of the first moment of a stage, unless the contest starts with it. */
const OPENS = { running: 'start', frozen: 'freeze', practice: 'end' } as const;

function Turn({ name, atMs, contest }: { name: string; atMs: number; contest: ContestTimes }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className={classes.turn}>
      <span className={classes.label}>{t(`about.turn.${name}`)}</span>
      <time className={classes.time} dateTime={new Date(atMs).toISOString()}>
        {turnTime(formats, atMs, contest.startTimeMs)}
      </time>
    </div>
  );
}

/** Formats an instant, with its day if that differs from the day of the start. */
function turnTime(formats: Formats, atMs: number, startMs: number): string {
  const isSameDay = formats.date(atMs) === formats.date(startMs);
  return isSameDay && atMs !== startMs ? formats.time(atMs) : formats.dateTime(atMs);
}

function NowBalloon() {
  return (
    <svg className={classes.now} viewBox="0 0 32 46" width="26" height="37" aria-hidden>
      <path d="M16 1.5C8 1.5 2.5 7.3 2.5 14.5 2.5 22.5 9 29.5 16 29.5s13.5-7 13.5-15C29.5 7.3 24 1.5 16 1.5Z M16 29l3 4.5h-6Z" />
      <path d="M16 33v12" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
