import { Button, Skeleton } from '@mantine/core';
import { IconListNumbers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { closeRatingHistory, type HistoryOf } from '#features/ratings/history/open-rating-history.tsx';
import classes from '#features/ratings/history/rating-history.module.css';
import rowClasses from '#features/ratings/rating-rows.module.css';
import { RatingTableHead } from '#features/ratings/rating-table-head.tsx';
import { RatingDelta, RatingValue } from '#features/ratings/rating-value.tsx';
import { ratingTableQuery } from '#features/ratings/ratings.data.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

export interface GroupStandingProps {
  groupId: number;
  /** Id of the person whose history is shown. */
  shownUserId: number;
  onOpen: (person: HistoryOf) => void;
}

/** Number of people that the dialog shows; the page of ratings has all. */
const SHOWN = 100;

/** The best of the group and the shown person, on demand; a name opens that person's history in the same dialog. */
export function GroupStanding({ groupId, shownUserId, onOpen }: GroupStandingProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <section className={classes.standing}>
      <Button
        variant="default"
        leftSection={<IconListNumbers size={18} aria-hidden />}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? 'rating.hideGroup' : 'rating.showGroup')}
      </Button>
      {isShown && <Standing groupId={groupId} shownUserId={shownUserId} onOpen={onOpen} />}
    </section>
  );
}

function Standing({ groupId, shownUserId, onOpen }: GroupStandingProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(ratingTableQuery(groupId));
  if (data === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />;
  }
  const best = data.slice(0, SHOWN);
  const own = data.find(({ userId }) => userId === shownUserId);
  const rows = own && !best.includes(own) ? [...best, own] : best;
  return (
    <div>
      <table className={rowClasses.table}>
        <RatingTableHead />
        <tbody>
          {rows.map((row) => (
            <tr key={row.userId} data-own={row.userId === shownUserId || undefined}>
              <td className={rowClasses.place}>{row.groupRank}</td>
              <th scope="row">
                <button
                  type="button"
                  className={rowClasses.person}
                  onClick={() => onOpen({ userId: row.userId, name: nameOf(row.User), groupId })}
                >
                  {nameOf(row.User)}
                </button>
              </th>
              <td className={rowClasses.number}>
                <RatingDelta change={row.ratingChange} />
              </td>
              <td className={rowClasses.number}>
                <RatingValue rating={row.ratingAfter} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.length > rows.length && (
        <Link className={classes.all} to={`/rating?group=${groupId}`} onClick={closeRatingHistory}>
          {t('rating.wholeTable', { count: data.length })}
        </Link>
      )}
    </div>
  );
}

const nameOf = ({ fullName, username }: { fullName: string; username: string }) => fullName || username;
