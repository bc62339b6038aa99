import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { ComputeButton } from '#features/ratings/compute-button.tsx';
import { ContestPicker } from '#features/ratings/contest-picker.tsx';
import { GroupRatings } from '#features/ratings/group-ratings.tsx';
import classes from '#features/ratings/rating-index.module.css';
import { type RatingChoice, ratingPath, readRatingChoice } from '#features/ratings/rating-index.url.ts';
import { usePageTitle } from '#shared/i18n.ts';
import { isAdminUser, useMe } from '#shared/session.ts';

/** /rating and /rating/page/{n}: the people of a group, or contests to make a table from. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('rating.title'));
  const { pageNumber } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const me = useMe();
  const choice = readRatingChoice(pageNumber, search);
  const change = (part: Partial<RatingChoice>) =>
    void navigate(ratingPath({ ...choice, page: 1, ...part }), { replace: true });
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('rating.title')}</h1>
        <ViewTabs choice={choice} />
        {isAdminUser(me) && choice.view === 'people' && <ComputeButton />}
      </header>
      {choice.view === 'people' ? (
        <GroupRatings choice={choice} onChange={change} />
      ) : (
        <ContestPicker choice={choice} onChange={change} />
      )}
    </div>
  );
}

function ViewTabs({ choice }: { choice: RatingChoice }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.tabs} aria-label={t('rating.views')}>
      {(['people', 'contests'] as const).map((view) => (
        <Link
          key={view}
          className={classes.tab}
          to={ratingPath({ ...choice, view, page: 1, query: '' })}
          aria-current={choice.view === view ? 'page' : undefined}
        >
          {t(`rating.view.${view}`)}
        </Link>
      ))}
    </nav>
  );
}
