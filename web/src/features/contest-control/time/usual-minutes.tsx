import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-control/contest-control.module.css';

const USUAL_MINUTES = [5, 10, 15, 30];

/** Numbers of minutes that are asked for most, as buttons. */
export function UsualMinutes({
  minutes,
  onChoose,
}: {
  minutes: number;
  onChoose: (minutes: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.usualMinutes}>
      {USUAL_MINUTES.map((usual) => (
        <Button
          key={usual}
          variant={usual === minutes ? 'filled' : 'default'}
          aria-pressed={usual === minutes}
          onClick={() => onChoose(usual)}
        >
          {t('control.plusMinutes', { minutes: usual })}
        </Button>
      ))}
    </div>
  );
}
