import { useEffect, useEffectEvent, useState } from 'react';
import { within } from '#features/scoreboard/rewind/rewind-steps.ts';

/** Speeds, in minutes of the contest per second. */
export const PLAY_SPEEDS = [1, 5, 15] as const;
export type PlaySpeed = (typeof PLAY_SPEEDS)[number];
const TICK_MS = 1_000;
const MINUTE_MS = 60_000;

export interface Playing {
  isPlaying: boolean;
  speed: PlaySpeed;
  toggle(): void;
  pause(): void;
  setSpeed(speed: PlaySpeed): void;
}

/**
 * Plays the contest.
 *
 * @param film `isLoading`: the table of the last step is still loading, so the next one waits
 */
export function useRewindPlay(film: {
  atMs: number;
  range: { fromMs: number; toMs: number };
  isLoading: boolean;
  onMove: (atMs: number) => void;
}): Playing {
  const { atMs, range, isLoading, onMove } = film;
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useState<PlaySpeed>(5);
  const tick = useEffectEvent(() => {
    if (isLoading) return;
    const next = within(atMs + speed * MINUTE_MS, range);
    if (next >= range.toMs) setIsPlaying(false);
    onMove(next);
  });
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => tick(), TICK_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
  return {
    isPlaying,
    speed,
    setSpeed,
    pause: () => setIsPlaying(false),
    toggle: () => {
      if (!isPlaying && atMs >= range.toMs) onMove(range.fromMs); // start again from the beginning
      setIsPlaying(!isPlaying);
    },
  };
}
