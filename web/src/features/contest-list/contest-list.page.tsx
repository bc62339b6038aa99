import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import classes from '#features/contest-list/contest-list.module.css';
import { CONTESTS, isNarrowed } from '#features/contest-list/contest-list.url.ts';
import { ContestListSkeleton } from '#features/contest-list/contest-list-skeleton.tsx';
import { ContestListToolbar } from '#features/contest-list/contest-list-toolbar.tsx';
import { ContestPages } from '#features/contest-list/contest-pages.tsx';
import { ContestRow } from '#features/contest-list/contest-row.tsx';
import { useChoice } from '#features/contest-list/use-choice.ts';
import { type ContestListChoice, contestListQuery } from '#features/contests/contests.data.ts';
import { NewsBlock } from '#features/news/news-block.tsx';
import { failedListPath, isSignedOut, useMe } from '#shared/api/queries/session.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { ConfinedNotice } from '#shared/ui/states/confined.tsx';
import { showError } from '#shared/ui/toasts/toasts.ts';

/** /contests and /contests/page/{n} */
export function Component() {
  const { t } = useTranslation();
  const { choice, change } = useChoice(CONTESTS);
  const [confining] = useMe().confinedTo ?? [];
  usePageTitle(t('contests.title'));
  return (
    <div className={classes.page}>
      {confining && (
        <div className={classes.confined}>
          <ConfinedNotice contest={confining} />
        </div>
      )}
      {choice.page === 1 && !isNarrowed(choice) && !confining && <NewsBlock />}
      <ContestListToolbar choice={choice} onChange={change} />
      <ContestList choice={choice} />
    </div>
  );
}

function ContestList({ choice }: { choice: ContestListChoice }) {
  const { t } = useTranslation();
  const { isSupervisor } = useMe();
  const { data, error, isPlaceholderData } = useQuery(contestListQuery(choice));
  useLeaveOnFailure(data === undefined ? error : null);
  if (data === undefined) return <ContestListSkeleton />;
  return (
    <ContestPages
      choice={choice}
      address={CONTESTS}
      page={data}
      isOlder={isPlaceholderData}
      row={(contest) => <ContestRow key={contest.id} contest={contest} />}
      emptyText={t(isSupervisor ? 'contests.emptyForSupervisor' : 'contests.emptyText')}
      emptyAction={
        isSupervisor && (
          <Button component={Link} to="/admin/start">
            {t('contests.firstSteps')}
          </Button>
        )
      }
    />
  );
}

/**
 * Leads to the sign-in form, with the reason, when the first list does not load: no other screen works then.
 */
function useLeaveOnFailure(error: Error | null): void {
  const navigate = useNavigate();
  const location = useLocation();
  const queryClient = useQueryClient();
  const path = failedListPath(location);
  useEffect(() => {
    if (error === null || isSignedOut(queryClient)) return;
    showError(error);
    void navigate(path, { replace: true });
  }, [error, navigate, path, queryClient]);
}
