import { balloonColor, inkOn } from '#shared/ui/labels/balloon-colors.ts';
import classes from '#shared/ui/labels/problem-balloon.module.css';

export interface ProblemBalloonProps {
  /** Letters of the problem. */
  index: string;
  /** Balloon colour as the server gave it. */
  color?: string | null | undefined;
  /** Height in CSS pixels. */
  size?: number;
  /** Whether only the outline is drawn: an unsolved problem. */
  hollow?: boolean;
}

/** The problem's letters on its balloon. The letters identify it; the colour only helps to find it again. */
export function ProblemBalloon({ index, color, size = 28, hollow = false }: ProblemBalloonProps) {
  const fill = balloonColor(index, color);
  return (
    <svg
      className={classes.balloon}
      viewBox="0 0 32 38"
      height={size}
      width={(size * 32) / 38}
      role="img"
      aria-label={index}
      style={
        { '--balloon': fill, '--balloon-ink': hollow ? 'var(--ink)' : inkOn(fill) } as React.CSSProperties
      }
    >
      <path
        className={hollow ? classes.hollow : classes.full}
        d="M16 1.5C7.8 1.5 2 7.6 2 15.2c0 8.4 6.6 16.3 14 16.3s14-7.9 14-16.3C30 7.6 24.2 1.5 16 1.5Z"
      />
      <path className={classes.knot} d="M16 32l3.6 5h-7.2Z" />
      <text className={classes.letter} x="16" y="17" fontSize={index.length > 1 ? 13 : 17}>
        {index}
      </text>
    </svg>
  );
}
