import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconBalloon, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import classes from '#features/contest-problems/problem-list.module.css';
import { ProblemRow } from '#features/contest-problems/problem-row.tsx';
import { Countdown } from '#features/contests/countdown.tsx';
import { isOpenForSending, useContestStatus, useCurrentContest } from '#features/contests/current-contest.ts';
import { contestProblemsQuery, useSolvedBy } from '#features/problems/problems.data.ts';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** Loaded on demand, with formulas and Markdown, which the list itself does not need. */
const QuickView = lazy(async () => ({
  default: (await untilLoaded(() => import('#features/contest-problems/quick-view.tsx'))).QuickView,
}));

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
        {data !== undefined && data.length > 0 && (
          <div className={classes.headRight}>
            <Solved problems={data} />
            <Button
              component={Link}
              to={`/contest/${contest.id}/problems/print`}
              variant="default"
              leftSection={<IconPrinter size={18} stroke={1.7} aria-hidden />}
            >
              {t('problems.print')}
            </Button>
          </div>
        )}
      </div>
      {data === undefined && error === null && <ProblemListSkeleton length={contest.problemsNumber} />}
      {data === undefined && error !== null && <Closed error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <ProblemList contestId={contest.id} problems={data} />}
    </div>
  );
}

/** Notice with a countdown before the start, when the list opens by itself; otherwise the error. */
function Closed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  if (!(error instanceof ApiError) || error.code !== 'CONTEST_NOT_STARTED') {
    return <ErrorState error={error} onRetry={onRetry} />;
  }
  return (
    <EmptyState
      icon={<IconBalloon size={44} stroke={1.4} aria-hidden />}
      title={t('problems.closed')}
      text={t('problems.closedText')}
      action={<TimeToStart />}
    />
  );
}

function TimeToStart() {
  const leftMs = useCurrentContest().startTimeMs - useServerNow();
  return leftMs > 0 && <Countdown leftMs={leftMs} className={classes.countdown} />;
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
  const solvedBy = useSolvedBy(contestId);
  const [viewed, view] = useQuickView();
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
    <>
      <ol className={classes.list}>
        {problems.map((problem) => (
          <ProblemRow
            key={problem.internalSymbolIndex}
            contestId={contestId}
            problem={problem}
            solvedBy={solvedBy?.get(problem.internalSymbolIndex) ?? 0}
            canSend={canSend}
            onQuickView={() => view(problem.internalSymbolIndex)}
          />
        ))}
      </ol>
      <Suspense>
        {viewed !== null && (
          <QuickView
            contestId={contestId}
            problems={problems}
            current={viewed}
            canSend={canSend}
            onChange={view}
          />
        )}
      </Suspense>
    </>
  );
}

/** Stores the problem of the dialog in the address, so that links to it and the back button work. */
function useQuickView() {
  const [params, setParams] = useSearchParams();
  const viewed = params.get('view')?.toUpperCase() ?? null;
  const view = (index: string | null) => {
    const replace = index === null || viewed !== null;
    setParams(index === null ? {} : { view: index }, { replace, preventScrollReset: true });
  };
  return [viewed, view] as const;
}

/** Number of solved problems, "2 of 6", announced when it changes. */
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
