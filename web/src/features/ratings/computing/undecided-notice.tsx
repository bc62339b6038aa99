import type { RatingComputation } from '@balloon/contracts/ratings/rating-computations.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { undecidedSolutions } from '#features/ratings/computing/use-computations.ts';
import classes from '#features/ratings/rating-admin.module.css';
import { Notice } from '#shared/ui/states/notice.tsx';

/** Contests whose results could still change when the ratings were computed; nothing where there are none. */
export function UndecidedNotice({ computation }: { computation: Pick<RatingComputation, 'undecided'> }) {
  const { t } = useTranslation();
  const { undecided } = computation;
  if (undecided.length === 0) return null;
  return (
    <Notice
      tone="warning"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t('ratingAdmin.undecided', { count: undecidedSolutions(computation) })}
    >
      <ul className={classes.undecided}>
        {undecided.map(({ contest, solutions }) => (
          <li key={contest.id}>
            <Link to={`/contest/${contest.id}/solutions/all`}>{contest.name}</Link>: {solutions}
          </li>
        ))}
      </ul>
      <p>{t('ratingAdmin.undecidedText')}</p>
    </Notice>
  );
}
