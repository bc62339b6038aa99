import type { JobState, LineOutcome } from '@balloon/contracts/outside/outside-jobs.ts';
import {
  IconBan,
  IconCheck,
  IconCircleMinus,
  IconClock,
  IconEyeOff,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/outside-jobs/signs.module.css';

const STATE_ICONS: Record<JobState, TablerIcon> = {
  waiting: IconClock,
  running: IconRefresh,
  done: IconCheck,
  failed: IconX,
  cancelled: IconBan,
};

/** State of a job as a word and a sign. */
export function JobStateSign({ state }: { state: JobState }) {
  const { t } = useTranslation();
  const Icon = STATE_ICONS[state];
  return (
    <span className={classes.sign} data-state={state}>
      <Icon size={16} aria-hidden />
      {t(`outsideJobs.state.${state}`)}
    </span>
  );
}

const OUTCOME_ICONS: Record<LineOutcome, TablerIcon> = {
  new: IconPlus,
  changed: IconPencil,
  vanished: IconEyeOff,
  failed: IconX,
  wanted: IconClock,
  same: IconCheck,
  known: IconCircleMinus,
};

/** What became of a problem, as a word and a sign. */
export function OutcomeSign({ outcome }: { outcome: LineOutcome }) {
  const { t } = useTranslation();
  const Icon = OUTCOME_ICONS[outcome];
  return (
    <span className={classes.sign} data-outcome={outcome}>
      <Icon size={16} aria-hidden />
      {t(`outsideJobs.line.${outcome}`)}
    </span>
  );
}
