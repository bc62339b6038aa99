import { Button } from '@mantine/core';
import { IconPackageImport, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { managedContestsQuery } from '#features/contest-admin/contest-admin.data.ts';
import { AdminContestRow } from '#features/contest-admin/list/admin-contest-row.tsx';
import classes from '#features/contest-admin/list/admin-contests.module.css';
import { ADMIN_CONTESTS } from '#features/contest-admin/list/admin-contests.url.ts';
import { ContestFilters } from '#features/contest-list/contest-filters.tsx';
import { ContestListSkeleton } from '#features/contest-list/contest-list-skeleton.tsx';
import { ContestPages } from '#features/contest-list/contest-pages.tsx';
import { useChoice } from '#features/contest-list/use-choice.ts';
import type { ContestListChoice } from '#features/contests/contests.data.ts';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

const SEARCH_DEBOUNCE_MS = 200;

/** /admin/contests and /admin/contests/page/{n} */
export function Component() {
  const { t } = useTranslation();
  const { choice, change } = useChoice(ADMIN_CONTESTS);
  const zone = useAtServerNow(useFormats().zone);
  usePageTitle(t('admin.contests'));
  return (
    <>
      <ListHead title={t('admin.contests')}>
        <ImportButton />
        <CreateButton />
      </ListHead>
      <ContestFilters choice={choice} debounceMs={SEARCH_DEBOUNCE_MS} onChange={change} />
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
  const { t } = useTranslation();
  const { data, error, isPlaceholderData, refetch } = useQuery(managedContestsQuery(choice));
  if (data === undefined && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ContestListSkeleton />;
  return (
    <ContestPages
      choice={choice}
      address={ADMIN_CONTESTS}
      page={data}
      isOlder={isPlaceholderData}
      row={(contest) => <AdminContestRow key={contest.id} contest={contest} />}
      emptyText={t('adminContests.emptyText')}
      emptyAction={<CreateButton />}
    />
  );
}
