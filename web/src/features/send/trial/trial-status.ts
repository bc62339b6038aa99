import type { TrialRun } from '@balloon/contracts/solutions/trial-runs.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { useTranslation } from 'react-i18next';
import { isUnderWay, type TrialRuns } from '#features/send/trial/use-trial-runs.ts';
import { verdictKey } from '#shared/ui/labels/verdict.ts';
import { errorText } from '#shared/ui/toasts/toasts.ts';

export interface TrialStatusText {
  tone: 'plain' | 'busy' | 'good' | 'bad';
  text: string;
}

/** Returns the state of trial runs as text. */
export function useTrialStatus(trials: TrialRuns, letter: string): TrialStatusText {
  const { t } = useTranslation();
  const { run, unfinished, refusal, waitSec, offer } = trials;
  if (trials.triesAgain) return { tone: 'busy', text: t('trial.triesAgain') };
  if (trials.isStarting) return { tone: 'busy', text: t('trial.starting') };
  if (run && isUnderWay(run)) return { tone: 'busy', text: underWay(run) };
  if (unfinished) return { tone: 'busy', text: elsewhere(unfinished.symbolIndex) };
  if (waitSec > 0) return { tone: 'bad', text: t('trial.wait', { count: waitSec }) };
  if (refusal && refusal.code !== 'TOO_MANY_TRIAL_RUNS') return { tone: 'bad', text: errorText(refusal) };
  return run ? ended(run) : { tone: 'plain', text: t('trial.idle') };

  function underWay({ progress, on }: TrialRun): string {
    if (!progress || progress.state === 'queued') return t('trial.queued');
    if (progress.state === 'compiling') return t('trial.compiling');
    if (on === 'input') return t('trial.running');
    return t('trial.testing', {
      number: Math.max(1, progress.testNumber),
      total: offer?.samplesNumber ?? progress.testsNumber,
    });
  }

  function elsewhere(index: string): string {
    if (index === letter) return t('trial.otherKind');
    return index === '' ? t('trial.elsewhere') : t('trial.elsewhereOn', { letter: index });
  }

  function ended({ state, result, on }: TrialRun): TrialStatusText {
    if (state === 'cancelled') return { tone: 'plain', text: t('trial.cancelled') };
    if (state === 'failed' || !result) return { tone: 'bad', text: t('trial.failed') };
    if (result.compilationError !== null)
      return { tone: 'bad', text: t(verdictKey(VERDICTS.compilationError.id)) };
    const { tests } = result;
    if (on === 'input') {
      const verdictId = tests[0]?.verdictId ?? null;
      if (verdictId === null) return { tone: 'plain', text: t('trial.endedWell') };
      return { tone: 'bad', text: t(verdictKey(verdictId)) };
    }
    const total = Math.max(offer?.samplesNumber ?? 0, tests.length);
    const passed = tests.filter(({ verdictId }) => verdictId === VERDICTS.accepted.id).length;
    return { tone: passed === total ? 'good' : 'bad', text: t('trial.passed', { passed, total }) };
  }
}
