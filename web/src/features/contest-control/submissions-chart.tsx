import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { useTranslation } from 'react-i18next';
import { barsPath, stretchesOf } from '#features/contest-control/chart-shape.ts';
import classes from '#features/contest-control/submissions-chart.module.css';
import { useFormats } from '#shared/text/format.ts';

const HEIGHT = 100;
const MINUTE_MS = 60_000;
/** Length of "lately". */
const RECENT_MS = 5 * MINUTE_MS;

/** Submissions over the main time, drawn, and the same numbers as a table. */
export function SubmissionsChart({ state, nowMs }: { state: ContestControl; nowMs: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { submissions, contest } = state;
  const { counts, stepMs, total } = submissions;
  const steps = Math.max(1, Math.ceil(contest.durationTimeMs / stepMs));
  const most = Math.max(1, ...counts);
  const freezeStep = contest.relativeFreezeTimeMs / stepMs;
  const nowStep = Math.min(steps, Math.max(0, (nowMs - contest.startTimeMs) / stepMs));
  const lately = counts.slice(-Math.ceil(RECENT_MS / stepMs)).reduce((sum, count) => sum + count, 0);
  return (
    <section className={classes.chart} aria-label={t('control.submissions')}>
      <h2 className="visually-hidden">{t('control.submissions')}</h2>
      <p className={classes.head}>
        <span className={classes.name} aria-hidden>
          {t('control.submissions')}
        </span>
        <span>{t('control.total', { count: total, number: formats.number(total) })}</span>
        <span>{t('control.lately', { number: formats.number(lately) })}</span>
      </p>
      <div className={classes.plot}>
        <span className={classes.most} aria-hidden>
          {t('control.perStep', { number: formats.number(most), count: stepMs / MINUTE_MS })}
        </span>
        <svg viewBox={`0 0 ${steps} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {freezeStep < steps && (
            <rect
              className={classes.freeze}
              x={freezeStep}
              y={0}
              width={steps - freezeStep}
              height={HEIGHT}
            />
          )}
          <path className={classes.bars} d={barsPath(counts, most, HEIGHT)} />
          {nowStep > 0 && nowStep < steps && (
            <line className={classes.now} x1={nowStep} x2={nowStep} y1={0} y2={HEIGHT} />
          )}
        </svg>
        {total === 0 && (
          <p className={classes.empty}>
            <span>{t('control.nothingSent')}</span>
          </p>
        )}
      </div>
      <NumbersTable submissions={submissions} />
    </section>
  );
}

/** The numbers of the chart, shown on demand. */
function NumbersTable({ submissions }: { submissions: ContestControl['submissions'] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const stretches = stretchesOf(submissions);
  if (stretches.length === 0) return null;
  return (
    <details className={classes.numbers}>
      <summary>{t('control.asTable')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('control.timeOfContest')}</th>
            <th scope="col">{t('control.sent')}</th>
          </tr>
        </thead>
        <tbody>
          {stretches.map(({ fromMs, toMs, count }) => (
            <tr key={fromMs}>
              <th scope="row">
                {clock(fromMs)}–{clock(toMs)}
              </th>
              <td>{formats.number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Hours and minutes since the start, such as 1:05. */
function clock(sinceStartMs: number): string {
  const minutes = Math.round(sinceStartMs / MINUTE_MS);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
