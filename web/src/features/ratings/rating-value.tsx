import { ratingZone } from '@balloon/domain/rating/zones.ts';
import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/ratings/rating-value.module.css';

/** Smaller changes are written as zero. */
const LEAST_SHOWN = 0.05;

/** A rating, rounded, in the colour of its zone. */
export function RatingValue({ rating }: { rating: number }) {
  return (
    <span className={classes.value} data-zone={ratingZone(rating)}>
      {Math.round(rating)}
    </span>
  );
}

/** Change of a rating by a contest: an arrow, a sign and a colour, and none of them for one below a tenth. */
export function RatingDelta({ change }: { change: number }) {
  const { t, i18n } = useTranslation();
  if (Math.abs(change) < LEAST_SHOWN) return <span className={classes.same}>0</span>;
  const isGain = change > 0;
  const Arrow = isGain ? IconTrendingUp : IconTrendingDown;
  // Some formulas count in whole points.
  const digits = Number.isInteger(change) ? 0 : 1;
  const text = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'exceptZero',
  })
    .format(change)
    .replace('-', '−');
  return (
    <span className={classes.delta} data-gain={isGain}>
      <Arrow size={16} stroke={2} aria-label={t(isGain ? 'rating.gain' : 'rating.loss')} role="img" />
      {text}
    </span>
  );
}
