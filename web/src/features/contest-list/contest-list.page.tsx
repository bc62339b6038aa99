import { Button } from '@mantine/core';
import { IconBalloon } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import classes from '#features/contest-list/contest-list.module.css';
import { choicePath, isNarrowed, readChoice } from '#features/contest-list/contest-list.url.ts';
import { ContestListSkeleton } from '#features/contest-list/contest-list-skeleton.tsx';
import { ContestListToolbar } from '#features/contest-list/contest-list-toolbar.tsx';
import { ContestRow } from '#features/contest-list/contest-row.tsx';
import {
  CONTESTS_PAGE_SIZE,
  type ContestListChoice,
  contestListQuery,
} from '#features/contests/contests.data.ts';
import { NewsBlock } from '#features/news/news-block.tsx';
import { failedListPath, isSignedOut, useMe } from '#shared/api/session.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { ConfinedNotice } from '#shared/ui/confined.tsx';
import { Pager } from '#shared/ui/pager.tsx';
import { pagesNumber } from '#shared/ui/pages.ts';
import { EmptyState } from '#shared/ui/states.tsx';
import { showError } from '#shared/ui/toasts.ts';

const PAGER_REACH = 5;

/** /contests and /contests/page/{n} */
export function Component() {
  const { t } = useTranslation();
  const { pageNumber } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const choice = readChoice(pageNumber, search);
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
      <ContestListToolbar
        choice={choice}
        onChange={(change) => void navigate(choicePath({ ...choice, page: 1, ...change }), { replace: true })}
      />
      <ContestList choice={choice} />
    </div>
  );
}

function ContestList({ choice }: { choice: ContestListChoice }) {
  const { data, error, isPlaceholderData } = useQuery(contestListQuery(choice));
  useLeaveOnFailure(data === undefined ? error : null);
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
          <ContestRow key={contest.id} contest={contest} />
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

function NoContests({ choice }: { choice: ContestListChoice }) {
  const { t } = useTranslation();
  const { isSupervisor } = useMe();
  const isFiltered = isNarrowed(choice);
  const emptyText = isSupervisor ? 'contests.emptyForSupervisor' : 'contests.emptyText';
  return (
    <EmptyState
      icon={<IconBalloon size={44} stroke={1.4} aria-hidden />}
      title={t(isFiltered ? 'contests.nothingFound' : 'contests.empty')}
      text={t(isFiltered ? 'contests.nothingFoundText' : emptyText)}
      action={
        isFiltered ? (
          <Button component={Link} to="/contests" variant="default">
            {t('contests.showAll')}
          </Button>
        ) : (
          isSupervisor && (
            <Button component={Link} to="/admin/start">
              {t('contests.firstSteps')}
            </Button>
          )
        )
      }
    />
  );
}
