import type { ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import { wholePeriod } from '#features/contests/own-window.ts';
import { RowMenu } from '#features/scoreboard/rows/row-menu.tsx';
import { ALL_ROWS } from '#features/scoreboard/scoreboard.data.ts';
import { ScoreboardScreen } from '#features/scoreboard/scoreboard-screen.tsx';
import toolbarClasses from '#features/scoreboard/scoreboard-toolbar.module.css';
import { useScoreboardScreen } from '#features/scoreboard/use-scoreboard-screen.ts';
import { usePageTitle } from '#shared/text/i18n.ts';

/** /contest/{id}/monitor: all participants on one screen, for people who supervise the contest. */
export function Component() {
  const { t } = useTranslation();
  const contest = wholePeriod(useCurrentContest());
  usePageTitle(t('monitor.title'));
  const screen = useScoreboardScreen(contest, { count: ALL_ROWS, isHeld: false });
  const contestId = contest.id;
  const menuOf = useCallback(
    (row: ScoreboardRow) => <RowMenu contestId={contestId} row={row} />,
    [contestId],
  );
  return (
    <ScoreboardScreen
      contest={contest}
      screen={screen}
      title={t('monitor.title')}
      other={{ to: '../table', label: t('scoreboard.title') }}
      menuOf={screen.me.isSupervisor ? menuOf : undefined}
      footer={(freshness) => (
        <footer className={toolbarClasses.footer}>
          {freshness}
          <span className={toolbarClasses.range}>
            {t('monitor.rows', { count: screen.query.data?.rowsNumber ?? 0 })}
          </span>
        </footer>
      )}
    />
  );
}
