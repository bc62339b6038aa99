import { Button, Skeleton, Tabs } from '@mantine/core';
import { lazy, type Ref, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrialKind } from '#features/send/trial/trial.data.ts';
import classes from '#features/send/trial/trial.module.css';
import { useTrialStatus } from '#features/send/trial/trial-status.ts';
import type { TrialRuns } from '#features/send/trial/use-trial-runs.ts';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { whenQuiet } from '#shared/api/browser/when-idle.ts';
import { errorText } from '#shared/ui/toasts/toasts.ts';

export interface TrialPanelProps {
  trials: TrialRuns;
  letter: string;
  ref: Ref<HTMLElement>;
}

const loadBody = async () => ({
  default: (await untilLoaded(() => import('#features/send/trial/trial-body.tsx'))).TrialBody,
});
/** Comes after the screen: nobody waits for it before a tab is opened. */
const TrialBody = lazy(loadBody);

/** Trial runs on the samples and on own input; a single line when closed, so that the editor has the room. */
export function TrialPanel({ trials, letter, ref }: TrialPanelProps) {
  const { t } = useTranslation();
  const { offer, error } = trials;
  useEffect(() => void whenQuiet().then(loadBody), []);
  if (error) {
    return (
      <div className={classes.note} role="alert">
        {errorText(error)}
        <Button variant="default" size="sm" onClick={trials.retry}>
          {t('state.retry')}
        </Button>
      </div>
    );
  }
  if (!offer) return <Skeleton height={50} />;
  if (offer.obstacle !== null) return <p className={classes.note}>{t(`trial.obstacle.${offer.obstacle}`)}</p>;
  return (
    <section className={classes.panel} aria-label={t('trial.title')} data-trial ref={ref}>
      <Tabs
        value={trials.isOpen ? trials.kind : null}
        onChange={(kind) => trials.show(kind as TrialKind | null)}
        allowTabDeactivation
        keepMounted={false}
        classNames={{ tab: classes.tab ?? '' }}
      >
        <div className={classes.bar}>
          <Tabs.List className={classes.tabs ?? ''}>
            <Tabs.Tab value="samples">
              {t('trial.samples')}
              <span className={classes.count}>{offer.samplesNumber}</span>
            </Tabs.Tab>
            <Tabs.Tab value="input">{t('trial.ownInput')}</Tabs.Tab>
          </Tabs.List>
          <TrialStatus trials={trials} letter={letter} />
        </div>
        {(['samples', 'input'] as const).map((kind) => (
          <Tabs.Panel key={kind} value={kind} className={classes.body ?? ''}>
            <Suspense fallback={<Skeleton height={120} />}>
              <TrialBody {...{ kind, trials, offer }} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}

/** State of the run, announced politely. */
function TrialStatus({ trials, letter }: Omit<TrialPanelProps, 'ref'>) {
  const { t } = useTranslation();
  const { tone, text } = useTrialStatus(trials, letter);
  return (
    <p className={classes.status} role="status" data-tone={tone}>
      {text}
      {trials.isOutdated && <span className={classes.outdated}>{t('trial.outdated')}</span>}
    </p>
  );
}
