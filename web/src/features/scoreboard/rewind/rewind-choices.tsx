import { SegmentedControl, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/scoreboard/rewind/rewind-bar.module.css';
import { PLAY_SPEEDS, type PlaySpeed } from '#features/scoreboard/rewind/use-rewind-play.ts';
import type { PastKind, RewindRangeName } from '#features/scoreboard/scoreboard-place.ts';

interface SpeedChoiceProps {
  speed: PlaySpeed;
  onChange: (speed: PlaySpeed) => void;
}

export function SpeedChoice({ speed, onChange }: SpeedChoiceProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      aria-label={t('rewind.speed')}
      value={String(speed)}
      onChange={(value) => onChange(PLAY_SPEEDS.find((each) => String(each) === value) ?? speed)}
      data={PLAY_SPEEDS.map((each) => ({
        value: String(each),
        label: t('rewind.perSecond', { speed: each }),
      }))}
    />
  );
}

interface RangeChoiceProps {
  range: RewindRangeName;
  isDisabled: boolean;
  onChange: (range: RewindRangeName) => void;
}

/** Chooses between the main time and the time up to the last solution. */
export function RangeChoice({ range, isDisabled, onChange }: RangeChoiceProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      aria-label={t('scoreboard.rewindRange')}
      value={range}
      disabled={isDisabled}
      onChange={(value) => onChange(value === 'full' ? 'full' : 'main')}
      data={[
        { value: 'main', label: t('scoreboard.rewindMain') },
        { value: 'full', label: t('scoreboard.rewindFull') },
      ]}
    />
  );
}

interface PastChoiceProps {
  past: PastKind;
  onChange: (past: PastKind) => void;
}

/** Chooses between the past as it was shown and as it was. */
export function PastChoice({ past, onChange }: PastChoiceProps) {
  const { t } = useTranslation();
  return (
    <Switch
      className={classes.past ?? ''}
      label={t('rewind.real')}
      checked={past === 'real'}
      onChange={(event) => onChange(event.currentTarget.checked ? 'real' : 'shown')}
    />
  );
}
