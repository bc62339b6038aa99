import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { Button, Group, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnderWay, jobQuery, useCancelJob } from '#features/outside-systems/data/job.data.ts';
import { outsideQuery } from '#features/outside-systems/data/outside.data.ts';
import classes from '#features/outside-systems/outside.module.css';
import { useFormats } from '#shared/text/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

export interface JobStepsProps {
  jobId: number;
  /** What is said when it has ended well. */
  done: string;
  onClose: () => void;
}

/** Steps of a look at an account or of a trial, live until the end. */
export function JobSteps({ jobId, done, onClose }: JobStepsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const queryClient = useQueryClient();
  const { data: job, error, refetch } = useQuery(jobQuery(jobId));
  const state = job?.state;
  // An account that has failed is disabled now, one that was read has a session.
  useEffect(() => {
    if (state === 'done' || state === 'failed')
      void queryClient.invalidateQueries({ queryKey: outsideQuery.queryKey });
  }, [state, queryClient]);
  const cancelling = useCancelJob();
  if (!job && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.form}>
      <ol className={classes.steps} aria-live="polite">
        {(!job || job.state === 'waiting') && <Waiting job={job} />}
        {job?.steps.map((step) => (
          <li key={step.step} data-state={step.state}>
            {STEP_SIGNS[step.state]}
            <span className={classes.names}>
              <b>{t(`outside.step.${step.step}`)}</b>
              {step.text !== '' && <span className={classes.foreign}>{step.text}</span>}
            </span>
            {step.tookMs !== null && (
              <span className={classes.took}>
                {t('outside.took', { seconds: number(Math.round(step.tookMs / 100) / 10) })}
              </span>
            )}
          </li>
        ))}
      </ol>
      {job && <JobEnd job={job} done={done} />}
      <Group justify="flex-end">
        {job && isUnderWay(job) && (
          <Button variant="default" loading={cancelling.isPending} onClick={() => cancelling.mutate(jobId)}>
            {t('outside.stop')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common.close')}</Button>
      </Group>
    </div>
  );
}

const STEP_SIGNS: Readonly<Record<JobView['steps'][number]['state'], ReactNode>> = {
  running: <Loader size={20} />,
  done: <IconCircleCheck size={20} aria-hidden />,
  failed: <IconCircleX size={20} aria-hidden />,
};

/** The job waits for a relay, or until a failure has passed. */
function Waiting({ job }: { job: JobView | undefined }) {
  const { t } = useTranslation();
  const { exactTime } = useFormats();
  const { data: servers } = useQuery(outsideQuery);
  const hasRelay = servers?.relays.some(({ isAlive }) => isAlive) ?? true;
  const until = job?.waitsUntilMs ?? null;
  return (
    <li data-state="waiting">
      {hasRelay ? <IconClock size={20} aria-hidden /> : <IconAlertTriangle size={20} aria-hidden />}
      <span className={classes.names}>
        <b>
          {until !== null
            ? t('outside.jobWaitsUntil', { time: exactTime(until) })
            : t(hasRelay ? 'outside.jobWaits' : 'outside.jobWaitsForRelay')}
        </b>
        {job?.message && <span className={classes.foreign}>{job.message}</span>}
      </span>
    </li>
  );
}

function JobEnd({ job: { state, failure, message }, done }: { job: JobView; done: string }) {
  const { t } = useTranslation();
  if (state === 'done')
    return (
      <p className={classes.end} role="status">
        <IconCircleCheck size={20} aria-hidden />
        {done}
      </p>
    );
  if (state === 'cancelled') return <p className={classes.note}>{t('outside.stopped')}</p>;
  if (state !== 'failed') return null;
  return (
    <Notice
      tone="failure"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={failure === null ? t('outside.failed') : t(`outside.kind.${failure}`)}
    >
      {message !== null && <p className={classes.foreign}>{message}</p>}
      {failure !== null && <p className={classes.plain}>{t(`outside.advice.${failure}`)}</p>}
    </Notice>
  );
}
