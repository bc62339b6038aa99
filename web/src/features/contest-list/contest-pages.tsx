import { Button } from '@mantine/core';
import { IconBalloon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { isNarrowed, type ListAddress } from '#features/contest-list/contest-list.url.ts';
import classes from '#features/contest-list/contest-pages.module.css';
import { CONTESTS_PAGE_SIZE, type ContestListChoice } from '#features/contests/contests.data.ts';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { EmptyState } from '#shared/ui/states/states.tsx';

const PAGER_REACH = 5;

export interface ContestPagesProps<Listed> {
  choice: ContestListChoice;
  address: ListAddress;
  page: { contests: readonly Listed[]; contestsNumber: number };
  /** Whether `page` is the one before, shown until that of the choice has come. */
  isOlder: boolean;
  row: (contest: Listed) => ReactNode;
  /** What is said, and offered, where there are no contests at all. */
  emptyText: string;
  emptyAction: ReactNode;
}

/** A page of a list of contests with its pager, or why there is nothing. A page behind the last one leads to that. */
export function ContestPages<Listed>({
  choice,
  address,
  page: { contests, contestsNumber },
  isOlder,
  row,
  ...empty
}: ContestPagesProps<Listed>) {
  const pathOf = (page: number) => address.choicePath({ ...choice, page });
  const last = pagesNumber(contestsNumber, CONTESTS_PAGE_SIZE);
  if (choice.page > last && !isOlder) return <Navigate replace to={pathOf(last)} />;
  if (contests.length === 0) return <NoContests choice={choice} path={address.path} {...empty} />;
  return (
    <>
      <ul className={classes.list} aria-busy={isOlder} data-older={isOlder || undefined}>
        {contests.map(row)}
      </ul>
      <Pager current={choice.page} last={last} reach={PAGER_REACH} to={pathOf} />
    </>
  );
}

type NoContestsProps = Pick<ContestPagesProps<never>, 'choice' | 'emptyText' | 'emptyAction'> & {
  path: string;
};

function NoContests({ choice, path, emptyText, emptyAction }: NoContestsProps) {
  const { t } = useTranslation();
  const isFiltered = isNarrowed(choice);
  return (
    <EmptyState
      icon={<IconBalloon size={44} stroke={1.4} aria-hidden />}
      title={t(isFiltered ? 'contests.nothingFound' : 'contests.empty')}
      text={isFiltered ? t('contests.nothingFoundText') : emptyText}
      action={
        isFiltered ? (
          <Button component={Link} to={path} variant="default">
            {t('contests.showAll')}
          </Button>
        ) : (
          emptyAction
        )
      }
    />
  );
}
