import type { ImportState } from '@balloon/contracts/judging/package-import.ts';
import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconHandStop,
  IconPackages,
  IconSettings,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/packages/upload.module.css';

const ICONS: Record<ImportState, TablerIcon> = {
  queued: IconClock,
  running: IconSettings,
  done: IconCheck,
  refused: IconHandStop,
  failed: IconX,
  cancelled: IconBan,
  split: IconPackages,
};

/**
 * State of an import as a word and a sign.
 *
 * @param hasFaults whether it became a problem whose package disagrees with itself
 */
export function ImportStateBadge({ state, hasFaults = false }: { state: ImportState; hasFaults?: boolean }) {
  const { t } = useTranslation();
  const Icon = hasFaults ? IconAlertTriangle : ICONS[state];
  return (
    <Badge
      className={classes.badge ?? ''}
      data-state={hasFaults ? 'faulty' : state}
      variant="transparent"
      leftSection={<Icon size={16} aria-hidden />}
    >
      {hasFaults ? t('imports.doneWithFaults') : t(`imports.state.${state}`)}
    </Badge>
  );
}
