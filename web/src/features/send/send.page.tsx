import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { Skeleton } from '@mantine/core';
import { IconHourglass, IconPuzzle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isOpenForSending, useContestStatus, useCurrentContest } from '#features/contests/current-contest.ts';
import { contestProblemsQuery } from '#features/problems/problems.data.ts';
import classes from '#features/send/send.module.css';
import { SendForm } from '#features/send/send-form.tsx';
import { StatementPane } from '#features/send/statement-pane.tsx';
import { useChosenProblem } from '#features/send/use-send-choices.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** Screen for sending a solution; on wide screens with the statement beside the editor. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('send.title'));
  const contest = useCurrentContest();
  const me = useMe();
  const status = useContestStatus(contest);
  const isOpen = isOpenForSending(status, me.isSupervisor);
  const { data, error, refetch } = useQuery({
    ...contestProblemsQuery(contest.id, useLocale()),
    enabled: isOpen, // participants are refused the problems before the start
  });

  if (!isOpen) {
    return (
      <EmptyState
        icon={<IconHourglass size={44} stroke={1.4} aria-hidden />}
        title={t('send.closedTitle')}
        text={t(status === 'WAITING' ? 'send.notYetText' : 'send.overText')}
      />
    );
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={420} maw={1100} mx="auto" />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<IconPuzzle size={44} stroke={1.4} aria-hidden />}
        title={t('send.noProblemsTitle')}
        text={t('send.noProblemsText')}
      />
    );
  }
  return <SendScreen contestId={contest.id} problems={data} />;
}

function SendScreen({
  contestId,
  problems,
}: {
  contestId: number;
  problems: readonly ListedContestProblem[];
}) {
  const { t } = useTranslation();
  const { problem, chooseProblem } = useChosenProblem(contestId, problems);
  if (!problem) return null;
  return (
    <div className={classes.screen}>
      <h1 className="visually-hidden">{t('send.title')}</h1>
      <aside className={classes.statement}>
        <StatementPane
          contestId={contestId}
          letter={problem.internalSymbolIndex}
          isSolved={problem.verdictStatus.accepted}
        />
      </aside>
      <SendForm contestId={contestId} problem={problem} problems={problems} onChooseProblem={chooseProblem} />
    </div>
  );
}
