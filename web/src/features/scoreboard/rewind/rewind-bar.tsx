import type { Contest } from '@balloon/contracts/contests.ts';
import {
  freezeTimeMs,
  frozenUntilMs,
  hasFreeze,
  thawTimeMs,
} from '@balloon/domain/contests/contest-phase.ts';
import { rewindRange } from '@balloon/domain/contests/contest-time.ts';
import { ActionIcon, SegmentedControl, Slider, Switch, Tooltip } from '@mantine/core';
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
import { Density } from '#features/scoreboard/rewind/density.tsx';
import { ownTimeAt, useInstantText } from '#features/scoreboard/rewind/instant-text.ts';
import classes from '#features/scoreboard/rewind/rewind-bar.module.css';
import {
  changeBeside,
  instantAfterKey,
  STEP_MS,
  snapped,
  within,
} from '#features/scoreboard/rewind/rewind-steps.ts';
import { PLAY_SPEEDS, useRewindPlay } from '#features/scoreboard/rewind/use-rewind-play.ts';
import { activityQuery } from '#features/scoreboard/scoreboard.data.ts';
import type { PastKind, RewindRangeName, Scope } from '#features/scoreboard/scoreboard-place.ts';
import { useAtServerNow } from '#shared/api/server-clock.ts';

export interface RewindBarProps {
  contest: Contest;
  /** Null until it is known for the shown scope. */
  lastSolutionSentAtMs: number | null;
  atMs: number;
  range: RewindRangeName;
  scope: Scope;
  past: PastKind;
  isPublic: boolean;
  /** Whether the main time is over for everybody, and with it the freeze. */
  isOver: boolean;
  /** Whether the freeze hides nothing from this viewer. */
  seesAll: boolean;
  /** Whether the table of that instant is loading. */
  isLoading: boolean;
  onChange: (change: { atMs?: number; range?: RewindRangeName; past?: PastKind }) => void;
  onClose: () => void;
}

const SETTLE_MS = 400;

/**
 * Rewinds the table: a slider over the contest, in the main time or up to the last solution, by hand or
 * played.
 */
export function RewindBar(props: RewindBarProps) {
  const { contest, lastSolutionSentAtMs, atMs, scope, past, isOver, onChange, onClose } = props;
  const { t } = useTranslation();
  const nowMs = useAtServerNow((at) => Math.floor(at / STEP_MS) * STEP_MS);
  const [shownMs, setShownMs] = useState(atMs);
  const settle = useDebouncedCallback((wantedMs: number) => {
    const instantMs = within(wantedMs, range); // another scope may end before
    setShownMs(instantMs);
    onChange({ atMs: instantMs });
  }, SETTLE_MS);
  useEffect(() => {
    // While the slider still moves, the address tells where it was a moment ago.
    if (!settle.isPending()) setShownMs(atMs);
  }, [atMs, settle]);
  // The results of the contest end with it: what came later is a matter of the practice.
  const endsWithContest = isOver && scope === 'contest';
  const rangeName = endsWithContest ? 'main' : props.range;
  const rangeOf = (wanted: RewindRangeName) =>
    rewindRange(wanted, contest, { nowMs, lastSolutionSentAtMs: lastSolutionSentAtMs ?? 0 });
  // Nobody can move in the whole time before it is known where it ends; the main time is shown until then.
  const isRangeKnown = rangeName === 'main' || lastSolutionSentAtMs !== null;
  const range = rangeOf(isRangeKnown ? rangeName : 'main');
  const { fromMs, toMs } = range;
  const { data: activity } = useQuery(
    activityQuery(contest.id, { range: rangeName, scope, isPublic: props.isPublic }),
  );
  const passed = useInstantText(contest, range);
  const ownTime = ownTimeAt(contest, shownMs);
  const film = useRewindPlay({
    atMs,
    range,
    isLoading: props.isLoading || !isRangeKnown,
    onMove: (instantMs) => onChange({ atMs: instantMs }),
  });

  function move(wantedMs: number) {
    const toInstantMs = snapped(wantedMs, range);
    film.pause();
    setShownMs(toInstantMs);
    settle(toInstantMs);
  }
  function onKey(event: KeyboardEvent) {
    const instantMs = instantAfterKey(event, shownMs, range);
    if (instantMs === null || !isRangeKnown || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(instantMs);
  }
  function switchRange(wanted: string) {
    const newRange: RewindRangeName = wanted === 'full' ? 'full' : 'main';
    film.pause();
    onChange({ atMs: rangeOf(newRange).midpointMs, range: newRange });
  }
  const skip = (direction: 1 | -1) => {
    const instantMs = activity && isRangeKnown ? changeBeside(activity, shownMs, direction) : null;
    return instantMs === null ? undefined : () => move(within(instantMs, range));
  };
  const hasHiddenPast = nowMs > thawTimeMs(contest) && !props.seesAll && hasFreeze(contest);
  const PlayIcon = film.isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    <section className={classes.bar} aria-label={t('scoreboard.rewind')}>
      <div className={classes.buttons}>
        <Button label={t('rewind.previous')} Icon={IconPlayerSkipBack} onClick={skip(-1)} />
        <Button
          label={film.isPlaying ? t('rewind.pause') : t('rewind.play')}
          Icon={PlayIcon}
          onClick={isRangeKnown ? film.toggle : undefined}
        />
        <Button label={t('rewind.next')} Icon={IconPlayerSkipForward} onClick={skip(1)} />
      </div>
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
            disabled={!isRangeKnown}
            onChange={move}
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
        {!endsWithContest && (
          <SegmentedControl
            aria-label={t('scoreboard.rewindRange')}
            value={rangeName}
            disabled={lastSolutionSentAtMs === null}
            onChange={switchRange}
            data={[
              { value: 'main', label: t('scoreboard.rewindMain') },
              { value: 'full', label: t('scoreboard.rewindFull') },
            ]}
          />
        )}
        {hasHiddenPast && (
          <Switch
            className={classes.past ?? ''}
            label={t('rewind.real')}
            checked={past === 'real'}
            onChange={(event) => onChange({ past: event.currentTarget.checked ? 'real' : 'shown' })}
          />
        )}
      </div>
      <ActionIcon onClick={onClose} aria-label={t('scoreboard.rewindClose')}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </section>
  );
}

interface ButtonProps {
  label: string;
  Icon: typeof IconX;
  /** Handler; undefined disables the button. */
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
