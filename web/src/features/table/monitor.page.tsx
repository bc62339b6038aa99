import type { TableRow } from '@balloon/contracts/scoreboard.ts';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import { CellDialog } from '#features/table/cell-dialog.tsx';
import { Freshness } from '#features/table/freshness.tsx';
import { ParticipantMenu } from '#features/table/participant-menu.tsx';
import { PrintedTable } from '#features/table/printed-table.tsx';
import { Projector } from '#features/table/projector.tsx';
import { ScoreTable, type ScoreTableHandle } from '#features/table/score-table.tsx';
import { ALL_ROWS } from '#features/table/table.data.ts';
import classes from '#features/table/table.module.css';
import type { OpenCell } from '#features/table/table-row.tsx';
import { NobodyYet, TableSkeleton } from '#features/table/table-states.tsx';
import toolbarClasses from '#features/table/table-toolbar.module.css';
import { TableToolbar } from '#features/table/table-toolbar.tsx';
import { useGoToMe } from '#features/table/use-go-to-me.ts';
import { useTableScreen } from '#features/table/use-table-screen.ts';
import { usePageTitle } from '#shared/i18n.ts';
import { ErrorState } from '#shared/states.tsx';

/** /contest/{id}/monitor: everybody on one screen, for those who watch over the contest. */
export function Component() {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  usePageTitle(t('monitor.title'));
  const [openCell, setOpenCell] = useState<OpenCell | null>(null);
  const screen = useTableScreen(contest, { count: ALL_ROWS, isHeld: false });
  const { place, setPlace, query, me, seesAll, paper, files } = screen;
  const { data, error, refetch, isFetching, isPlaceholderData, dataUpdatedAt } = query;
  const table = useRef<ScoreTableHandle>(null);
  const goToMe = useGoToMe({
    table,
    data,
    isOnItsWay: isPlaceholderData,
    me,
    place,
    setPlace,
    count: ALL_ROWS,
  });
  const contestId = contest.id;
  const menuOf = useCallback(
    (row: TableRow) => <ParticipantMenu contestId={contestId} row={row} />,
    [contestId],
  );
  if (place.isProjected) {
    return <Projector contest={contest} place={place} onLeave={() => setPlace({ isProjected: false })} />;
  }
  return (
    <>
      <div className={`${classes.page} no-print`}>
        <TableToolbar
          contestId={contestId}
          title={t('monitor.title')}
          place={place}
          onPlace={setPlace}
          isFrozen={data?.isFrozen ?? false}
          isSupervisor={me.isSupervisor}
          other={{ to: '../table', label: t('table.title') }}
          onGoToMe={goToMe}
          onPrint={files.print}
          onCsv={files.csv}
        />
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !data && <TableSkeleton />}
        {data?.rowsNumber === 0 && <NobodyYet isFiltered={screen.isFiltered} onClear={screen.clearFilters} />}
        {data && data.rowsNumber > 0 && (
          <div className={classes.body} data-stale={isPlaceholderData || undefined}>
            <ScoreTable
              ref={table}
              contestId={contestId}
              table={data}
              viewerId={me.id}
              opensAllCells={seesAll}
              onOpenCell={setOpenCell}
              of={screen.of}
              {...(me.isSupervisor && { menuOf })}
            />
            <footer className={toolbarClasses.footer}>
              <Freshness
                isLive={place.isLive}
                onPlace={setPlace}
                updatedAtMs={dataUpdatedAt}
                isStill={!place.isLive || data.isFrozen}
                isFetching={isFetching}
                onRefresh={() => void refetch()}
              />
              <span className={toolbarClasses.range}>{t('monitor.rows', { count: data.rowsNumber })}</span>
            </footer>
          </div>
        )}
        {openCell && <CellDialog contestId={contestId} cell={openCell} onClose={() => setOpenCell(null)} />}
      </div>
      {paper && <PrintedTable contest={contest} isSecret={screen.isSecret} {...paper} />}
    </>
  );
}
