import type { TableRow } from '@balloon/contracts/scoreboard.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconRefresh, IconSnowflake } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import { CellDialog } from '#features/table/cell-dialog.tsx';
import classes from '#features/table/monitor.module.css';
import { ParticipantMenu } from '#features/table/participant-menu.tsx';
import { ScoreTable } from '#features/table/score-table.tsx';
import { useTable } from '#features/table/table.data.ts';
import { NobodyYet, TableSkeleton } from '#features/table/table-states.tsx';
import { useLocale, usePageTitle } from '#shared/i18n.ts';
import { useMe } from '#shared/session.ts';
import { ErrorState } from '#shared/states.tsx';

/** More participants than any contest has: the monitor shows all at once. */
const ALL_ROWS = 100_000;

/** /contest/{id}/monitor: everybody on one screen, for those who watch over the contest. */
export function Component() {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  const me = useMe();
  usePageTitle(t('monitor.title'));
  const [search, setSearch] = useSearchParams();
  const isLive = search.get('live') !== 'off';
  const [openCell, setOpenCell] = useState<{ row: TableRow; problemIndex: string } | null>(null);
  const choice = { count: ALL_ROWS, offset: 0, atMs: null, locale: useLocale() };
  const { data, error, refetch, isFetching } = useTable(contest.id, choice, isLive);
  const isFrozen = data?.isFrozen ?? false;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('monitor.title')}</h1>
        {isFrozen && (
          <span className={classes.frozen}>
            <IconSnowflake size={16} aria-hidden />
            {t('table.frozen')}
          </span>
        )}
        <span className={classes.grow} />
        <Checkbox
          label={t('monitor.standStill')}
          checked={!isLive}
          onChange={(event) =>
            setSearch(event.currentTarget.checked ? { live: 'off' } : {}, { replace: true })
          }
        />
        {(isFrozen || !isLive) && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={isFetching}
            onClick={() => void refetch()}
          >
            {t('monitor.refresh')}
          </Button>
        )}
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <TableSkeleton />}
      {data?.rowsNumber === 0 && <NobodyYet />}
      {data && data.rowsNumber > 0 && (
        <ScoreTable
          contestId={contest.id}
          table={data}
          viewerId={me.id}
          opensAllCells={me.isSupervisor}
          hasStatistics
          onOpenCell={(row, problemIndex) => setOpenCell({ row, problemIndex })}
          {...(me.isSupervisor && {
            menuOf: (row: TableRow) => <ParticipantMenu contestId={contest.id} row={row} />,
          })}
        />
      )}
      {openCell && <CellDialog contestId={contest.id} cell={openCell} onClose={() => setOpenCell(null)} />}
    </div>
  );
}
