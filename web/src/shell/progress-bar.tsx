import { type Mutation, type Query, useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';
import classes from '#shell/progress-bar.module.css';

const START_DELAY_MS = 100;
const FINISH_MS = 500;
const isLoud = ({ meta }: Query | Mutation) => meta?.quiet !== true;

/**
 * A thin line along the header while anything loads. It counts: the line runs until the last of the
 * parallel calls has ended, and quick ones never show it.
 */
export function ProgressBar() {
  const { t } = useTranslation();
  const calls = useIsFetching({ predicate: isLoud }) + useIsMutating({ predicate: isLoud });
  const isBusy = useNavigation().state !== 'idle' || calls > 0;
  const phase = usePhase(isBusy);
  return (
    <div
      className={classes.bar}
      data-phase={phase}
      role="progressbar"
      aria-label={t('progress.label')}
      aria-hidden={phase === 'idle'}
    />
  );
}

type Phase = 'idle' | 'running' | 'finishing';

function usePhase(isBusy: boolean): Phase {
  const [phase, setPhase] = useState<Phase>('idle');
  useEffect(() => {
    if (isBusy) {
      const timer = setTimeout(() => setPhase('running'), START_DELAY_MS);
      return () => clearTimeout(timer);
    }
    setPhase((current) => (current === 'running' ? 'finishing' : 'idle'));
    const timer = setTimeout(() => setPhase('idle'), FINISH_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return phase;
}
