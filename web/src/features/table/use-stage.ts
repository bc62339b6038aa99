import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Gives the screen to one element: the page behind it can't be reached, the screen does not go dark, and Escape or
 * leaving the full screen leaves it.
 */
export function useStage(stage: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useWakeLock();
  useEffect(() => {
    const root = document.getElementById('root');
    root?.setAttribute('inert', '');
    stage.current?.focus();
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') leave();
    };
    const onFullscreen = () => {
      if (document.fullscreenElement === null) leave();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onFullscreen);
    return () => {
      root?.removeAttribute('inert');
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onFullscreen);
      if (document.fullscreenElement !== null) void document.exitFullscreen();
    };
  }, [stage]);
}

/** The browser lets go of it whenever the page is hidden, so it is taken anew each time. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    async function take() {
      if (document.hidden) return;
      const taken = await navigator.wakeLock?.request('screen').catch(() => null); // e.g. on a weak battery
      if (isOver) void taken?.release();
      else lock = taken ?? null;
    }
    void take();
    document.addEventListener('visibilitychange', take);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
    };
  }, []);
}
