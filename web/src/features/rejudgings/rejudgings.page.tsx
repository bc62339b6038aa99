import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { contestQuery } from '#features/contests/contests.data.ts';
import { RejudgingForm } from '#features/rejudgings/rejudging-form.tsx';
import { RejudgingTable } from '#features/rejudgings/rejudging-table.tsx';
import { rejudgingsQuery } from '#features/rejudgings/rejudgings.data.ts';
import classes from '#features/rejudgings/rejudgings.module.css';
import { choiceQuery, readChoice, rejudgingsPath } from '#features/rejudgings/rejudgings.url.ts';
import { ResetProgress } from '#features/solutions/reset-progress.tsx';
import { usePageTitle } from '#shared/text/i18n.ts';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/contests/{id}/rejudgings: what was judged again, and the choice of what is next. */
export function Component() {
  const { t } = useTranslation();
  const contestId = Number(useParams().contestId);
  const { data: contest } = useQuery(contestQuery(contestId));
  usePageTitle(contest && t('rejudgings.title', { contest: contest.name }));
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const to = rejudgingsPath(contestId);
  return (
    <div className={classes.page}>
      <BackLink to={`/admin/contests/${contestId}/live`}>{t('rejudgings.toControl')}</BackLink>
      <h1 className={classes.title}>{t('rejudgings.heading')}</h1>
      <ResetProgress of={{ contestId }} />
      <RejudgingForm
        contestId={contestId}
        choice={readChoice(search)}
        onChange={(choice) => void navigate(`${to}${choiceQuery(choice)}`, { replace: true })}
        onStarted={(id) => void navigate(`${to}/${id}`)}
      />
      <Earlier contestId={contestId} />
    </div>
  );
}

function Earlier({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(rejudgingsQuery(contestId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsPlaceholder rows={3} />;
  if (data.rejudgings.length > 0)
    return <RejudgingTable contestId={contestId} rejudgings={data.rejudgings} />;
  return (
    <EmptyState
      icon={<IconRefresh size={44} stroke={1.5} aria-hidden />}
      title={t('rejudgings.none')}
      text={t('rejudgings.noneText')}
    />
  );
}
