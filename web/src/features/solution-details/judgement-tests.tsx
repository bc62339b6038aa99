import type { JudgementTests } from '@balloon/contracts/solutions/judgements.ts';
import { verdictById } from '@balloon/domain/judging/verdicts.ts';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/solution-details/judgement-tests.module.css';
import { type ComparedJudgings, judgementTestsQuery } from '#features/solution-details/judgements.data.ts';
import { signed, timeDrift } from '#features/solution-details/time-drift.ts';
import { useFormats } from '#shared/text/format.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { VerdictName } from '#shared/ui/labels/verdict-name.tsx';
import { MoreRows, useFirstRows } from '#shared/ui/lists/more-rows.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

type Test = JudgementTests['tests'][number];
type Run = NonNullable<Test['after']>;

/** Number of tests beyond which a comparison shows those that differ first. */
const MANY = 12;

/** Tests of a judging with verdict, time and memory, beside those of another judging where one is chosen. */
export function JudgementTestTable({ compared }: { compared: ComparedJudgings }) {
  const { data, error, refetch } = useQuery(judgementTestsQuery(compared));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={96} radius="sm" aria-hidden />;
  return <Tests told={data} isComparison={compared.before !== null} />;
}

function Tests({ told: { tests, common }, isComparison }: { told: JudgementTests; isComparison: boolean }) {
  const { t } = useTranslation();
  const changed = tests.filter(({ isChanged }) => isChanged);
  const canHide = isComparison && tests.length > MANY && changed.length < tests.length;
  const [showsAll, setShowsAll] = useState(!canHide);
  const { shown, more } = useFirstRows(showsAll ? tests : changed, matters);
  if (tests.length === 0) return <p className={classes.note}>{t('judgementTests.none')}</p>;
  return (
    <div className={classes.tests}>
      {common && <Summary changed={changed} common={common} />}
      {shown.length > 0 && (
        <ScrollRegion as="div" className={classes.box} label={t('judgementTests.title')}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('solutions.test')}</th>
                {isComparison && <th scope="col">{t('judgementTests.before')}</th>}
                <th scope="col">{t(isComparison ? 'judgementTests.after' : 'solutions.verdict')}</th>
                <th scope="col" className={classes.figure}>
                  {t('solutions.runTime')}
                </th>
                <th scope="col" className={classes.figure}>
                  {t('solutions.memory')}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((test) => (
                <TestRow key={test.number} test={test} isComparison={isComparison} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <MoreRows {...more} />
      {canHide && (
        <Button variant="subtle" className={classes.more ?? ''} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('judgementTests.onlyChanged') : t('judgementTests.showAll', { count: tests.length })}
        </Button>
      )}
    </div>
  );
}

/** Whether a test is not one of the many that passed as before. */
const matters = ({ after, isChanged }: Test) =>
  isChanged || after === null || verdictById(after.verdict.id)?.solves !== true;

/** Tells which tests came out otherwise, and how much longer the common ones took. */
function Summary({
  changed,
  common,
}: {
  changed: readonly Test[];
  common: NonNullable<JudgementTests['common']>;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const drift = timeDrift(common);
  return (
    <p className={classes.note} role="status">
      {changed.length === 0
        ? t('judgementTests.same')
        : t('judgementTests.changed', { count: changed.length, number: changed[0]?.number })}{' '}
      {common.tests > 0 &&
        t('judgementTests.time', {
          count: common.tests,
          before: formats.number(Math.round(common.beforeMs)),
          after: formats.number(Math.round(common.afterMs)),
        })}
      {drift !== null && ` (${t('judgementTests.drift', { drift: signed(drift, formats) })})`}
    </p>
  );
}

function TestRow({ test, isComparison }: { test: Test; isComparison: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { number, before, after, isChanged } = test;
  const ms = ({ executionTime }: Run) =>
    t('solutions.ms', { ms: formats.number(Math.round(executionTime * 1000)) });
  const mb = ({ memory }: Run) => t('solutions.mb', { mb: formats.number(Math.round(memory / 102.4) / 10) });
  const figure = (text: (run: Run) => string) =>
    [...(isComparison ? [before] : []), after].map((run) => (run ? text(run) : '—')).join(' → ');
  return (
    <tr data-changed={(isComparison && isChanged) || undefined}>
      <th scope="row">
        {number}
        {isComparison && isChanged && (
          <span className="visually-hidden"> {t('judgementTests.isChanged')}</span>
        )}
      </th>
      {isComparison && (
        <td>
          <Outcome run={before} />
        </td>
      )}
      <td>
        <Outcome run={after} />
      </td>
      <td className={classes.figure}>{figure(ms)}</td>
      <td className={classes.figure}>{figure(mb)}</td>
    </tr>
  );
}

function Outcome({ run }: { run: Run | null }) {
  const { t } = useTranslation();
  if (!run) return <span className={classes.note}>{t('judgementTests.notRun')}</span>;
  return <VerdictName verdictId={run.verdict.id} fallback={run.verdict.name} />;
}
