import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useJobTitle } from '#features/outside-jobs/job-title.ts';
import { useRetryJob } from '#features/outside-jobs/outside-jobs.data.ts';
import { isUnderWay, useCancelJob } from '#features/outside-systems/data/job.data.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

/** Cancels a job that is under way, or lets one that ended early go on. */
export function JobActions({ job, onStarted }: { job: JobView; onStarted: (jobId: number) => void }) {
  const { t } = useTranslation();
  const title = useJobTitle()(job);
  const cancelling = useCancelJob();
  const retrying = useRetryJob();
  async function askAndCancel() {
    const question = {
      title: t('outsideJobs.cancelTitle', { title }),
      text: t('outsideJobs.cancelText'),
      yes: t('outsideJobs.cancelYes'),
      no: t('outsideJobs.cancelNo'),
    };
    if (await confirm({ ...question, isDestructive: true })) cancelling.mutate(job.id);
  }
  if (isUnderWay(job)) {
    return (
      <Button
        variant="default"
        aria-label={t('outsideJobs.cancelOf', { title })}
        loading={cancelling.isPending}
        onClick={() => void askAndCancel()}
      >
        {t('outsideJobs.cancel')}
      </Button>
    );
  }
  if (job.state === 'done') return null;
  return (
    <Button
      variant="default"
      aria-label={t('outsideJobs.retryOf', { title })}
      loading={retrying.isPending}
      onClick={() => retrying.mutate(job.id, { onSuccess: ({ jobId }) => onStarted(jobId) })}
    >
      {t('outsideJobs.retry')}
    </Button>
  );
}
