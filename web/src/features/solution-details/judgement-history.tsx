import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { JudgementEntry } from '#features/solution-details/judgement-entry.tsx';
import { judgementsQuery } from '#features/solution-details/judgements.data.ts';
import classes from '#features/solution-details/judging-panel.module.css';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** Every judging of a solution and every decision by hand, newest first; for supervisors. */
export function JudgementHistory({ solution }: { solution: Solution }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(judgementsQuery(solution));
  const withTests = data?.judgements.filter(({ hasTests }) => hasTests) ?? [];
  return (
    <section className={classes.panel} aria-labelledby="judgements">
      <h2 id="judgements">{t('judgements.title')}</h2>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={48} radius="sm" aria-hidden />}
      {data?.judgements.length === 0 && <p className={classes.none}>{t('judgements.none')}</p>}
      {data && data.judgements.length > 0 && (
        <ol className={classes.history}>
          {data.judgements.map((one) => (
            <JudgementEntry
              key={one.id}
              contestId={solution.contestId}
              solutionId={solution.id}
              judgement={one}
              others={withTests.filter(({ id }) => id !== one.id)}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
