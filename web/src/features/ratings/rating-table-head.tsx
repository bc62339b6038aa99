import { useTranslation } from 'react-i18next';
import classes from '#features/ratings/rating-rows.module.css';

/** Headings of a table of rated people, in the order of the cells of its rows. */
export function RatingTableHead({ hasLastContest = false }: { hasLastContest?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <caption className="visually-hidden">{t('rating.groupTable')}</caption>
      <thead>
        <tr>
          <th scope="col" className={classes.place}>
            {t('rating.place')}
          </th>
          <th scope="col">{t('rating.participant')}</th>
          {hasLastContest && (
            <th scope="col" className={classes.wide}>
              {t('rating.lastContest')}
            </th>
          )}
          <th scope="col" className={classes.number}>
            {t('rating.change')}
          </th>
          <th scope="col" className={classes.number}>
            {t('rating.rating')}
          </th>
        </tr>
      </thead>
    </>
  );
}
