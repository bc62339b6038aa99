import { BALLOON_COLORS } from '@balloon/domain/contests/balloon-colors.ts';
import classes from '#features/session/balloon-bunch.module.css';
import { SITE } from '#shared/look/site.ts';
import { inkOn } from '#shared/ui/labels/balloon-colors.ts';

/** Centre of each balloon and its size, back to front. */
const BALLOONS = [
  { x: 176, y: 84, size: 1.9 },
  { x: 306, y: 92, size: 2 },
  { x: 84, y: 176, size: 1.94 },
  { x: 398, y: 196, size: 1.94 },
  { x: 236, y: 190, size: 2.2 },
  { x: 140, y: 284, size: 2.06 },
  { x: 322, y: 300, size: 2.14 },
] as const;

/** Point where the strings meet: the tip of the brace that holds them. */
const KNOT = { x: 240, y: 520 };

/** Font size in units of the picture: the width of the brace for a short name, smaller for a long one. */
const nameSize = (name: string) => Math.min(48, 880 / name.length);

/** A bunch of balloons held by a curly brace with the product's name in it. */
export function BalloonBunch() {
  return (
    <svg className={classes.bunch} viewBox="0 0 480 640" role="img" aria-label={SITE.name}>
      <g className={classes.strings}>
        {BALLOONS.map(({ x, y, size }) => (
          <path
            key={`${x} ${y}`}
            d={`M${x} ${y + 24 * size} Q${(x + KNOT.x) / 2 + (x - KNOT.x) * 0.28} ${(y + KNOT.y) / 2 + 60} ${KNOT.x} ${KNOT.y}`}
          />
        ))}
        <path className={classes.brace} d="M118 566C118 526 240 574 240 520C240 574 362 526 362 566" />
      </g>
      {BALLOONS.map(({ x, y, size }, position) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y}) scale(${size})`}>
          <path
            className={classes.skin}
            style={{ fill: BALLOON_COLORS[position] }}
            d="M0-28c-16.4 0-28 12.2-28 27.4C-28 16.2-14.8 32 0 32S28 16.2 28-.6C28-15.8 16.4-28 0-28Z"
          />
          <path style={{ fill: BALLOON_COLORS[position] }} d="M0 31l4.5 7.5h-9Z" />
          <path className={classes.shine} d="M-17-8c1.5-6 5-9.5 9.5-11.5" />
          <text
            className={classes.letter}
            fontSize={26}
            y="2"
            style={{ fill: inkOn(BALLOON_COLORS[position] ?? '#000000') }}
          >
            {String.fromCharCode(65 + position)}
          </text>
        </g>
      ))}
      <text className={classes.name} x="240" y="622" fontSize={nameSize(SITE.name)}>
        {SITE.name}
      </text>
    </svg>
  );
}
