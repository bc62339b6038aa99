import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { ContestFilters } from '#features/contest-list/contest-filters.tsx';
import {
  adminTablePath,
  contestsForTablePath,
  readContestsForTable,
} from '#features/ratings/admin-ratings.url.ts';
import { ContestPicker } from '#features/ratings/contest-picker.tsx';
import classes from '#features/ratings/rating-admin.module.css';
import { RatingAdminTabs } from '#features/ratings/rating-admin-tabs.tsx';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useAddressChange } from '#shared/ui/behaviour/use-address-change.ts';
import { ListHead } from '#shared/ui/lists/list-head.tsx';

/** /admin/rating/create and /admin/rating/create/page/{n}: contests to make a table from. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('admin.rating'));
  const { pageNumber } = useParams();
  const [search] = useSearchParams();
  const choice = readContestsForTable(pageNumber, search);
  const { listing, contestIds } = choice;
  const go = useAddressChange(choice, contestsForTablePath);
  return (
    <>
      <ListHead title={t('admin.rating')}>
        <RatingAdminTabs current="create" />
      </ListHead>
      <ContestPicker
        listing={listing}
        contestIds={contestIds}
        toolbar={
          <div className={classes.toolbar}>
            <ContestFilters
              choice={listing}
              onChange={(change) => go((newest) => ({ listing: { ...newest.listing, page: 1, ...change } }))}
            />
          </div>
        }
        onTick={(ids) => go({ contestIds: ids })}
        pagePath={(page, ids) => contestsForTablePath({ listing: { ...listing, page }, contestIds: ids })}
        onPage={(page) => go((newest) => ({ listing: { ...newest.listing, page } }), false)}
        tablePath={adminTablePath}
      />
    </>
  );
}
