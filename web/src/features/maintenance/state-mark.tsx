import { IconCircleCheck, IconCircleX, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/maintenance/server.module.css';

const ICONS = { alive: IconCircleCheck, drained: IconPlayerPause, gone: IconCircleX } as const;

/** State of a judge or a process, by sign, word and colour. */
export function StateMark({ state }: { state: keyof typeof ICONS }) {
  const { t } = useTranslation();
  const Icon = ICONS[state];
  return (
    <span className={classes.mark} data-state={state}>
      <Icon size={16} aria-hidden />
      {t(`server.state.${state}`)}
    </span>
  );
}
