import type { TrialOffer } from '@balloon/contracts/solutions/trial-runs.ts';
import { Loader, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLimitsText } from '#features/problems/limits.tsx';
import classes from '#features/send/trial/trial.module.css';
import { TrialFile } from '#features/send/trial/trial-file.tsx';
import { hasText, TrialEnd } from '#features/send/trial/trial-files.tsx';
import { TrialSpent } from '#features/send/trial/trial-spent.tsx';
import { isUnderWay, type TrialRuns } from '#features/send/trial/use-trial-runs.ts';
import { CompilerOutput } from '#features/solutions/compiler-output.tsx';
import { VerdictName } from '#shared/ui/labels/verdict-name.tsx';

/** Own input beside the output. */
export function TrialInput({ trials, offer }: { trials: TrialRuns; offer: TrialOffer }) {
  const { t } = useTranslation();
  const { own } = trials;
  return (
    <div className={classes.own}>
      <Textarea
        aria-label={t('trial.ownInput')}
        value={own.text}
        onChange={(event) => own.change(event.currentTarget.value)}
        error={own.isTooLarge ? t('trial.inputTooLarge') : null}
        placeholder={t('trial.inputPlaceholder')}
        autoComplete="off"
        spellCheck={false}
        classNames={{
          root: classes.ownRoot ?? '',
          wrapper: classes.ownWrapper ?? '',
          input: classes.ownText ?? '',
        }}
      />
      <div className={classes.ownResult}>
        <OwnResult trials={trials} offer={offer} />
      </div>
    </div>
  );
}

function OwnResult({ trials, offer }: { trials: TrialRuns; offer: TrialOffer }) {
  const { t } = useTranslation();
  const limitsText = useLimitsText();
  const { run } = trials;
  if (isUnderWay(run) || (trials.isStarting && trials.kind === 'input')) {
    return (
      <p className={classes.hint}>
        <Loader size={16} aria-hidden />
      </p>
    );
  }
  if (run?.state === 'failed') return <p className={classes.hint}>{t('trial.failedText')}</p>;
  const { result = null } = run ?? {};
  if (result === null) {
    return (
      <p className={classes.hint}>
        {t(offer.isConversation ? 'trial.conversationInput' : 'trial.inputHint')} {limitsText(offer)}
      </p>
    );
  }
  if (result.compilationError !== null) return <CompilerOutput text={result.compilationError} />;
  const [test] = result.tests;
  if (!test) return null;
  return (
    <div className={classes.files}>
      <p className={classes.result}>
        {test.verdictId !== null && <VerdictName verdictId={test.verdictId} />}
        <TrialSpent test={test} />
      </p>
      <TrialEnd test={test} />
      {test.output && <TrialFile name={t('trial.output')} file={test.output} />}
      {hasText(test.stderr) && <TrialFile name={t('trial.stderr')} file={test.stderr} isSizeKnown={false} />}
    </div>
  );
}
