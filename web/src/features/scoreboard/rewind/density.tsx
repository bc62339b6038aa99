import type { ScoreboardActivity } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { useMemo } from 'react';
import classes from '#features/scoreboard/rewind/rewind-bar.module.css';
import { densityOf } from '#features/scoreboard/rewind/rewind-steps.ts';

const PARTS = 150;
const HEIGHT = 28;

interface Span {
  fromMs: number;
  toMs: number;
}

export interface DensityProps {
  activity: ScoreboardActivity;
  range: Span;
  freeze: Span;
}

/**
 * Activity of the contest along the slider, and its freeze. Decoration: the buttons beside it have more
 * information.
 */
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
