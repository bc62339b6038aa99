import type { ListedRatingChange } from '@balloon/contracts/ratings/ratings.ts';
import { RATING_BOUNDS, ratingAxis, ratingZone, zoneBands } from '@balloon/domain/rating/zones.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Line,
  LineChart,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import classes from '#features/ratings/history/rating-history.module.css';
import { RatingDelta, RatingValue } from '#features/ratings/rating-value.tsx';
import { useFormats } from '#shared/text/format.ts';

const DAY_MS = 24 * 60 * 60_000;
const INK = 'var(--ink-soft)';

interface Point {
  atMs: number;
  rating: number;
  change: ListedRatingChange;
}

/**
 * A rating over time on the colours of its zones. Arrow keys go from contest to contest; the table has the
 * same data.
 */
export function RatingChart({ changes }: { changes: readonly ListedRatingChange[] }) {
  const { t } = useTranslation();
  const formatDay = useDayFormat();
  const points = changes.map((change) => ({
    atMs: change.contest.startTimeMs,
    rating: change.ratingAfter,
    change,
  }));
  const axis = ratingAxis(points.map(({ rating }) => rating));
  return (
    <div className={classes.chart}>
      <ResponsiveContainer width="100%" height="100%">
        <LineChart
          data={points}
          margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
          accessibilityLayer
          aria-label={`${t('rating.chartTitle')}. ${t('rating.chartText')}`}
        >
          {zoneBands(axis).map(({ zone, from, to }) => (
            <ReferenceArea
              key={zone}
              y1={from}
              y2={to}
              fill={`var(--rating-${zone})`}
              fillOpacity={0.14}
              strokeOpacity={0}
            />
          ))}
          <XAxis
            type="number"
            dataKey="atMs"
            scale="time"
            domain={daysOf(points)}
            tickFormatter={formatDay}
            tick={{ fill: INK, fontSize: 'var(--text-xs)' }}
            stroke="var(--line-strong)"
            minTickGap={28}
          />
          <YAxis
            domain={[...axis]}
            ticks={[axis[0], ...RATING_BOUNDS.filter((bound) => axis[0] < bound && bound < axis[1]), axis[1]]}
            interval="preserveStartEnd"
            tick={{ fill: INK, fontSize: 'var(--text-xs)' }}
            stroke="var(--line-strong)"
            width={52}
          />
          <Tooltip content={PointTip} cursor={{ stroke: 'var(--line-strong)' }} isAnimationActive={false} />
          <Line
            dataKey="rating"
            stroke={INK}
            strokeWidth={2}
            dot={Dot}
            activeDot={{ r: 6, fill: 'var(--brand)', stroke: 'var(--page)', strokeWidth: 2 }}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

/** Range of days; a single contest is in the middle. */
function daysOf(points: readonly Point[]): [number, number] {
  const times = points.map(({ atMs }) => atMs);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  return from === to ? [from - DAY_MS, to + DAY_MS] : [from, to];
}

function useDayFormat(): (atMs: number) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, {
      day: 'numeric',
      month: 'short',
      year: '2-digit',
    });
    return (atMs) => format.format(atMs);
  }, [i18n.language]);
}

function Dot({ cx, cy, payload }: { cx?: number; cy?: number; payload?: Point }) {
  if (cx === undefined || cy === undefined || payload === undefined) return null;
  const fill = `var(--rating-${ratingZone(payload.rating)})`;
  return (
    <circle
      key={payload.change.id}
      cx={cx}
      cy={cy}
      r={4}
      fill={fill}
      stroke="var(--page)"
      strokeWidth={1.5}
    />
  );
}

function PointTip({ active, payload }: TooltipContentProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const point = payload?.[0]?.payload as Point | undefined;
  if (!active || point === undefined) return null;
  const { contest, realRank, ratingChange, ratingAfter } = point.change;
  return (
    <div className={classes.tip}>
      <strong>{contest.name}</strong>
      <span className={classes.tipLine}>{formats.date(contest.startTimeMs)}</span>
      <span className={classes.tipLine}>{t('rating.placeNumber', { place: realRank })}</span>
      <span className={classes.tipLine}>
        <RatingValue rating={ratingAfter} />
        <RatingDelta change={ratingChange} />
      </span>
    </div>
  );
}
