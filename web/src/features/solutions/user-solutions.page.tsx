import { Skeleton } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { ScopeTabs } from '#features/solutions/scope-tabs.tsx';
import { isFiltered } from '#features/solutions/solution-filter.ts';
import { SolutionTable } from '#features/solutions/solution-table.tsx';
import { useSolutionList } from '#features/solutions/solutions.data.ts';
import classes from '#features/solutions/solutions.module.css';
import { solutionsPath, useSolutionScope } from '#features/solutions/use-solution-scope.ts';
import { UserSolutionFilters } from '#features/solutions/user-solutions-filters.tsx';
import { useSolutionsRoom } from '#shared/api/live/socket.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { SocketIndicator } from '#shared/ui/states/socket-indicator.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

const PAGE_SIZE = 50;
const PAGER_REACH = 6;

/**
 * /user/solutions/{select}: own solutions in all contests; supervisors also see those of others that they
 * may.
 */
export function Component() {
  const { t } = useTranslation();
  const me = useMe();
  const navigate = useNavigate();
  const scope = useSolutionScope(null, PAGE_SIZE);
  const isOfAll = me.isSupervisor && scope.select === 'all';
  const title = t(isOfAll ? 'userSolutions.titleOfAll' : 'userSolutions.titleOfOwn');
  usePageTitle(title);
  useSolutionsRoom();
  const { data, error, refetch, isPlaceholderData } = useSolutionList(scope);
  const last = pagesNumber(data?.solutionsNumber ?? 0, PAGE_SIZE);
  if (data && !isPlaceholderData && scope.page > last) {
    return <Navigate replace to={solutionsPath(scope, scope, last)} />;
  }
  const areFiltered = isFiltered(scope);
  return (
    <div className={classes.page}>
      <ListHead title={title}>
        <SocketIndicator />
        {me.isSupervisor && <ScopeTabs scope={scope} />}
      </ListHead>
      <UserSolutionFilters
        filter={scope}
        offersAuthors={isOfAll}
        onChange={(filter) => void navigate(solutionsPath(scope, filter), { replace: true })}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <ListSkeleton />}
      {data?.solutions.length === 0 && (
        <EmptyState
          icon={<IconSend size={44} stroke={1.4} aria-hidden />}
          title={t(areFiltered ? 'solutions.noMatchTitle' : 'solutions.emptyTitle')}
          text={t(areFiltered ? 'solutions.noMatchText' : 'userSolutions.emptyText')}
        />
      )}
      {data && data.solutions.length > 0 && (
        <SolutionTable
          solutions={data.solutions}
          problems={NO_PROBLEMS}
          showsAuthors={isOfAll}
          showsContests
          isStale={isPlaceholderData}
        />
      )}
      <Pager
        current={scope.page}
        last={last}
        reach={PAGER_REACH}
        to={(page) => solutionsPath(scope, scope, page)}
      />
    </div>
  );
}

/** Empty, since a letter means another problem in each contest; the solutions contain their titles. */
const NO_PROBLEMS = new Map();

function ListSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <Skeleton key={row} height={42} radius="sm" />
      ))}
    </div>
  );
}
