import type { TableActivity } from '@balloon/contracts/scoreboard.ts';
import { useMemo } from 'react';
import classes from '#features/table/rewind-bar.module.css';
import { densityOf } from '#features/table/rewind-steps.ts';

const PARTS = 150;
const HEIGHT = 28;

interface Span {
  fromMs: number;
  toMs: number;
}

export interface DensityProps {
  activity: TableActivity;
  range: Span;
  freeze: Span;
}

/** How busy the contest was along the slider, and when it was frozen. Decoration: the buttons beside it tell more. */
export function Density({ activity, range, freeze }: DensityProps) {
  const { fromMs, toMs } = range;
  const path = useMemo(
    () =>
      densityOf(activity, { fromMs, toMs }, PARTS)
        .map((share, part) => (share === 0 ? '' : `M${part + 0.5} ${HEIGHT}v${-(2 + share * (HEIGHT - 2))}`))
        .join(''),
    [activity, fromMs, toMs],
  );
  const placeOf = (ms: number) =>
    Math.min(PARTS, Math.max(0, (PARTS * (ms - fromMs)) / Math.max(1, toMs - fromMs)));
  const [frozenFrom, frozenTo] = [placeOf(freeze.fromMs), placeOf(freeze.toMs)];
  return (
    <svg
      className={classes.density}
      viewBox={`0 0 ${PARTS} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <rect className={classes.freeze} x={frozenFrom} width={frozenTo - frozenFrom} height={HEIGHT} />
      <path d={path} />
    </svg>
  );
}
