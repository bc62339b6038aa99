import { contestStatus } from '@balloon/domain/contest-phase.ts';
import { rewindRange } from '@balloon/domain/contest-time.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import { BulkReportDialog } from '#features/table/bulk-report-dialog.tsx';
import { CellDialog } from '#features/table/cell-dialog.tsx';
import { Freshness } from '#features/table/freshness.tsx';
import { PrintedTable } from '#features/table/printed-table.tsx';
import { Projector } from '#features/table/projector.tsx';
import { RewindBar } from '#features/table/rewind-bar.tsx';
import { ScoreTable, type ScoreTableHandle } from '#features/table/score-table.tsx';
import { SelectionBar } from '#features/table/selection-bar.tsx';
import { usePageSize } from '#features/table/table.data.ts';
import classes from '#features/table/table.module.css';
import { TableFooter } from '#features/table/table-footer.tsx';
import type { OpenCell } from '#features/table/table-row.tsx';
import { NobodyYet, TableSkeleton } from '#features/table/table-states.tsx';
import { TableToolbar } from '#features/table/table-toolbar.tsx';
import { useBulkAction } from '#features/table/use-bulk-action.ts';
import { useGoToMe } from '#features/table/use-go-to-me.ts';
import { useSelection } from '#features/table/use-selection.ts';
import { useTableScreen } from '#features/table/use-table-screen.ts';
import { usePageTitle } from '#shared/i18n.ts';
import { serverNowMs } from '#shared/server-clock.ts';
import { ErrorState } from '#shared/states.tsx';

/** The scoreboard by pages: live, or as it was at the instant in the address. */
export function Component() {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  usePageTitle(t('table.title'));
  const [count, setCount] = usePageSize();
  const [openCell, setOpenCell] = useState<OpenCell | null>(null);
  const [isSelecting, setIsSelecting] = useState(false);
  const screen = useTableScreen(contest, { count, isHeld: isSelecting });
  const { place, setPlace, choice, query, me, seesAll, paper, files } = screen;
  const { data, error, refetch, isPlaceholderData, isFetching, dataUpdatedAt } = query;
  const selection = useSelection(data?.rows ?? []);
  const stopSelecting = () => {
    selection.stop();
    setIsSelecting(false);
  };
  const action = useBulkAction(contest.id, (left) => {
    if (left.length === 0) stopSelecting();
    else selection.choose(left);
  });
  const table = useRef<ScoreTableHandle>(null);
  const goToMe = useGoToMe({ table, data, isOnItsWay: isPlaceholderData, me, place, setPlace, count });

  function startRewind() {
    const now = { nowMs: serverNowMs(), lastSolutionSentAtMs: data?.lastSolutionSentAtMs ?? 0 };
    setPlace({ atMs: rewindRange('main', contest, now).midpointMs, scope: 'main' });
  }
  const hasPast = contestStatus(contest, serverNowMs()) !== 'WAITING';
  if (place.isProjected) {
    return <Projector contest={contest} place={place} onLeave={() => setPlace({ isProjected: false })} />;
  }
  return (
    <>
      <div className={`${classes.page} no-print`}>
        {isSelecting && data ? (
          <SelectionBar
            contestId={contest.id}
            choice={choice}
            total={data.rowsNumber}
            selection={{ ...selection, stop: stopSelecting }}
            action={action}
          />
        ) : (
          <TableToolbar
            contestId={contest.id}
            title={t('table.title')}
            place={place}
            onPlace={setPlace}
            isFrozen={data?.isFrozen ?? false}
            isSupervisor={me.isSupervisor}
            other={{ to: '../monitor', label: t('table.monitor') }}
            onGoToMe={goToMe}
            onRewind={hasPast && place.atMs === null ? startRewind : undefined}
            onSelect={
              me.isSupervisor
                ? () => {
                    selection.start();
                    setIsSelecting(true);
                  }
                : undefined
            }
            onPrint={files.print}
            onCsv={files.csv}
          />
        )}
        {place.atMs !== null && (
          <RewindBar
            contest={contest}
            lastSolutionSentAtMs={data?.lastSolutionSentAtMs ?? 0}
            atMs={place.atMs}
            scope={place.scope}
            isPublic={place.isPublic}
            isLoading={isPlaceholderData}
            onChange={setPlace}
            onClose={() => setPlace({ atMs: null })}
          />
        )}
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !data && <TableSkeleton />}
        {data?.rowsNumber === 0 && <NobodyYet isFiltered={screen.isFiltered} onClear={screen.clearFilters} />}
        {data && data.rowsNumber > 0 && (
          <div className={classes.body} data-stale={isPlaceholderData || undefined}>
            <ScoreTable
              ref={table}
              contestId={contest.id}
              table={data}
              viewerId={me.id}
              opensAllCells={seesAll}
              onOpenCell={setOpenCell}
              of={screen.of}
              selection={isSelecting && action.running === null ? selection.rows : null}
            />
            <TableFooter
              offset={place.offset}
              count={count}
              shown={data.rows.length}
              total={data.rowsNumber}
              onCount={setCount}
              onOffset={(offset) => setPlace({ offset })}
            >
              <Freshness
                isLive={place.isLive}
                onPlace={setPlace}
                updatedAtMs={dataUpdatedAt}
                isStill={!place.isLive}
                isFetching={isFetching}
                onRefresh={() => void refetch()}
              />
            </TableFooter>
          </div>
        )}
        {openCell && <CellDialog contestId={contest.id} cell={openCell} onClose={() => setOpenCell(null)} />}
        <BulkReportDialog action={action} />
      </div>
      {paper && <PrintedTable contest={contest} isSecret={screen.isSecret} {...paper} />}
    </>
  );
}
