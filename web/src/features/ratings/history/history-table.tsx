import type { ListedRatingChange } from '@balloon/contracts/ratings/ratings.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { closeRatingHistory } from '#features/ratings/history/open-rating-history.tsx';
import classes from '#features/ratings/rating-rows.module.css';
import { RatingDelta, RatingValue } from '#features/ratings/rating-value.tsx';
import { useFormats } from '#shared/text/format.ts';

/** Contents of the chart in words and numbers, newest first. */
export function HistoryTable({ changes }: { changes: readonly ListedRatingChange[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className={classes.scroller}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('rating.historyTable')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('rating.contest')}</th>
            <th scope="col" className={`${classes.number} ${classes.wide}`}>
              {t('rating.place')}
            </th>
            <th scope="col" className={`${classes.number} ${classes.wide}`}>
              {t('rating.expectedPlace')}
            </th>
            <th scope="col" className={classes.number}>
              {t('rating.change')}
            </th>
            <th scope="col" className={classes.number}>
              {t('rating.rating')}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...changes].reverse().map((change) => (
            <tr key={change.id}>
              <th scope="row" className={classes.contest}>
                <Link to={`/contest/${change.contestId}`} onClick={closeRatingHistory}>
                  {change.contest.name}
                </Link>
                <span className={classes.under}>
                  <time dateTime={new Date(change.contest.startTimeMs).toISOString()}>
                    {formats.date(change.contest.startTimeMs)}
                  </time>
                  <span className={classes.narrow}>
                    {t('rating.placeNumber', { place: change.realRank })}
                  </span>
                </span>
              </th>
              <td className={`${classes.number} ${classes.wide}`}>{change.realRank}</td>
              <td className={`${classes.number} ${classes.wide}`}>
                {formats.number(Math.round(change.expectedRank * 10) / 10)}
              </td>
              <td className={classes.number}>
                <RatingDelta change={change.ratingChange} />
              </td>
              <td className={classes.number}>
                <RatingValue rating={change.ratingAfter} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
