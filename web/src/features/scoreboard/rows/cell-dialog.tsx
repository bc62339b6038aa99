import type { ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { contestTimeMs } from '@balloon/domain/contests/contest-time.ts';
import { organizationText } from '@balloon/domain/text/organization-text.ts';
import { Modal, Skeleton } from '@mantine/core';
import { IconMoodEmpty } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/scoreboard/rows/cell-dialog.module.css';
import { cellQuery } from '#features/scoreboard/scoreboard.data.ts';
import { CompilerButton } from '#features/solutions/compiler-button.tsx';
import { renewListed, useOutsideEvents } from '#features/solutions/live-outside.ts';
import { SolutionMenu } from '#features/solutions/solution-menu.tsx';
import { NOTHING, useResources } from '#features/solutions/use-resources.ts';
import { SolutionStanding } from '#features/solutions/verdict-progress.tsx';
import { useSocketEvent } from '#shared/api/live/socket.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { formatContestTime } from '#shared/text/contest-time.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

export interface CellDialogProps {
  contestId: number;
  /** Whether the contest keeps drafts. */
  keepsDrafts: boolean;
  cell: { row: ScoreboardRow; problemIndex: string };
  onClose: () => void;
}

/** Solutions of one participant on one problem, newest first, kept current, with actions for supervisors. */
export function CellDialog({ contestId, keepsDrafts, cell, onClose }: CellDialogProps) {
  const { t } = useTranslation();
  useFocusBack();
  const isPhone = useIsPhone();
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
  // A reset contains only ids of solutions: refreshes when one of them is shown.
  const refreshShown = (ids: readonly number[]) => {
    const isShown = data?.solutions.some(({ id }) => ids.includes(id)) ?? false;
    if (isShown) void queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  useSocketEvent('reset solution', ({ solutionId }) => refreshShown([solutionId]));
  useSocketEvent('reset solutions', ({ solutionIds }) => refreshShown(solutionIds));
  useOutsideEvents((renew) =>
    changeLoaded(queryClient, query.queryKey, (list) => list && renewListed(list, renew)),
  );
  useSocketEvent('resync', () => void queryClient.invalidateQueries({ queryKey: query.queryKey }));
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={isPhone}
      size="lg"
      title={`${problemIndex} · ${ownerOf(row)}`}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={132} />}
      {data?.solutions.length === 0 && (
        <EmptyState
          icon={<IconMoodEmpty size={44} stroke={1.5} aria-hidden />}
          title={t('scoreboard.cellEmptyTitle')}
          text={t('scoreboard.cellEmptyText')}
        />
      )}
      {data && data.solutions.length > 0 && (
        <ul className={classes.list}>
          {data.solutions.map((solution) => (
            <SolutionLine key={solution.id} solution={solution} onLeave={onClose} />
          ))}
        </ul>
      )}
      {keepsDrafts && <DraftsLink contestId={contestId} userId={row.user.id} problemIndex={problemIndex} />}
    </Modal>
  );
}

/** Way to how the solution came to be, for supervisors. */
function DraftsLink(draft: { contestId: number; userId: number; problemIndex: string }) {
  const { t } = useTranslation();
  const { isSupervisor } = useMe();
  if (!isSupervisor) return null;
  const path = `/admin/contests/${draft.contestId}/drafts/${draft.userId}/${draft.problemIndex}`;
  return (
    <p className={classes.drafts}>
      <Link className={classes.link} to={path}>
        {t('scoreboard.drafts')}
      </Link>
    </p>
  );
}

function ownerOf({ user: { fullName, username, organization } }: ScoreboardRow): string {
  const name = fullName || username;
  return organization ? `${name} (${organizationText(organization)})` : name;
}

function SolutionLine({ solution, onLeave }: { solution: Solution; onLeave: () => void }) {
  const { t } = useTranslation();
  const { isSupervisor } = useMe();
  const resources = useResources(solution);
  const facts = [
    solution.language.name,
    resources.test !== NOTHING && t('scoreboard.test', { number: resources.test }),
    resources.time,
    resources.memory,
  ];
  return (
    <li className={classes.line}>
      <span className={classes.time}>
        {formatContestTime(contestTimeMs(solution.contest, solution.sentAtMs))}
      </span>
      <span className={classes.verdict}>
        <SolutionStanding solution={solution} />
        <CompilerButton solution={solution} />
      </span>
      <ul className={classes.facts}>
        {facts
          .filter((fact) => fact && fact !== NOTHING)
          .map((fact) => (
            <li key={String(fact)}>{fact}</li>
          ))}
      </ul>
      <Link
        className={classes.link}
        to={`/contest/${solution.contestId}/source/${solution.id}`}
        onClick={onLeave}
      >
        {t('scoreboard.source')}
      </Link>
      {isSupervisor && (
        <span className={classes.menu}>
          <SolutionMenu solution={solution} />
        </span>
      )}
    </li>
  );
}
