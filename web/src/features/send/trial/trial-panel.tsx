import { Button, Skeleton, Tabs } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrialKind } from '#features/send/trial/trial.data.ts';
import classes from '#features/send/trial/trial.module.css';
import { TrialInput } from '#features/send/trial/trial-input.tsx';
import { TrialSamples } from '#features/send/trial/trial-samples.tsx';
import { useTrialStatus } from '#features/send/trial/trial-status.ts';
import type { TrialRuns } from '#features/send/trial/use-trial-runs.ts';
import { errorText } from '#shared/ui/toasts/toasts.ts';

export interface TrialPanelProps {
  trials: TrialRuns;
  letter: string;
  ref: Ref<HTMLElement>;
}

/** Trial runs on the samples and on own input; a single line when closed, so that the editor has the room. */
export function TrialPanel({ trials, letter, ref }: TrialPanelProps) {
  const { t } = useTranslation();
  const { offer, error } = trials;
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
        <Tabs.Panel value="samples" className={classes.body ?? ''}>
          <TrialSamples trials={trials} offer={offer} />
        </Tabs.Panel>
        <Tabs.Panel value="input" className={classes.body ?? ''}>
          <TrialInput trials={trials} offer={offer} />
        </Tabs.Panel>
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
