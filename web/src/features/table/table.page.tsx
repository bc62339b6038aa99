import type { TableRow } from '@balloon/contracts/scoreboard.ts';
import { rewindRange } from '@balloon/domain/contest-time.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useContestStatus, useCurrentContest } from '#features/contests/current-contest.ts';
import { CellDialog } from '#features/table/cell-dialog.tsx';
import { RewindBar, type RewindScope } from '#features/table/rewind-bar.tsx';
import { ScoreTable } from '#features/table/score-table.tsx';
import { usePageSize, useTable } from '#features/table/table.data.ts';
import classes from '#features/table/table.module.css';
import { NobodyYet, TableSkeleton } from '#features/table/table-states.tsx';
import { TableFooter, TableToolbar } from '#features/table/table-toolbar.tsx';
import { useLocale, usePageTitle } from '#shared/i18n.ts';
import { serverNowMs } from '#shared/server-clock.ts';
import { useMe } from '#shared/session.ts';
import { ErrorState } from '#shared/states.tsx';

/** The scoreboard: live, or as it was at the instant in the address. */
export function Component() {
  const contest = useCurrentContest();
  const me = useMe();
  const status = useContestStatus(contest);
  usePageTitle(useTranslation().t('table.title'));
  const [place, setPlace] = useTablePlace();
  const [count, setCount] = usePageSize();
  const [openCell, setOpenCell] = useState<{ row: TableRow; problemIndex: string } | null>(null);
  const { data, error, refetch, isPlaceholderData } = useTable(contest.id, {
    count,
    offset: place.offset,
    atMs: place.atMs,
    locale: useLocale(),
  });

  function startRewind() {
    const now = { nowMs: serverNowMs(), lastSolutionSentAtMs: data?.lastSolutionSentAtMs ?? 0 };
    setPlace({ ...place, atMs: rewindRange('main', contest, now).midpointMs, scope: 'main' });
  }
  return (
    <div className={classes.page}>
      <TableToolbar
        isFrozen={data?.isFrozen ?? false}
        isRewound={place.atMs !== null}
        canRewind={status !== 'WAITING'}
        onRewind={startRewind}
      />
      {place.atMs !== null && (
        <RewindBar
          contest={contest}
          lastSolutionSentAtMs={data?.lastSolutionSentAtMs ?? 0}
          atMs={place.atMs}
          scope={place.scope}
          onChange={(atMs, scope) => setPlace({ ...place, atMs, scope })}
          onClose={() => setPlace({ ...place, atMs: null })}
        />
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <TableSkeleton />}
      {data?.rowsNumber === 0 && <NobodyYet />}
      {data && data.rowsNumber > 0 && (
        <div className={classes.body} data-stale={isPlaceholderData || undefined}>
          <ScoreTable
            contestId={contest.id}
            table={data}
            viewerId={me.id}
            opensAllCells={me.isSupervisor}
            onOpenCell={(row, problemIndex) => setOpenCell({ row, problemIndex })}
          />
          <TableFooter
            offset={place.offset}
            count={count}
            shown={data.rows.length}
            total={data.rowsNumber}
            onCount={setCount}
            onOffset={(offset) => setPlace({ ...place, offset })}
          />
        </div>
      )}
      {openCell && <CellDialog contestId={contest.id} cell={openCell} onClose={() => setOpenCell(null)} />}
    </div>
  );
}

interface TablePlace {
  offset: number;
  atMs: number | null;
  scope: RewindScope;
}

/** Page and instant live in the address, so that a look at the table can be shared. */
function useTablePlace(): [TablePlace, (place: TablePlace) => void] {
  const [search, setSearch] = useSearchParams();
  const wholeNumber = (name: string) => {
    const text = search.get(name) ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const place: TablePlace = {
    offset: wholeNumber('offset') ?? 0,
    atMs: wholeNumber('at'),
    scope: search.get('range') === 'full' ? 'full' : 'main',
  };
  return [
    place,
    ({ offset, atMs, scope }) => {
      const next = new URLSearchParams(search);
      for (const name of ['offset', 'at', 'range']) next.delete(name);
      if (offset > 0) next.set('offset', String(offset));
      if (atMs !== null) next.set('at', String(atMs));
      if (atMs !== null && scope === 'full') next.set('range', scope);
      setSearch(next, { replace: true });
    },
  ];
}
