import { Skeleton } from '@mantine/core';
import classes from '#features/ratings/rating-history.module.css';

/** The shape of a history on its way: facts, chart, rows. */
export function HistorySkeleton() {
  return (
    <div className={classes.history} aria-hidden>
      <Skeleton height={72} radius={10} />
      <Skeleton height={280} radius={10} />
      <Skeleton height={96} radius={10} />
    </div>
  );
}
