import type { TableRow } from '@balloon/contracts/scoreboard.ts';
import type { Solution } from '@balloon/contracts/solutions.ts';
import { Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMoodEmpty } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/table/cell-dialog.module.css';
import { cellQuery } from '#features/table/table.data.ts';
import { formatContestTime } from '#features/table/table-time.ts';
import { useSocketEvent } from '#shared/socket.ts';
import { EmptyState, ErrorState } from '#shared/states.tsx';
import { VerdictName } from '#shared/verdict-name.tsx';

export interface CellDialogProps {
  contestId: number;
  cell: { row: TableRow; problemIndex: string };
  onClose: () => void;
}

/** All that one participant sent on one problem, newest first, kept current. */
export function CellDialog({ contestId, cell, onClose }: CellDialogProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 760px)') ?? false;
  const { row, problemIndex } = cell;
  const query = cellQuery(contestId, row.user.id, problemIndex);
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(query);
  const refresh = (solution: { contestId: number; userId: number }) => {
    if (solution.contestId !== contestId || solution.userId !== row.user.id) return;
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  useSocketEvent('verdict updated', refresh);
  useSocketEvent('new solution', refresh);
  // A reset names solutions only: it concerns us when we show one of them.
  const refreshShown = (ids: readonly number[]) => {
    const isShown = data?.solutions.some(({ id }) => ids.includes(id)) ?? false;
    if (isShown) void queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  useSocketEvent('reset solution', ({ solutionId }) => refreshShown([solutionId]));
  useSocketEvent('reset solutions', ({ solutionIds }) => refreshShown(solutionIds));
  useSocketEvent('resync', () => void queryClient.invalidateQueries({ queryKey: query.queryKey }));
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={isPhone}
      size="lg"
      title={`${problemIndex} · ${row.user.fullName}`}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={132} />}
      {data?.solutions.length === 0 && (
        <EmptyState
          icon={<IconMoodEmpty size={40} stroke={1.5} aria-hidden />}
          title={t('table.cellEmptyTitle')}
          text={t('table.cellEmptyText')}
        />
      )}
      {data && data.solutions.length > 0 && (
        <ul className={classes.list}>
          {data.solutions.map((solution) => (
            <SolutionLine key={solution.id} solution={solution} onLeave={onClose} />
          ))}
        </ul>
      )}
    </Modal>
  );
}

function SolutionLine({ solution, onLeave }: { solution: Solution; onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <li className={classes.line}>
      <span className={classes.time}>
        {formatContestTime(solution.sentAtMs - solution.contest.startTimeMs)}
      </span>
      <span className={classes.verdict}>
        {solution.verdict ? (
          <VerdictName verdictId={solution.verdict.id} fallback={solution.verdict.name} />
        ) : (
          t('table.notJudged')
        )}
        {solution.testNumber > 0 && (
          <span className={classes.test}>{t('table.test', { number: solution.testNumber })}</span>
        )}
      </span>
      <span className={classes.language}>{solution.language.name}</span>
      <Link
        className={classes.link}
        to={`/contest/${solution.contestId}/source/${solution.id}`}
        onClick={onLeave}
      >
        {t('table.source')}
      </Link>
    </li>
  );
}
