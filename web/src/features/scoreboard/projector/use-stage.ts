import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Shows one element in full screen: the page behind it is not reachable, the screen stays on, and Escape or
 * leaving full screen calls `onLeave`.
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

/**
 * Keeps the screen on; the browser drops the lock when the page is hidden, so it is requested again each
 * time.
 */
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
