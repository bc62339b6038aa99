import type { Contest } from '@balloon/contracts/contests.ts';
import type { ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { contestStatus, lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { rewindRange } from '@balloon/domain/contests/contest-time.ts';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { freezeTextKey } from '#features/scoreboard/freeze-text.ts';
import { Freshness } from '#features/scoreboard/freshness.tsx';
import { PrintedScoreboard } from '#features/scoreboard/paper/printed-scoreboard.tsx';
import { useFrozenSentence, useResultsText } from '#features/scoreboard/results-note.tsx';
import { ScoreboardGrid, type ScoreboardGridHandle } from '#features/scoreboard/rows/scoreboard-grid.tsx';
import type { OpenCell } from '#features/scoreboard/rows/scoreboard-row.tsx';
import { useGoToMe } from '#features/scoreboard/rows/use-go-to-me.ts';
import classes from '#features/scoreboard/scoreboard.module.css';
import { NobodyYet, ScoreboardError, ScoreboardSkeleton } from '#features/scoreboard/scoreboard-states.tsx';
import { ScoreboardToolbar } from '#features/scoreboard/scoreboard-toolbar.tsx';
import type { RowSelection } from '#features/scoreboard/selection/use-selection.ts';
import type { ScoreboardScreenState } from '#features/scoreboard/use-scoreboard-screen.ts';
import { useToolFocus } from '#features/scoreboard/use-tool-focus.ts';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { serverNowMs, useAtServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';

// Opened by those who ask for them.
const Projector = lazy(async () => ({
  default: (await untilLoaded(() => import('#features/scoreboard/projector/projector.tsx'))).Projector,
}));
const RewindBar = lazy(async () => ({
  default: (await untilLoaded(() => import('#features/scoreboard/rewind/rewind-bar.tsx'))).RewindBar,
}));
const CellDialog = lazy(async () => ({
  default: (await untilLoaded(() => import('#features/scoreboard/rows/cell-dialog.tsx'))).CellDialog,
}));

export interface ScoreboardScreenProps {
  contest: Contest;
  screen: ScoreboardScreenState;
  title: string;
  /** The other screen of the same scoreboard. */
  other: { to: string; label: string };
  /** What stands beside a name. */
  menuOf?: ((row: ScoreboardRow) => ReactNode) | undefined;
  /** Begins the choice of people; absent for those who may not. */
  onSelect?: (() => void) | undefined;
  /** Stands in for the toolbar while people are chosen. */
  selectionBar?: ReactNode;
  selection?: RowSelection | null;
  /** The line under the rows; how fresh they are stands at its left. */
  footer: (freshness: ReactNode) => ReactNode;
}

/** What the pages of the scoreboard and the monitor have in common: toolbar, past, rows, dialogs, wall and paper. */
export function ScoreboardScreen(props: ScoreboardScreenProps) {
  const { contest, screen, selectionBar, footer } = props;
  const { place, setPlace, query, me, seesAll, isOver, paper } = screen;
  const ownId = contest.ownTeam?.id ?? me.id;
  const { data, error, refetch, isPlaceholderData, isFetching, dataUpdatedAt } = query;
  const [openCell, setOpenCell] = useState<OpenCell | null>(null);
  const grid = useRef<ScoreboardGridHandle>(null);
  const { count } = screen.choice;
  const goToMe = useGoToMe({
    table: grid,
    data,
    isOnItsWay: isPlaceholderData,
    ownId,
    place,
    setPlace,
    count,
  });
  const tools = useToolFocus();
  const frozenSentence = useFrozenSentence(contest);
  if (place.isProjected) {
    const leave = () => {
      tools.giveBackTo('projector');
      setPlace({ isProjected: false });
    };
    return (
      <Suspense>
        <Projector contest={contest} place={place} onLeave={leave} />
      </Suspense>
    );
  }
  return (
    <>
      <div className={`${classes.page} no-print`}>
        {(data && selectionBar) || <ScreenToolbar {...props} onGoToMe={goToMe} onRewind={tools.take} />}
        {data?.isFrozen && !data.isPastQuery && <p className={classes.frozenNote}>{frozenSentence}</p>}
        {place.atMs !== null && (
          <Suspense>
            <RewindBar
              contest={contest}
              lastSolutionSentAtMs={screen.lastSolutionSentAtMs}
              {...place}
              atMs={place.atMs}
              isOver={isOver}
              seesAll={seesAll}
              isLoading={isPlaceholderData}
              takesFocus={tools.isTaken()}
              onChange={screen.setPart}
              onClose={() => {
                tools.giveBackTo('rewind');
                setPlace({ atMs: null });
              }}
            />
          </Suspense>
        )}
        {error && !data && (
          <ScoreboardError contestId={contest.id} error={error} onRetry={() => void refetch()} />
        )}
        {!error && !data && <ScoreboardSkeleton />}
        {data?.rowsNumber === 0 && <NobodyYet isFiltered={screen.isFiltered} onClear={screen.clearFilters} />}
        {data && data.rowsNumber > 0 && (
          <div className={classes.body} data-stale={isPlaceholderData || undefined}>
            <ScoreboardGrid
              ref={grid}
              contestId={contest.id}
              table={data}
              viewerId={ownId}
              opensAllCells={seesAll}
              onOpenCell={setOpenCell}
              of={screen.of}
              {...(props.menuOf && { menuOf: props.menuOf })}
              selection={props.selection ?? null}
            />
            {footer(
              <Freshness
                isLive={place.isLive}
                onPlace={setPlace}
                updatedAtMs={dataUpdatedAt}
                isStill={!place.isLive || (data.isFrozen && place.atMs === null)}
                isFetching={isFetching}
                onRefresh={() => void refetch()}
              />,
            )}
          </div>
        )}
        {openCell && (
          <Suspense>
            <CellDialog
              contestId={contest.id}
              keepsDrafts={contest.keepsDrafts}
              cell={openCell}
              onClose={() => setOpenCell(null)}
            />
          </Suspense>
        )}
      </div>
      {paper && (
        <PrintedScoreboard
          contest={contest}
          isSecret={screen.isSecret}
          scope={screen.hasScopes ? place.scope : null}
          {...paper}
        />
      )}
    </>
  );
}

/** The toolbar with what it needs of the shown table and the contest. */
function ScreenToolbar({
  contest,
  screen,
  title,
  other,
  onGoToMe,
  onRewind,
  onSelect,
}: ScoreboardScreenProps & { onGoToMe: ReturnType<typeof useGoToMe>; onRewind: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { place, setPlace, query } = screen;
  const results = useResultsText(contest);
  const hasPast = useAtServerNow((nowMs) => contestStatus(contest, nowMs) !== 'WAITING');
  const freezeKey = query.data ? freezeTextKey(query.data, contest) : null;
  const startRewind = () => {
    const { midpointMs } = rewindRange('main', contest, { nowMs: serverNowMs(), lastSolutionSentAtMs: 0 });
    onRewind();
    setPlace({ atMs: midpointMs, range: 'main' });
  };
  return (
    <ScoreboardToolbar
      contestId={contest.id}
      title={title}
      place={place}
      onPlace={setPlace}
      freezeText={freezeKey && t(freezeKey, { until: formats.time(lastEndTimeMs(contest)) })}
      isFinal={screen.isFinal}
      results={results}
      onScope={screen.hasScopes ? screen.setScope : undefined}
      isSupervisor={screen.me.isSupervisor}
      other={other}
      onGoToMe={onGoToMe}
      onRewind={hasPast && place.atMs === null ? startRewind : undefined}
      onSelect={onSelect}
      onPrint={screen.files.print}
      onCsv={screen.files.csv}
    />
  );
}
