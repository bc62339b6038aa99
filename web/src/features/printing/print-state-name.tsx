import type { PrintState } from '@balloon/contracts/hall/printing.ts';
import { IconAlertTriangle, IconCheck, IconClock, IconPrinter, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/printing/printing.module.css';

const ICONS = {
  waiting: IconClock,
  printing: IconPrinter,
  printed: IconCheck,
  failed: IconAlertTriangle,
  cancelled: IconX,
} as const satisfies Record<PrintState, unknown>;

/** How far a job is, as a word with a sign. */
export function PrintStateName({ state }: { state: PrintState }) {
  const { t } = useTranslation();
  const Icon = ICONS[state];
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={18} stroke={1.8} aria-hidden />
      {t(`printing.state.${state}`)}
    </span>
  );
}
