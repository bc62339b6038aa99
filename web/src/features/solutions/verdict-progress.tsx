import type { Progress, Solution } from '@balloon/contracts/solutions.ts';
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/solutions/verdict-progress.module.css';
import { VerdictName } from '#shared/verdict-name.tsx';

const QUEUED: Progress = { state: 'queued', testNumber: 0, testsNumber: null };

/** Where a solution stands: in the queue, on which test, or its verdict. Says it politely when it changes. */
export function SolutionStanding({ solution }: { solution: Pick<Solution, 'verdict' | 'progress'> }) {
  return (
    <span className={classes.standing} aria-live="polite">
      {solution.verdict ? (
        <VerdictName verdictId={solution.verdict.id} fallback={solution.verdict.name} />
      ) : (
        <JudgingProgress progress={solution.progress ?? QUEUED} />
      )}
    </span>
  );
}

function JudgingProgress({ progress }: { progress: Progress }) {
  const { t } = useTranslation();
  const { state, testNumber, testsNumber } = progress;
  const share = state === 'testing' && testsNumber ? Math.min(1, (testNumber - 1) / testsNumber) : 0;
  return (
    <span className={classes.progress} data-state={state}>
      <span className={classes.words}>
        {state !== 'queued' && <Loader size={14} aria-hidden />}
        {t(`solutions.${progressKey(progress)}`, { test: testNumber, tests: testsNumber })}
      </span>
      {state !== 'queued' && (
        <span className={classes.line} aria-hidden>
          <span style={{ transform: `scaleX(${share})` }} />
        </span>
      )}
    </span>
  );
}

function progressKey({ state, testsNumber }: Progress): string {
  if (state !== 'testing') return state;
  return testsNumber === null ? 'testing' : 'testingOf';
}
