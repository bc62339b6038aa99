import type { ContestWindows, OwnWindow } from '@balloon/contracts/contests/own-windows.ts';
import type { WindowState } from '@balloon/contracts/contests/window-states.ts';
import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconClockPlus,
  IconFlag3,
  IconHourglass,
  IconPlayerPlayFilled,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-control/windows/own-windows.module.css';
import { WindowHistory } from '#features/contest-control/windows/window-history.tsx';
import { isPeriodOver, windowState } from '#features/contest-control/windows/window-state.ts';
import { Countdown } from '#features/contests/countdown.tsx';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';

/** What a supervisor is about to do with a window. */
export interface WindowAction {
  what: 'extend' | 'reset';
  window: OwnWindow;
}

interface WindowRowProps {
  contest: ContestWindows['contest'];
  window: OwnWindow;
  onAction: (action: WindowAction) => void;
}

/** A participant with their window, whose clock is the server's. */
export function WindowRow({ contest, window, onAction }: WindowRowProps) {
  const { t } = useTranslation();
  const nowMs = useServerNow();
  const { user, startedAtMs, changesNumber } = window;
  const name = user.fullName || user.username;
  const state = windowState(window, nowMs);
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.person}>
        <p className={classes.name}>
          <bdi>{name}</bdi> <span className={classes.login}>{user.username}</span>
        </p>
        <p className={classes.facts}>{useFacts(window, nowMs).join(' · ')}</p>
      </div>
      <Standing contest={contest} window={window} state={state} nowMs={nowMs} />
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconClockPlus size={18} aria-hidden />}
          aria-label={t('windows.extendTitle', { name })}
          onClick={() => onAction({ what: 'extend', window })}
        >
          {t('windows.extend')}
        </Button>
        {startedAtMs !== null && (
          <Button
            variant="default"
            c="var(--wrong)"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            aria-label={t('windows.resetTitle', { name })}
            onClick={() => onAction({ what: 'reset', window })}
          >
            {t('windows.reset')}
          </Button>
        )}
      </div>
      {changesNumber > 0 && (
        <WindowHistory contestId={contest.id} userId={user.id} name={name} changesNumber={changesNumber} />
      )}
    </li>
  );
}

const SIGNS = { waiting: IconHourglass, running: IconPlayerPlayFilled, ended: IconFlag3 } as const;

/** State of a window in a word, with the time that is left. */
function Standing({
  contest,
  window: { endTimeMs },
  state,
  nowMs,
}: Pick<WindowRowProps, 'contest' | 'window'> & { state: WindowState; nowMs: number }) {
  const { t } = useTranslation();
  const Sign = SIGNS[state];
  const isTooLate = state === 'waiting' && isPeriodOver(contest, nowMs);
  return (
    <p className={classes.standing}>
      <span className={classes.state} data-state={state}>
        <Sign size={16} stroke={2} aria-hidden />
        {t(isTooLate ? 'windows.neverStarted' : `windows.is.${state}`)}
      </span>
      {state === 'running' && endTimeMs !== null && (
        <Countdown className={classes.left} leftMs={endTimeMs - nowMs} />
      )}
    </p>
  );
}

function useFacts(
  { startedAtMs, endTimeMs, extraTimeMs, solutionsNumber, isOnline }: OwnWindow,
  nowMs: number,
) {
  const { t } = useTranslation();
  const formats = useFormats();
  /** An instant with its day, unless that is the day before it in the line: at first today. */
  const instant = (atMs: number, afterMs: number) =>
    formats.date(atMs) === formats.date(afterMs) ? formats.time(atMs) : formats.dateTime(atMs);
  return [
    startedAtMs !== null &&
      endTimeMs !== null &&
      `${instant(startedAtMs, nowMs)} – ${instant(endTimeMs, startedAtMs)}`,
    extraTimeMs > 0 && t('control.hasExtraTime', { minutes: Math.round(extraTimeMs / 60_000) }),
    solutionsNumber > 0 && t('control.sentBy', { count: solutionsNumber }),
    t(isOnline ? 'control.isOnline' : 'windows.isOffline'),
  ].filter((fact) => typeof fact === 'string');
}
