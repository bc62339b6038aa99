import { Button, Skeleton } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import { DeskSeat } from '#features/jury-desk/desk-seat.tsx';
import { contestProblemsQuery } from '#features/problems/problems.data.ts';
import type { SolutionScope } from '#features/solutions/live-solutions.ts';
import { RejudgeContestButton } from '#features/solutions/rejudge-contest-button.tsx';
import { ResetProgress } from '#features/solutions/reset-progress.tsx';
import { ScopeTabs } from '#features/solutions/scope-tabs.tsx';
import { isFiltered } from '#features/solutions/solution-filter.ts';
import { SolutionFilters } from '#features/solutions/solution-filters.tsx';
import { byLetter, SolutionTable } from '#features/solutions/solution-table.tsx';
import { SOLUTIONS_PAGE_SIZE, useSolutionList } from '#features/solutions/solutions.data.ts';
import classes from '#features/solutions/solutions.module.css';
import { solutionsPath, useSolutionScope } from '#features/solutions/use-solution-scope.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** Solutions of the contest: one's own, or for supervisors those of all. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('solutions.title'));
  const contest = useCurrentContest();
  const me = useMe();
  const navigate = useNavigate();
  const scope = useSolutionScope(contest.id);
  const { data: problems } = useQuery(contestProblemsQuery(contest.id, useLocale()));
  const { data, error, refetch, isPlaceholderData } = useSolutionList(scope);
  const problemsByLetter = useMemo(() => byLetter(problems), [problems]);
  const last = pagesNumber(data?.solutionsNumber ?? 0, SOLUTIONS_PAGE_SIZE);

  // "All" is for supervisors; a page beyond the end leads to the last one.
  if (scope.select === 'all' && !me.isSupervisor) {
    return <Navigate replace to={solutionsPath({ ...scope, select: 'my' }, scope)} />;
  }
  if (data && !isPlaceholderData && scope.page > last) {
    return <Navigate replace to={solutionsPath(scope, scope, last)} />;
  }
  return (
    <div className={classes.page}>
      <ListHead title={t('solutions.title')}>
        {me.isSupervisor && <ScopeTabs scope={scope} />}
        {me.isSupervisor && <DeskSeat contestId={contest.id} />}
        {me.isSupervisor && scope.select === 'all' && !isFiltered(scope) && data && (
          <RejudgeContestButton
            contestId={contest.id}
            count={data.solutionsNumber}
            isStale={isPlaceholderData}
          />
        )}
      </ListHead>
      {me.isSupervisor && <ResetProgress of={{ contestId: contest.id }} className={classes.resets} />}
      <SolutionFilters
        contestId={contest.id}
        problems={problems ?? []}
        filter={scope}
        joinsVerdicts={contest.joinsVerdicts && !me.isSupervisor}
        offersParticipants={me.isSupervisor && scope.select === 'all'}
        onChange={(filter) => void navigate(solutionsPath(scope, filter), { replace: true })}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <ListSkeleton />}
      {data?.solutions.length === 0 && <NothingHere scope={scope} />}
      {data && data.solutions.length > 0 && (
        <SolutionTable
          solutions={data.solutions}
          problems={problemsByLetter}
          showsAuthors={scope.select === 'all'}
          showsDesk={me.isSupervisor}
          isStale={isPlaceholderData}
        />
      )}
      <Pager current={scope.page} last={last} reach={5} to={(page) => solutionsPath(scope, scope, page)} />
    </div>
  );
}

function NothingHere({ scope }: { scope: SolutionScope }) {
  const { t } = useTranslation();
  if (isFiltered(scope)) {
    return (
      <EmptyState
        icon={<IconSend size={44} stroke={1.4} aria-hidden />}
        title={t('solutions.noMatchTitle')}
        text={t('solutions.noMatchText')}
      />
    );
  }
  return (
    <EmptyState
      icon={<IconSend size={44} stroke={1.4} aria-hidden />}
      title={t('solutions.emptyTitle')}
      text={t('solutions.emptyText')}
      action={
        <Button component={Link} to={`/contest/${scope.contestId}/send`}>
          {t('solutions.sendFirst')}
        </Button>
      }
    />
  );
}

function ListSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={42} radius="sm" />
      ))}
    </div>
  );
}
