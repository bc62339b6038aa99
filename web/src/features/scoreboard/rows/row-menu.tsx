import type { ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { IconDotsVertical } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/scoreboard/rows/scoreboard-grid.module.css';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';

/** For supervisors. */
const ParticipantMenu = lazy(async () => ({
  default: (await untilLoaded(() => import('#features/scoreboard/rows/participant-menu.tsx')))
    .ParticipantMenu,
}));

/**
 * Opens the menu of a participant. A plain button until somebody presses it: while thousands of rows are scrolled, menus
 * that nobody opens would take most of every frame.
 */
export function RowMenu({ contestId, row }: { contestId: number; row: ScoreboardRow }) {
  const { t } = useTranslation();
  const [isWanted, setIsWanted] = useState(false);
  const name = row.user.fullName || row.user.username;
  const button = (
    <button
      type="button"
      className={classes.menuButton}
      aria-haspopup="menu"
      aria-label={t('monitor.menu', { name })}
      onClick={() => setIsWanted(true)}
    >
      <IconDotsVertical size={18} aria-hidden />
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <ParticipantMenu contestId={contestId} row={row} />
    </Suspense>
  );
}
