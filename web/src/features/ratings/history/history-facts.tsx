import type { CurrentRating } from '@balloon/contracts/ratings/ratings.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/ratings/history/rating-history.module.css';
import { RatingDelta, RatingValue } from '#features/ratings/rating-value.tsx';
import { useFormats } from '#shared/text/format.ts';

/** A person's current rating and place. */
export function HistoryFacts({ current }: { current: CurrentRating }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <dl className={classes.facts}>
      <Fact name={t('rating.rating')}>
        <span className={classes.big}>
          <RatingValue rating={current.ratingAfter} />
        </span>
        <RatingDelta change={current.ratingChange} />
      </Fact>
      <Fact name={t('rating.placeInGroup')}>
        <span className={classes.big}>{current.groupRank}</span>
      </Fact>
      <Fact name={t('rating.computedAt')}>
        <time dateTime={new Date(current.versionTimeStampMs).toISOString()}>
          {formats.exact(current.versionTimeStampMs)}
        </time>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
