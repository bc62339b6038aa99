import type { Contest } from '@balloon/contracts/contests.ts';
import { formatDuration, rewindRange } from '@balloon/domain/contest-time.ts';
import { ActionIcon, SegmentedControl, Slider } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/table/rewind-bar.module.css';
import { serverNowMs } from '#shared/server-clock.ts';

export type RewindScope = 'main' | 'full';

export interface RewindBarProps {
  contest: Contest;
  lastSolutionSentAtMs: number;
  atMs: number;
  scope: RewindScope;
  onChange: (atMs: number, scope: RewindScope) => void;
  onClose: () => void;
}

const STEP_MS = 10_000;
const SETTLE_MS = 400;

/** Turns the table back: a slider over the contest, in the main time or up to the last solution. */
export function RewindBar({ contest, lastSolutionSentAtMs, atMs, scope, onChange, onClose }: RewindBarProps) {
  const { t } = useTranslation();
  const [nowMs] = useState(serverNowMs);
  const [shownMs, setShownMs] = useState(atMs);
  const settle = useDebouncedCallback(onChange, SETTLE_MS);
  const rangeOf = (wanted: RewindScope) => rewindRange(wanted, contest, { nowMs, lastSolutionSentAtMs });
  const { fromMs, toMs } = rangeOf(scope);
  const passed = (ms: number) => formatDuration(ms - fromMs);

  function move(toInstantMs: number) {
    setShownMs(toInstantMs);
    settle(toInstantMs, scope);
  }
  function switchScope(wanted: string) {
    const newScope: RewindScope = wanted === 'full' ? 'full' : 'main';
    const { midpointMs } = rangeOf(newScope);
    setShownMs(midpointMs);
    onChange(midpointMs, newScope);
  }
  return (
    <section className={classes.bar} aria-label={t('table.rewind')}>
      <div className={classes.slider}>
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
        <div className={classes.labels} aria-hidden>
          <span>0:00</span>
          <output>{passed(shownMs)}</output>
          <span>{passed(toMs)}</span>
        </div>
      </div>
      <SegmentedControl
        className={classes.scope ?? ''}
        aria-label={t('table.rewindScope')}
        value={scope}
        onChange={switchScope}
        data={[
          { value: 'main', label: t('table.rewindMain') },
          { value: 'full', label: t('table.rewindFull') },
        ]}
      />
      <ActionIcon onClick={onClose} aria-label={t('table.rewindClose')}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </section>
  );
}
