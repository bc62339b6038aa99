import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import { wholePeriod } from '#features/contests/own-window.ts';
import { usePageSize } from '#features/scoreboard/scoreboard.data.ts';
import { ScoreboardFooter } from '#features/scoreboard/scoreboard-footer.tsx';
import { ScoreboardScreen } from '#features/scoreboard/scoreboard-screen.tsx';
import { useBulkAction } from '#features/scoreboard/selection/use-bulk-action.ts';
import { useSelection } from '#features/scoreboard/selection/use-selection.ts';
import { useScoreboardScreen } from '#features/scoreboard/use-scoreboard-screen.ts';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { usePageTitle } from '#shared/text/i18n.ts';

// For supervisors.
const BulkReportDialog = lazy(async () => ({
  default: (await untilLoaded(() => import('#features/scoreboard/selection/bulk-report-dialog.tsx')))
    .BulkReportDialog,
}));
const SelectionBar = lazy(async () => ({
  default: (await untilLoaded(() => import('#features/scoreboard/selection/selection-bar.tsx'))).SelectionBar,
}));

/** /contest/{id}/table: the scoreboard by pages, live or as of the instant in the address. */
export function Component() {
  const { t } = useTranslation();
  const contest = wholePeriod(useCurrentContest());
  usePageTitle(t('scoreboard.title'));
  const [count, setCount] = usePageSize();
  const [isSelecting, setIsSelecting] = useState(false);
  const screen = useScoreboardScreen(contest, { count, isHeld: isSelecting });
  const { place, setPlace, me } = screen;
  const { rows = [], rowsNumber = 0 } = screen.query.data ?? {};
  const selection = useSelection(rows);
  const startSelecting = () => {
    selection.start();
    setIsSelecting(true);
  };
  const stopSelecting = () => {
    selection.stop();
    setIsSelecting(false);
  };
  const action = useBulkAction(contest.id, (left) => {
    if (left.length === 0) stopSelecting();
    else selection.choose(left);
  });
  return (
    <>
      <ScoreboardScreen
        contest={contest}
        screen={screen}
        title={t('scoreboard.title')}
        other={{ to: '../monitor', label: t('scoreboard.monitor') }}
        onSelect={me.isSupervisor ? startSelecting : undefined}
        selectionBar={
          isSelecting && (
            <Suspense>
              <SelectionBar
                contestId={contest.id}
                choice={screen.choice}
                total={rowsNumber}
                selection={{ ...selection, stop: stopSelecting }}
                action={action}
              />
            </Suspense>
          )
        }
        selection={isSelecting && action.running === null ? selection.rows : null}
        footer={(freshness) => (
          <ScoreboardFooter
            offset={place.offset}
            count={count}
            shown={rows.length}
            total={rowsNumber}
            onCount={setCount}
            onOffset={(offset) => setPlace({ offset })}
          >
            {freshness}
          </ScoreboardFooter>
        )}
      />
      {action.report !== null && (
        <Suspense>
          <BulkReportDialog action={action} />
        </Suspense>
      )}
    </>
  );
}
