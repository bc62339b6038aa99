import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/scoreboard/projector/projector.module.css';
import { type Show, SPEEDS, type Speed } from '#features/scoreboard/projector/use-projector.ts';

/** Time without a pointer move after which the controls hide. */
const HIDE_AFTER_MS = 3_000;
const SPEED_NAMES = Object.keys(SPEEDS) as Speed[];

export interface ProjectorControlsProps {
  show: Show;
  total: number;
  onLeave: () => void;
}

/** Range of shown rows and speed of paging; the buttons appear when the pointer moves or by Tab. */
export function ProjectorControls({ show, total, onLeave }: ProjectorControlsProps) {
  const { t } = useTranslation();
  const isAwake = useIsAwake();
  const { first, rowsPerPage, pages, isPaused, speed } = show;
  const PauseIcon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <footer className={classes.foot}>
      {pages > 1 && (
        <span className={classes.range}>
          {t('scoreboard.range', { first: first + 1, last: Math.min(total, first + rowsPerPage), total })}
        </span>
      )}
      {isPaused && <span className={classes.paused}>{t('projector.paused')}</span>}
      <div className={classes.controls} data-awake={isAwake || undefined} data-controls>
        {pages > 1 && (
          <>
            <button type="button" aria-label={t('projector.previous')} onClick={() => show.turn(-1)}>
              <IconChevronLeft aria-hidden />
            </button>
            <button
              type="button"
              aria-label={isPaused ? t('projector.go') : t('projector.pause')}
              onClick={show.togglePause}
            >
              <PauseIcon aria-hidden />
            </button>
            <button type="button" aria-label={t('projector.next')} onClick={() => show.turn(1)}>
              <IconChevronRight aria-hidden />
            </button>
            {SPEED_NAMES.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === speed}
                onClick={() => show.setSpeed(name)}
              >
                {t(`projector.${name}`)}
              </button>
            ))}
          </>
        )}
        <button type="button" onClick={onLeave}>
          <IconX aria-hidden />
          {t('projector.leave')}
        </button>
      </div>
      {pages > 1 && !isPaused && (
        <span
          key={`${first} ${speed}`}
          className={classes.progress}
          style={{ animationDuration: `${SPEEDS[speed]}ms` }}
          aria-hidden
        />
      )}
    </footer>
  );
}

function useIsAwake(): boolean {
  const [isAwake, setIsAwake] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setIsAwake(true);
      clearTimeout(timer);
      timer = setTimeout(() => setIsAwake(false), HIDE_AFTER_MS);
    };
    wake();
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const event of events) addEventListener(event, wake);
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, wake);
    };
  }, []);
  return isAwake;
}
