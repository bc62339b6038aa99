import type { Contest } from '@balloon/contracts/contests.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/contests/contest-timeline.module.css';
import { contestStages, placeOnBar, type Stage } from '#features/contests/timeline.ts';
import { type Formats, useFormats } from '#shared/format.ts';
import { useServerNow } from '#shared/server-clock.ts';

/** Start, freeze, end and practice on one string, with a balloon where we are now. */
export function ContestTimeline({ contest }: { contest: Contest }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nowMs = useServerNow();
  const stages = contestStages(contest);
  const place = placeOnBar(stages, nowMs);
  const turns = turnsOf(stages);
  return (
    <section className={classes.timeline} aria-label={t('about.timeline')}>
      <div className={classes.bar} aria-hidden>
        {stages.map(({ name, width }) => (
          <span key={name} className={classes.stage} data-stage={name} style={{ flexGrow: width }} />
        ))}
        <span className={classes.passed} style={{ width: `${place * 100}%` }} />
        <span className={classes.now} style={{ left: `${place * 100}%` }}>
          <NowBalloon />
        </span>
      </div>
      <ol className={classes.turns}>
        {turns.map(({ key, atMs, place: at }) => (
          <li
            key={key}
            className={classes.turn}
            style={{ '--at': at } as React.CSSProperties}
            data-end={at > 0.99}
          >
            <span className={classes.label}>{t(`about.turn.${key}`)}</span>
            <time className={classes.time} dateTime={new Date(atMs).toISOString()}>
              {turnTime(formats, atMs, contest.startTimeMs)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Turn {
  key: string;
  atMs: number;
  place: number;
}

/** The moments between the stages, and the two ends. */
function turnsOf(stages: readonly Stage[]): Turn[] {
  const keys = { running: 'start', frozen: 'freeze', practice: 'end' } as const;
  const turns: Turn[] = [];
  let place = 0;
  for (const [position, stage] of stages.entries()) {
    turns.push({ key: position === 0 ? 'start' : keys[stage.name], atMs: stage.fromMs, place });
    place += stage.width;
  }
  const last = stages.at(-1);
  if (last) turns.push({ key: last.name === 'practice' ? 'practiceEnd' : 'end', atMs: last.toMs, place: 1 });
  return turns;
}

/** The day is told where it is another one than that of the start. */
function turnTime(formats: Formats, atMs: number, startMs: number): string {
  const isSameDay = formats.date(atMs) === formats.date(startMs);
  return isSameDay && atMs !== startMs ? formats.time(atMs) : formats.dateTime(atMs);
}

function NowBalloon() {
  return (
    <svg viewBox="0 0 32 46" width="26" height="37" aria-hidden>
      <path d="M16 1.5C8 1.5 2.5 7.3 2.5 14.5 2.5 22.5 9 29.5 16 29.5s13.5-7 13.5-15C29.5 7.3 24 1.5 16 1.5Z M16 29l3 4.5h-6Z" />
      <path d="M16 33v12" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
