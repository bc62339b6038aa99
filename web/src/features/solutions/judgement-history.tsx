import type { Judgement, JudgementList } from '@balloon/contracts/judgements.ts';
import type { Solution } from '@balloon/contracts/solutions.ts';
import { Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CompilerOutput } from '#features/solutions/compiler-output.tsx';
import classes from '#features/solutions/judging-panel.module.css';
import { get } from '#shared/api/api.ts';
import { useFormats } from '#shared/text/format.ts';
import { ErrorState } from '#shared/ui/states.tsx';
import { VerdictName } from '#shared/ui/verdict-name.tsx';

/** Reads the history anew whenever the verdict is another one. */
function judgementsQuery({ contestId, id, verdictId, verdictGotAtMs }: Solution) {
  return queryOptions({
    queryKey: ['contest', contestId, 'solution', id, 'judgements', verdictId, verdictGotAtMs],
    queryFn: ({ signal }) => get<JudgementList>(`/api/admin/solutions/${id}/judgements`, { signal }),
    staleTime: 0,
    meta: { ownError: true, quiet: true },
  });
}

/** Every judging of a solution and every decision by hand, newest first; for supervisors. */
export function JudgementHistory({ solution }: { solution: Solution }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(judgementsQuery(solution));
  return (
    <section className={classes.panel} aria-labelledby="judgements">
      <h2 id="judgements">{t('judgements.title')}</h2>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={48} radius="sm" aria-hidden />}
      {data?.judgements.length === 0 && <p className={classes.none}>{t('judgements.none')}</p>}
      {data && data.judgements.length > 0 && (
        <ol className={classes.history}>
          {data.judgements.map((one) => (
            <Entry key={one.id} contestId={solution.contestId} judgement={one} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ contestId, judgement }: { contestId: number; judgement: Judgement }) {
  const { t } = useTranslation();
  const { exact } = useFormats();
  const { verdict, endedAtMs, rejudgingId, reason, compilationOutput } = judgement;
  return (
    <li>
      <VerdictName verdictId={verdict.id} fallback={verdict.name} />
      <span className={classes.when}>{exact(endedAtMs)}</span>
      <span className={classes.how}>
        {useFacts(judgement).join(' · ')}
        {rejudgingId !== null && (
          <>
            {' · '}
            <Link to={`/admin/contests/${contestId}/rejudgings/${rejudgingId}`}>
              {t('judgements.inRejudging', { id: rejudgingId })}
            </Link>
          </>
        )}
        {reason !== null && ` · ${reason}`}
      </span>
      {compilationOutput && (
        <details className={classes.said}>
          <summary>{t('solutions.compilerOutput')}</summary>
          <CompilerOutput text={compilationOutput} />
        </details>
      )}
    </li>
  );
}

function useFacts(judgement: Judgement): string[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { isManual, madeBy, judge, compiler, testNumber, executionTime, memory } = judgement;
  if (isManual) {
    const name = madeBy && (madeBy.fullName || madeBy.username);
    return [name ? t('judgements.byHandOf', { name }) : t('judgements.byHand')];
  }
  const seconds = number((judgement.endedAtMs - judgement.startedAtMs) / 1000);
  return [
    judge,
    compiler,
    testNumber > 0 && t('judgements.test', { number: testNumber }),
    t('judgements.used', { seconds: number(executionTime), memory: number(memory) }),
    t('judgements.took', { seconds }),
  ].filter((fact) => typeof fact === 'string');
}
