import { Button } from '@mantine/core';
import { IconBalloon, IconPackageImport, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { AdminContestRow } from '#features/contest-admin/admin-contest-row.tsx';
import classes from '#features/contest-admin/admin-contests.module.css';
import { choicePath, readChoice } from '#features/contest-admin/admin-contests.url.ts';
import { managedContestsQuery } from '#features/contest-admin/contest-admin.data.ts';
import { ContestFilters } from '#features/contest-list/contest-filters.tsx';
import { isNarrowed } from '#features/contest-list/contest-list.url.ts';
import { ContestListSkeleton } from '#features/contest-list/contest-list-skeleton.tsx';
import { CONTESTS_PAGE_SIZE, type ContestListChoice } from '#features/contests/contests.data.ts';
import { useServerNow } from '#shared/api/server-clock.ts';
import { isAdminUser, useMe } from '#shared/api/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { ListHead } from '#shared/ui/list-head.tsx';
import { Pager } from '#shared/ui/pager.tsx';
import { pagesNumber } from '#shared/ui/pages.ts';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';

const PAGER_REACH = 5;
const SEARCH_DEBOUNCE_MS = 200;

/** /admin/contests and /admin/contests/page/{n} */
export function Component() {
  const { t } = useTranslation();
  const { pageNumber } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const zone = useFormats().zone(useServerNow());
  const choice = readChoice(pageNumber, search);
  usePageTitle(t('admin.contests'));
  return (
    <>
      <ListHead title={t('admin.contests')}>
        <ImportButton />
        <CreateButton />
      </ListHead>
      <ContestFilters
        choice={choice}
        debounceMs={SEARCH_DEBOUNCE_MS}
        onChange={(change) => void navigate(choicePath({ ...choice, page: 1, ...change }), { replace: true })}
      />
      <p className={classes.zone}>{t('contests.zone', { zone })}</p>
      <Contests choice={choice} />
    </>
  );
}

/** Leads admins to the import of a whole contest; importing makes accounts, which moderators may not. */
function ImportButton() {
  const { t } = useTranslation();
  if (!isAdminUser(useMe())) return null;
  return (
    <Button
      component={Link}
      to="/admin/contests/import"
      variant="default"
      leftSection={<IconPackageImport size={18} stroke={2} aria-hidden />}
    >
      {t('contestImport.button')}
    </Button>
  );
}

function CreateButton() {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to="/admin/contests/create"
      leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
    >
      {t('adminContests.create')}
    </Button>
  );
}

function Contests({ choice }: { choice: ContestListChoice }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(managedContestsQuery(choice));
  if (data === undefined && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ContestListSkeleton />;
  const last = pagesNumber(data.contestsNumber, CONTESTS_PAGE_SIZE);
  if (choice.page > last && !isPlaceholderData) {
    return <Navigate replace to={choicePath({ ...choice, page: last })} />;
  }
  if (data.contests.length === 0) return <NoContests choice={choice} />;
  return (
    <>
      <ul className={classes.list} aria-busy={isPlaceholderData}>
        {data.contests.map((contest) => (
          <AdminContestRow key={contest.id} contest={contest} />
        ))}
      </ul>
      <Pager
        current={choice.page}
        last={last}
        reach={PAGER_REACH}
        to={(page) => choicePath({ ...choice, page })}
      />
    </>
  );
}

function NoContests({ choice }: { choice: ContestListChoice }) {
  const { t } = useTranslation();
  const isFiltered = isNarrowed(choice);
  return (
    <EmptyState
      icon={<IconBalloon size={44} stroke={1.4} aria-hidden />}
      title={t(isFiltered ? 'contests.nothingFound' : 'contests.empty')}
      text={t(isFiltered ? 'contests.nothingFoundText' : 'adminContests.emptyText')}
      action={
        isFiltered ? (
          <Button component={Link} to="/admin/contests" variant="default">
            {t('contests.showAll')}
          </Button>
        ) : (
          <CreateButton />
        )
      }
    />
  );
}
