import type { SimilarityReport } from '@balloon/contracts/solutions/similarity.ts';
import { Button } from '@mantine/core';
import { IconCopyCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { PairView } from '#features/similarity/pair-view.tsx';
import { SearchState } from '#features/similarity/search-state.tsx';
import { SimilarPairs } from '#features/similarity/similar-pairs.tsx';
import { similarityQuery, useStartComparison } from '#features/similarity/similarity.data.ts';
import classes from '#features/similarity/similarity.module.css';
import { Templates } from '#features/similarity/templates.tsx';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { ContestHead } from '#shared/ui/lists/list-head.tsx';
import { AwaitedScreen } from '#shared/ui/states/placeholders.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** /admin/contests/{id}/similarity: solutions of different people that have much in common. */
export function Component() {
  const contestId = Number(useParams().contestId);
  const { t } = useTranslation();
  const { data: report, error, refetch } = useQuery(similarityQuery(contestId, useLocale()));
  usePageTitle(report && t('similarity.title', { contest: report.contest.name }), error);
  if (!report)
    return (
      <AwaitedScreen
        className={classes.page}
        title={t('similarity.heading')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className={classes.page}>
      <Head report={report} />
      <Found report={report} />
      <Templates report={report} />
    </div>
  );
}

function Head({ report }: { report: SimilarityReport }) {
  const { t } = useTranslation();
  const { contest, state } = report;
  const start = useStartComparison(contest.id);
  return (
    <ContestHead title={t('similarity.heading')} contest={contest.name}>
      <Link to={`/admin/contests/${contest.id}/live`}>{t('adminContests.control')}</Link>
      {state !== 'running' && (
        <Button
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {t(state === 'none' ? 'similarity.start' : 'similarity.again')}
        </Button>
      )}
    </ContestHead>
  );
}

function Found({ report }: { report: SimilarityReport }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { state, pairs, contest } = report;
  const shown = pairs.find(({ one, other }) => params.get('pair') === `${one.id}-${other.id}`);
  if (state === 'none') {
    return (
      <EmptyState
        icon={<IconCopyCheck size={44} stroke={1.4} aria-hidden />}
        title={t('similarity.noneTitle')}
        text={t('similarity.noneText')}
      />
    );
  }
  return (
    <>
      <SearchState report={report} />
      {state === 'done' && pairs.length === 0 && (
        <EmptyState
          icon={<IconCopyCheck size={44} stroke={1.4} aria-hidden />}
          title={t('similarity.nothingTitle')}
          text={t('similarity.nothingText')}
        />
      )}
      {shown && <PairView contest={contest} pair={shown} />}
      {pairs.length > 0 && <SimilarPairs pairs={pairs} />}
    </>
  );
}
