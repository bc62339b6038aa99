import type { ImportState } from '@balloon/contracts/judging/package-import.ts';
import { Badge } from '@mantine/core';
import {
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

/** State of an import as a word and a sign. */
export function ImportStateBadge({ state }: { state: ImportState }) {
  const { t } = useTranslation();
  const Icon = ICONS[state];
  return (
    <Badge
      className={classes.badge ?? ''}
      data-state={state}
      variant="transparent"
      leftSection={<Icon size={16} aria-hidden />}
    >
      {t(`imports.state.${state}`)}
    </Badge>
  );
}
