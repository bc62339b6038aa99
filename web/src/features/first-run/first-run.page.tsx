import type { FirstRun } from '@balloon/contracts/site/first-run.ts';
import { Button, Progress, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { firstRunQuery, hideFirstSteps, isPending } from '#features/first-run/first-run.data.ts';
import classes from '#features/first-run/first-run.module.css';
import { StepCard } from '#features/first-run/step-card.tsx';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useNavigateHere } from '#shared/ui/behaviour/use-navigate-here.ts';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** Interval in ms at which the ticks follow the data, as when a judge finishes a package. */
const FOLLOW_MS = 5000;

/** /admin/start */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('firstRun.title'));
  const { data, error, refetch } = useQuery({ ...firstRunQuery, staleTime: 0, refetchInterval: FOLLOW_MS });
  return (
    <div className={classes.page}>
      <ListHead title={t('firstRun.title')} />
      {data === undefined && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <StepsSkeleton />}
      {data && <Steps firstRun={data} />}
    </div>
  );
}

function Steps({ firstRun }: { firstRun: FirstRun }) {
  const { t } = useTranslation();
  const { steps, isDone } = firstRun;
  const done = steps.filter((one) => one.isDone).length;
  const next = steps.find((one) => !one.isDone && one.isAllowed);
  return (
    <>
      <p className={classes.intro}>{t(isDone ? 'firstRun.allDone' : 'firstRun.intro')}</p>
      <div className={classes.progress}>
        <Progress value={(100 * done) / steps.length} aria-label={t('firstRun.progress')} />
        <p role="status">{t('firstRun.done', { done, total: steps.length })}</p>
      </div>
      <ol className={classes.steps}>
        {steps.map((one) => (
          <StepCard key={one.step} step={one} firstRun={firstRun} isNext={one === next} />
        ))}
      </ol>
      {isPending(firstRun) ? <HideButton /> : <ToContests />}
    </>
  );
}

function HideButton() {
  const { t } = useTranslation();
  const navigate = useNavigateHere();
  const queryClient = useQueryClient();
  const hide = useMutation({
    mutationFn: hideFirstSteps,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: firstRunQuery.queryKey });
      await navigate('/admin/contests');
    },
  });
  return (
    <div className={classes.foot}>
      <Button variant="default" loading={hide.isPending} onClick={() => hide.mutate()}>
        {t('firstRun.hide')}
      </Button>
      <p className={classes.hint}>{t('firstRun.hideHint')}</p>
    </div>
  );
}

function ToContests() {
  const { t } = useTranslation();
  return (
    <div className={classes.foot}>
      <Button component={Link} to="/admin/contests" variant="default">
        {t('firstRun.toContests')}
      </Button>
    </div>
  );
}

const STEPS = ['people', 'problems', 'contest', 'go'];

function StepsSkeleton() {
  const { t } = useTranslation();
  return (
    <ol className={classes.steps} aria-busy="true" aria-label={t('progress.label')}>
      {STEPS.map((step) => (
        <li key={step} className={classes.step}>
          <Skeleton circle height={44} />
          <div className={classes.body}>
            <Skeleton height={20} width={180} mt={4} />
            <Skeleton height={14} width="80%" mt={14} mb={18} />
            <Skeleton height={40} width={190} />
          </div>
        </li>
      ))}
    </ol>
  );
}
