import { MAX_EXTRA_TIME_MIN } from '@balloon/contracts/contests/control-limits.ts';
import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { UsualMinutes } from '#features/contest-control/time/usual-minutes.tsx';

/** Field for minutes of extra time, in all, with the usual numbers as buttons; an empty string while it is empty. */
export function ExtraMinutes({
  minutes,
  isFirst = false,
  onChange,
}: {
  minutes: number | '';
  /** Whether the form begins with it, and the keyboard too. */
  isFirst?: boolean;
  onChange: (minutes: number | '') => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <NumberInput
        data-autofocus={isFirst || undefined}
        label={t('control.extraMinutes')}
        description={t('control.extraMinutesNote')}
        value={minutes}
        onChange={(value) => onChange(value === '' ? '' : Number(value))}
        min={0}
        max={MAX_EXTRA_TIME_MIN}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
      />
      <UsualMinutes minutes={minutes || 0} onChoose={onChange} />
    </>
  );
}
