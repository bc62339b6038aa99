import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { ComputeButton } from '#features/ratings/compute-button.tsx';
import { ContestPicker, type ContestPickerProps } from '#features/ratings/contest-picker.tsx';
import { GroupRatings, type GroupRatingsProps } from '#features/ratings/group-ratings.tsx';
import classes from '#features/ratings/rating-index.module.css';
import {
  type RatingChoice,
  ratingPath,
  readRatingChoice,
  scoresPath,
} from '#features/ratings/rating-index.url.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useAddressChange } from '#shared/ui/behaviour/use-address-change.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { LinkTabs, ListHead } from '#shared/ui/lists/list-head.tsx';

/** /rating and /rating/page/{n}: people of a group, or contests to make a table from. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('rating.title'));
  const { pageNumber } = useParams();
  const [search] = useSearchParams();
  const me = useMe();
  const choice = readRatingChoice(pageNumber, search);
  const changeAny = useAddressChange(choice, ratingPath);
  const change = (part: Partial<RatingChoice>) => changeAny({ page: 1, ...part });
  return (
    <div className={classes.page}>
      <ListHead title={t('rating.title')}>
        <LinkTabs
          label={t('rating.views')}
          tabs={(['people', 'contests'] as const).map((view) => ({
            name: t(`rating.view.${view}`),
            to: ratingPath({ ...choice, view, page: 1, query: '' }),
            isCurrent: choice.view === view,
          }))}
        />
        {isAdminUser(me) && choice.view === 'people' && <ComputeButton />}
      </ListHead>
      {choice.view === 'people' ? (
        <GroupRatings choice={choice} onChange={change} />
      ) : (
        <Contests
          choice={choice}
          onChange={change}
          onTick={(contestIds) => changeAny({ contestIds })}
          onPage={(page) => changeAny({ page }, false)}
        />
      )}
    </div>
  );
}

const SEARCH_DEBOUNCE_MS = 200;

/** Contests to make a table from, newest first. */
function Contests({
  choice,
  onChange,
  onTick,
  onPage,
}: GroupRatingsProps & Pick<ContestPickerProps, 'onTick' | 'onPage'>) {
  const { t } = useTranslation();
  const { page, query, contestIds } = choice;
  return (
    <ContestPicker
      listing={{ page, query, category: 'all', sort: 'byId', order: 'desc' }}
      contestIds={contestIds}
      toolbar={
        <search className={classes.toolbar}>
          <SearchField
            debounceMs={SEARCH_DEBOUNCE_MS}
            label={t('contests.search')}
            query={query}
            onSearch={(newQuery) => onChange({ query: newQuery })}
          />
        </search>
      }
      onTick={onTick}
      pagePath={(to, ids) => ratingPath({ ...choice, contestIds: ids, page: to })}
      onPage={onPage}
      tablePath={scoresPath}
    />
  );
}
