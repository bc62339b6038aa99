import type { Contest } from '@balloon/contracts/contests.ts';
import { endTimeMs, freezeTimeMs } from '@balloon/domain/contest-phase.ts';
import { formatDuration, rewindRange } from '@balloon/domain/contest-time.ts';
import { ActionIcon, SegmentedControl, Slider, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Density } from '#features/table/density.tsx';
import classes from '#features/table/rewind-bar.module.css';
import { changeBeside, instantAfterKey, STEP_MS, within } from '#features/table/rewind-steps.ts';
import { activityQuery } from '#features/table/table.data.ts';
import type { RewindScope } from '#features/table/table-place.ts';
import { PLAY_SPEEDS, useRewindPlay } from '#features/table/use-rewind-play.ts';
import { useServerNow } from '#shared/server-clock.ts';

export interface RewindBarProps {
  contest: Contest;
  lastSolutionSentAtMs: number;
  atMs: number;
  scope: RewindScope;
  isPublic: boolean;
  /** The table of that instant is on its way. */
  isLoading: boolean;
  onChange: (change: { atMs: number; scope: RewindScope }) => void;
  onClose: () => void;
}

const SETTLE_MS = 400;

/** Turns the table back: a slider over the contest, in the main time or up to the last solution, by hand or as a film. */
export function RewindBar(props: RewindBarProps) {
  const { contest, lastSolutionSentAtMs, atMs, scope, onChange, onClose } = props;
  const { t } = useTranslation();
  const nowMs = Math.floor(useServerNow() / STEP_MS) * STEP_MS;
  const [shownMs, setShownMs] = useState(atMs);
  useEffect(() => setShownMs(atMs), [atMs]);
  const settle = useDebouncedCallback((instantMs: number) => onChange({ atMs: instantMs, scope }), SETTLE_MS);
  const rangeOf = (wanted: RewindScope) => rewindRange(wanted, contest, { nowMs, lastSolutionSentAtMs });
  const range = rangeOf(scope);
  const { fromMs, toMs } = range;
  const { data: activity } = useQuery(activityQuery(contest.id, scope, props.isPublic));
  const passed = (ms: number) => formatDuration(ms - fromMs);
  const film = useRewindPlay({
    atMs,
    range,
    isLoading: props.isLoading,
    onMove: (instantMs) => onChange({ atMs: instantMs, scope }),
  });

  function move(toInstantMs: number) {
    film.pause();
    setShownMs(toInstantMs);
    settle(toInstantMs);
  }
  function onKey(event: KeyboardEvent) {
    const instantMs = instantAfterKey(event, shownMs, range);
    if (instantMs === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(instantMs);
  }
  function switchScope(wanted: string) {
    const newScope: RewindScope = wanted === 'full' ? 'full' : 'main';
    film.pause();
    onChange({ atMs: rangeOf(newScope).midpointMs, scope: newScope });
  }
  const skip = (direction: 1 | -1) => {
    const instantMs = activity ? changeBeside(activity, shownMs, direction) : null;
    return instantMs === null ? undefined : () => move(within(instantMs, range));
  };
  const PlayIcon = film.isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    <section className={classes.bar} aria-label={t('table.rewind')}>
      <div className={classes.buttons}>
        <Button label={t('rewind.previous')} Icon={IconPlayerSkipBack} onClick={skip(-1)} />
        <Button
          label={film.isPlaying ? t('rewind.pause') : t('rewind.play')}
          Icon={PlayIcon}
          onClick={film.toggle}
        />
        <Button label={t('rewind.next')} Icon={IconPlayerSkipForward} onClick={skip(1)} />
      </div>
      <div className={classes.slider}>
        {activity && (
          <Density
            activity={activity}
            range={range}
            freeze={{ fromMs: freezeTimeMs(contest), toMs: endTimeMs(contest) }}
          />
        )}
        <div onKeyDownCapture={onKey}>
          <Slider
            min={fromMs}
            max={Math.max(toMs, fromMs + STEP_MS)}
            step={STEP_MS}
            value={shownMs}
            onChange={move}
            label={(ms) => passed(ms)}
            thumbLabel={t('table.rewindTo', { time: passed(shownMs) })}
            thumbSize={22}
          />
        </div>
        <div className={classes.labels} aria-hidden>
          <span>0:00</span>
          <output>{passed(shownMs)}</output>
          <span>{passed(toMs)}</span>
        </div>
      </div>
      <div className={classes.choices}>
        <SegmentedControl
          aria-label={t('rewind.speed')}
          value={String(film.speed)}
          onChange={(value) =>
            film.setSpeed(PLAY_SPEEDS.find((speed) => String(speed) === value) ?? film.speed)
          }
          data={PLAY_SPEEDS.map((speed) => ({
            value: String(speed),
            label: t('rewind.perSecond', { speed }),
          }))}
        />
        <SegmentedControl
          aria-label={t('table.rewindScope')}
          value={scope}
          onChange={switchScope}
          data={[
            { value: 'main', label: t('table.rewindMain') },
            { value: 'full', label: t('table.rewindFull') },
          ]}
        />
      </div>
      <ActionIcon onClick={onClose} aria-label={t('table.rewindClose')}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </section>
  );
}

interface ButtonProps {
  label: string;
  Icon: typeof IconX;
  /** Absent when there is nothing to do. */
  onClick: (() => void) | undefined;
}

function Button({ label, Icon, onClick }: ButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={!onClick} onClick={onClick}>
        <Icon size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
