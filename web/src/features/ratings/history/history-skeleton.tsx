import { Skeleton } from '@mantine/core';
import classes from '#features/ratings/history/rating-history.module.css';

/** Placeholder in the shape of a history: facts, chart, rows. */
export function HistorySkeleton() {
  return (
    <div className={classes.history} aria-hidden>
      <Skeleton height={72} radius="md" />
      <Skeleton height={280} radius="md" />
      <Skeleton height={96} radius="md" />
    </div>
  );
}
