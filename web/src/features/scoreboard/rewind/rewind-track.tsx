import type { Contest } from '@balloon/contracts/contests.ts';
import { freezeTimeMs, frozenUntilMs } from '@balloon/domain/contests/contest-phase.ts';
import type { RewindRange } from '@balloon/domain/contests/contest-time.ts';
import { Slider } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Density, type DensityProps } from '#features/scoreboard/rewind/density.tsx';
import { ownTimeAt, useInstantText } from '#features/scoreboard/rewind/instant-text.ts';
import classes from '#features/scoreboard/rewind/rewind-bar.module.css';
import { instantAfterKey, STEP_MS } from '#features/scoreboard/rewind/rewind-steps.ts';

interface RewindTrackProps {
  contest: Contest;
  range: RewindRange;
  shownMs: number;
  /** Undefined while it is loading. */
  activity: DensityProps['activity'] | undefined;
  isDisabled: boolean;
  onMove: (atMs: number) => void;
}

/** Shows when something happened in a range of the contest, and moves in it by pointer and keys. */
export function RewindTrack({ contest, range, shownMs, activity, isDisabled, onMove }: RewindTrackProps) {
  const { t } = useTranslation();
  const { fromMs, toMs } = range;
  const passed = useInstantText(contest, range);
  const ownTime = ownTimeAt(contest, shownMs);
  function onKey(event: KeyboardEvent) {
    const instantMs = instantAfterKey(event, shownMs, range);
    if (instantMs === null || isDisabled || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(instantMs);
  }
  return (
    <div className={classes.slider}>
      {activity && (
        <Density
          activity={activity}
          range={range}
          freeze={{ fromMs: freezeTimeMs(contest), toMs: frozenUntilMs(contest) }}
        />
      )}
      <div onKeyDownCapture={onKey}>
        <Slider
          min={fromMs}
          max={Math.max(toMs, fromMs + STEP_MS)}
          step={STEP_MS}
          value={shownMs}
          disabled={isDisabled}
          onChange={onMove}
          label={(ms) => passed(ms)}
          thumbLabel={t('scoreboard.rewindTo', { time: passed(shownMs) })}
          thumbSize={22}
        />
      </div>
      <div className={classes.labels} aria-hidden>
        <span>{passed(fromMs)}</span>
        <output>
          {passed(shownMs)}
          {ownTime !== null && <small>{t('rewind.ownTime', { time: ownTime })}</small>}
        </output>
        <span>{passed(toMs)}</span>
      </div>
    </div>
  );
}
