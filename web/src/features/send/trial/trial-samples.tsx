import type { TrialOffer, TrialTest } from '@balloon/contracts/solutions/trial-runs.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { Accordion, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/send/trial/trial.module.css';
import { TrialFiles } from '#features/send/trial/trial-files.tsx';
import { TrialSpent } from '#features/send/trial/trial-spent.tsx';
import { isUnderWay, type TrialRuns } from '#features/send/trial/use-trial-runs.ts';
import { CompilerOutput } from '#features/solutions/compiler-output.tsx';
import { VerdictName } from '#shared/ui/labels/verdict-name.tsx';

/** Results of the samples, one after the other. */
export function TrialSamples({ trials, offer }: { trials: TrialRuns; offer: TrialOffer }) {
  const { t } = useTranslation();
  const { run } = trials;
  const { samplesNumber } = offer;
  if (samplesNumber === 0) return <p className={classes.hint}>{t('trial.noSamples')}</p>;
  if (isUnderWay(run) || (trials.isStarting && trials.kind === 'samples')) {
    const now = run?.progress?.state === 'testing' ? Math.max(1, run.progress.testNumber) : 0;
    return <SamplesUnderWay samplesNumber={samplesNumber} now={now} />;
  }
  if (run?.state === 'failed') return <p className={classes.hint}>{t('trial.failedText')}</p>;
  const { result = null } = run ?? {};
  if (result === null) {
    return (
      <p className={classes.hint}>{t(offer.isConversation ? 'trial.conversation' : 'trial.samplesHint')}</p>
    );
  }
  if (result.compilationError !== null) return <CompilerOutput text={result.compilationError} />;
  return <SampleResults key={run?.id} tests={result.tests} offer={offer} />;
}

function SamplesUnderWay({ samplesNumber, now }: { samplesNumber: number; now: number }) {
  const { t } = useTranslation();
  return (
    <ol className={classes.list}>
      {Array.from({ length: samplesNumber }, (_, index) => index + 1).map((number) => (
        <li key={number} className={classes.pending} data-now={number === now}>
          {t('trial.sample', { number })}
          {number === now && <Loader size={16} aria-hidden />}
        </li>
      ))}
    </ol>
  );
}

function SampleResults({ tests, offer }: { tests: readonly TrialTest[]; offer: TrialOffer }) {
  const { t } = useTranslation();
  const failed = tests.find(({ verdictId }) => verdictId !== VERDICTS.accepted.id);
  return (
    <>
      {offer.isConversation && <p className={classes.hint}>{t('trial.conversation')}</p>}
      <Accordion
        multiple
        defaultValue={failed ? [String(failed.number)] : []}
        classNames={{
          control: classes.control ?? '',
          item: classes.item ?? '',
          content: classes.content ?? '',
        }}
      >
        {tests.map((test) => (
          <Accordion.Item key={test.number} value={String(test.number)}>
            <Accordion.Control>
              <span className={classes.result}>
                <span className={classes.name}>{t('trial.sample', { number: test.number })}</span>
                {test.verdictId !== null && <VerdictName verdictId={test.verdictId} />}
                <TrialSpent test={test} />
              </span>
            </Accordion.Control>
            <Accordion.Panel>
              <TrialFiles test={test} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {tests.length < offer.samplesNumber && <p className={classes.hint}>{t('trial.stopped')}</p>}
    </>
  );
}
