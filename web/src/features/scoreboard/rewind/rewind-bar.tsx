import type { Contest } from '@balloon/contracts/contests.ts';
import { hasFreeze, thawTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { rewindRange } from '@balloon/domain/contests/contest-time.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/scoreboard/rewind/rewind-bar.module.css';
import { PastChoice, RangeChoice, SpeedChoice } from '#features/scoreboard/rewind/rewind-choices.tsx';
import { changeBeside, STEP_MS, snapped, within } from '#features/scoreboard/rewind/rewind-steps.ts';
import { RewindTrack } from '#features/scoreboard/rewind/rewind-track.tsx';
import { useRewindPlay } from '#features/scoreboard/rewind/use-rewind-play.ts';
import { activityQuery } from '#features/scoreboard/scoreboard.data.ts';
import type { PastKind, RewindRangeName, Scope } from '#features/scoreboard/scoreboard-place.ts';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';

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
  /** Whether the focus comes here, from the button that opened the bar and has gone. */
  takesFocus: boolean;
  onChange: (change: { atMs?: number; range?: RewindRangeName; past?: PastKind }) => void;
  onClose: () => void;
}

const SETTLE_MS = 400;

/**
 * Rewinds the table: a slider over the contest, in the main time or up to the last solution, by hand or
 * played.
 */
export function RewindBar(props: RewindBarProps) {
  const { contest, lastSolutionSentAtMs, atMs, scope, past, isOver, takesFocus, onChange, onClose } = props;
  const { t } = useTranslation();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus)
      bar.current?.querySelector<HTMLElement>('[role="slider"]')?.focus({ preventScroll: true });
  }, [takesFocus]);
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
  const { data: activity } = useQuery(
    activityQuery(contest.id, { range: rangeName, scope, isPublic: props.isPublic }),
  );
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
  function switchRange(newRange: RewindRangeName) {
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
    <section ref={bar} className={classes.bar} aria-label={t('scoreboard.rewind')}>
      <div className={classes.buttons}>
        <Button label={t('rewind.previous')} Icon={IconPlayerSkipBack} onClick={skip(-1)} />
        <Button
          label={film.isPlaying ? t('rewind.pause') : t('rewind.play')}
          Icon={PlayIcon}
          onClick={isRangeKnown ? film.toggle : undefined}
        />
        <Button label={t('rewind.next')} Icon={IconPlayerSkipForward} onClick={skip(1)} />
      </div>
      <RewindTrack
        contest={contest}
        range={range}
        shownMs={shownMs}
        activity={activity}
        isDisabled={!isRangeKnown}
        onMove={move}
      />
      <div className={classes.choices}>
        <SpeedChoice speed={film.speed} onChange={film.setSpeed} />
        {!endsWithContest && (
          <RangeChoice range={rangeName} isDisabled={lastSolutionSentAtMs === null} onChange={switchRange} />
        )}
        {hasHiddenPast && <PastChoice past={past} onChange={(wanted) => onChange({ past: wanted })} />}
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
