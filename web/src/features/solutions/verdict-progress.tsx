import type { Language } from '@balloon/contracts/problems/problems.ts';
import type { Progress, Solution, Verdict } from '@balloon/contracts/solutions/solutions.ts';
import { isRemoved } from '@balloon/domain/contests/removed-intervals.ts';
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OutsideStanding } from '#features/solutions/outside-standing.tsx';
import classes from '#features/solutions/verdict-progress.module.css';
import { verdictKey } from '#shared/ui/labels/verdict.ts';
import { VerdictName } from '#shared/ui/labels/verdict-name.tsx';

const QUEUED: Progress = { state: 'queued', testNumber: 0, testsNumber: null };

/**
 * State of a solution: in the queue, with or without a judge that can take it, on a test, or its verdict.
 * Screen readers announce a verdict politely, but not each test on the way to it.
 */
export function SolutionStanding({
  solution,
  isAnnounced = true,
}: {
  solution: Pick<Solution, 'verdict' | 'progress'> &
    Partial<Pick<Solution, 'contest' | 'sentAtMs' | 'problem' | 'foreignVerdict' | 'shownVerdict'>> & {
      language?: Pick<Language, 'hasJudge'>;
    };
  /** Whether it is one of few: those of a whole contest would be announced all day long. */
  isAnnounced?: boolean;
}) {
  const { contest, sentAtMs } = solution;
  const progress = solution.progress ?? QUEUED;
  return (
    <span className={classes.standing} aria-live={isAnnounced ? 'polite' : 'off'}>
      {solution.verdict ? (
        <>
          <VerdictName verdictId={solution.verdict.id} fallback={solution.verdict.name} />
          {solution.foreignVerdict && <span className={classes.foreign}>{solution.foreignVerdict}</span>}
          {solution.shownVerdict && <ShownAs verdict={solution.shownVerdict} />}
        </>
      ) : progress.outside && solution.problem ? (
        <OutsideStanding
          progress={progress}
          outside={progress.outside}
          systemType={solution.problem.systemType}
        />
      ) : (
        <JudgingProgress progress={progress} hasJudge={solution.language?.hasJudge ?? true} />
      )}
      {contest && sentAtMs !== undefined && isRemoved(contest, sentAtMs) && <CutOut />}
    </span>
  );
}

/** Verdict that participants see in place of the precise one. */
function ShownAs({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation();
  return (
    <span className={classes.foreign}>
      {t('solutions.participantsSee', { verdict: t(verdictKey(verdict.id)) })}
    </span>
  );
}

/** Mark of a solution that counts for nobody. */
function CutOut() {
  const { t } = useTranslation();
  return (
    <span className={classes.cut} title={t('solutions.cutOutText')}>
      {t('solutions.cutOut')}
    </span>
  );
}

function JudgingProgress({ progress, hasJudge }: { progress: Progress; hasJudge: boolean }) {
  const { t } = useTranslation();
  const { state, testNumber, testsNumber } = progress;
  const share = state === 'testing' && testsNumber ? Math.min(1, (testNumber - 1) / testsNumber) : 0;
  return (
    <span className={classes.progress} data-state={state} aria-live="off">
      <span className={classes.words}>
        {state !== 'queued' && <Loader size={16} aria-hidden />}
        {t(`solutions.${progressKey(progress, hasJudge)}`, { test: testNumber, tests: testsNumber })}
      </span>
      {state !== 'queued' && (
        <span className={classes.line} aria-hidden>
          <span style={{ transform: `scaleX(${share})` }} />
        </span>
      )}
    </span>
  );
}

function progressKey({ state, testsNumber, isPaused }: Progress, hasJudge: boolean): string {
  if (state === 'queued' && isPaused) return 'paused';
  if (state === 'queued' && !hasJudge) return 'waitsForJudge';
  if (state !== 'testing') return state;
  return testsNumber === null ? 'testing' : 'testingOf';
}
