import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/send/trial/trial.module.css';
import type { TrialRuns } from '#features/send/trial/use-trial-runs.ts';

/** Starts a trial run, or cancels the running one. A single button, so that the focus stays. */
export function TrialButton({ trials, onStart }: { trials: TrialRuns; onStart: () => void }) {
  const { t } = useTranslation();
  const { offer, kind, unfinished, isStarting, canStart } = trials;
  if (offer && offer.obstacle !== null) return null;
  const isRunning = isStarting || unfinished !== null;
  return (
    <Button
      size="lg"
      variant="default"
      className={classes.button ?? ''}
      leftSection={
        isRunning ? <IconPlayerStop size={20} aria-hidden /> : <IconPlayerPlay size={20} aria-hidden />
      }
      // Never disabled during a run: a button disabled for a moment loses the focus.
      disabled={!isRunning && !canStart}
      onClick={isRunning ? trials.cancel : onStart}
      aria-keyshortcuts="Control+'"
    >
      {t(isRunning ? 'trial.cancel' : kind === 'samples' ? 'trial.runOnSamples' : 'trial.runOnInput')}
    </Button>
  );
}
