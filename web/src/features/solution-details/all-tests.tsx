import type { AllTests, SolutionDetails } from '@balloon/contracts/solutions/solution-details.ts';
import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { verdictById } from '@balloon/domain/judging/verdicts.ts';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/solution-details/all-tests.module.css';
import { useDetailsRequest } from '#features/solution-details/details.data.ts';
import { TestTable } from '#features/solution-details/test-table.tsx';
import { CompilerOutput } from '#features/solutions/compiler-output.tsx';
import { SolutionStanding } from '#features/solutions/verdict-progress.tsx';
import { useFormats } from '#shared/text/format.ts';

/** Run on all tests: the button to request it, its progress and its results. */
export function AllTestsSection({ solution, details }: { solution: Solution; details: SolutionDetails }) {
  const { t } = useTranslation();
  const request = useDetailsRequest(solution.contestId, solution.id);
  const { state, progress, allTests } = details;
  const isUnderWay = state === 'queued' || state === 'running';
  const canAsk = solution.verdict !== null && !isUnderWay && !request.isPending;
  return (
    <section className={classes.section} aria-labelledby="all-tests">
      <div className={classes.bar}>
        <h2 id="all-tests">{t('details.allTests')}</h2>
        {isUnderWay && <SolutionStanding solution={{ verdict: null, progress }} />}
        {/* Stays during a run, so that it keeps the focus. */}
        <Button
          variant="default"
          leftSection={<IconListCheck size={18} aria-hidden />}
          aria-disabled={!canAsk}
          data-disabled={!canAsk}
          onClick={() => canAsk && request.mutate()}
        >
          {t(allTests ? 'details.runAgain' : 'details.run')}
        </Button>
      </div>
      {solution.verdict === null && <p className={classes.hint}>{t('details.notNow')}</p>}
      {allTests ? <Outcome allTests={allTests} /> : <p className={classes.hint}>{t('details.hint')}</p>}
    </section>
  );
}

function Outcome({ allTests }: { allTests: AllTests }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { tests, madeAtMs, isStale, compilationError, comment } = allTests;
  const passed = tests.filter(({ verdict }) => verdictById(verdict.id)?.solves).length;
  return (
    <>
      {isStale && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('details.stale')}
        </Alert>
      )}
      <p className={classes.hint}>
        {tests.length > 0 && <strong>{t('details.passed', { passed, all: tests.length })}</strong>}
        <span>{t('details.madeAt', { time: formats.exact(madeAtMs) })}</span>
      </p>
      {compilationError && <CompilerOutput text={compilationError} />}
      {tests.length === 0 && comment && <p className={classes.hint}>{comment}</p>}
      {tests.length > 0 && <TestTable tests={tests} />}
    </>
  );
}
