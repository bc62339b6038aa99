import type { PublicUser } from '@balloon/contracts/users.ts';
import { ratingZone } from '@balloon/domain/rating/zones.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { openRatingHistory } from '#features/ratings/history/open-rating-history.tsx';
import classes from '#features/ratings/rated-name.module.css';

export interface RatedNameProps {
  user: Pick<PublicUser, 'id' | 'fullName' | 'username' | 'rating'>;
  /** Contest that determines which group's history opens first. */
  contestId?: number;
  /** Group whose history opens first, if known. */
  groupId?: number;
  /** Tab index; -1 keeps tables with thousands of names to one Tab stop. */
  tabIndex?: number;
}

/** A name in the colour of its rating; opens the history of that rating. Unrated names have no colour. */
export function RatedName(props: RatedNameProps) {
  const { t } = useTranslation();
  return <NameOfRating t={t} {...props} />;
}

/** The same for a table of thousands, where a subscription to the language in each name is expensive. */
export function NameOfRating({ t, user, contestId, groupId, tabIndex }: RatedNameProps & { t: TFunction }) {
  const name = user.fullName || user.username;
  const isRated = user.rating !== undefined;
  return (
    <button
      type="button"
      className={classes.name}
      data-zone={isRated ? ratingZone(user.rating ?? 0) : undefined}
      title={isRated ? t('rating.nameTitle', { name, rating: Math.round(user.rating ?? 0) }) : name}
      tabIndex={tabIndex}
      onClick={() => openRatingHistory({ userId: user.id, name, contestId, groupId })}
    >
      <span>{name}</span>
    </button>
  );
}
