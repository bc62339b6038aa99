import type { ListedContestProblem } from '@balloon/contracts/problems.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconBalloon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isOpenForSending, useContestStatus, useCurrentContest } from '#features/contests/current-contest.ts';
import classes from '#features/problems/problem-list.module.css';
import { ProblemRow } from '#features/problems/problem-row.tsx';
import { contestProblemsQuery } from '#features/problems/problems.data.ts';
import { useLocale, usePageTitle } from '#shared/i18n.ts';
import { useMe } from '#shared/session.ts';
import { EmptyState, ErrorState } from '#shared/states.tsx';

/** /contest/{id}/problems */
export function Component() {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  const { data, error, refetch } = useQuery(contestProblemsQuery(contest.id, useLocale()));
  usePageTitle(`${t('tabs.problems')} — ${contest.name}`);
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <h1 className={classes.title}>{t('tabs.problems')}</h1>
        {data !== undefined && data.length > 0 && <Solved problems={data} />}
      </div>
      {data === undefined && error === null && <ProblemListSkeleton length={contest.problemsNumber} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <ProblemList contestId={contest.id} problems={data} />}
    </div>
  );
}

function ProblemList({
  contestId,
  problems,
}: {
  contestId: number;
  problems: readonly ListedContestProblem[];
}) {
  const { t } = useTranslation();
  const me = useMe();
  const canSend = isOpenForSending(useContestStatus(useCurrentContest()), me.isSupervisor);
  if (problems.length === 0) {
    return (
      <EmptyState
        icon={<IconBalloon size={44} stroke={1.4} aria-hidden />}
        title={t('problems.empty')}
        text={t('problems.emptyText')}
        action={
          <Button component={Link} to={`/contest/${contestId}`} variant="default">
            {t('problems.toAbout')}
          </Button>
        }
      />
    );
  }
  return (
    <ol className={classes.list}>
      {problems.map((problem) => (
        <ProblemRow
          key={problem.internalSymbolIndex}
          contestId={contestId}
          problem={problem}
          canSend={canSend}
        />
      ))}
    </ol>
  );
}

/** "2 of 6", said aloud when it changes. */
function Solved({ problems }: { problems: readonly ListedContestProblem[] }) {
  const { t } = useTranslation();
  const solvedNumber = problems.filter(({ verdictStatus }) => verdictStatus.accepted).length;
  return (
    <p className={classes.solved} aria-live="polite">
      {t('problems.solvedOf', { solved: solvedNumber, all: problems.length })}
    </p>
  );
}

function ProblemListSkeleton({ length }: { length: number }) {
  const { t } = useTranslation();
  const rows = Array.from({ length: Math.min(Math.max(length, 3), 12) }, (_, row) => row);
  return (
    <ol className={classes.list} aria-busy="true" aria-label={t('progress.label')}>
      {rows.map((row) => (
        <li key={row} className={classes.row}>
          <Skeleton circle height={44} width={38} />
          <div className={classes.text}>
            <Skeleton height={20} width={`${38 + ((row * 17) % 30)}%`} mb={9} mt={4} />
            <Skeleton height={14} width={110} />
          </div>
        </li>
      ))}
    </ol>
  );
}
