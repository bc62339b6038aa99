import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#features/outside-jobs/failure-text.ts';
import { useJobTitle } from '#features/outside-jobs/job-title.ts';
import { isUnderWay, jobQuery } from '#features/outside-systems/data/job.data.ts';
import { OUTCOMES } from '#features/outside-systems/data/outside-jobs.url.ts';
import { showDone, showNotice, showWarning } from '#shared/ui/toasts/toasts.ts';

/**
 * Tells the end of jobs that were seen under way or were started here, and reads anew what they have changed.
 *
 * @returns a function that notes a job that was just started
 */
export function useEndedJobs(jobs: readonly JobView[] | undefined): (jobId: number) => void {
  const awaited = useRef(new Set<number>());
  const tellEnd = useTellEnd();
  useEffect(() => {
    for (const job of jobs ?? []) {
      if (isUnderWay(job)) awaited.current.add(job.id);
      else if (awaited.current.delete(job.id)) tellEnd(job);
    }
  }, [jobs, tellEnd]);
  return useCallback((jobId) => awaited.current.add(jobId), []);
}

/** Follows a job that was started on a screen without a list of jobs, and tells its end there. */
export function useFollowedJob() {
  const [jobId, setJobId] = useState<number | null>(null);
  const { data: job } = useQuery({ ...jobQuery(jobId ?? 0), enabled: jobId !== null });
  const [jobs, setJobs] = useState<readonly JobView[]>([]);
  if (job !== undefined && jobs[0] !== job) setJobs([job]);
  const note = useEndedJobs(jobs);
  function follow(startedId: number) {
    note(startedId);
    setJobId(startedId);
  }
  return { follow, isUnderWay: jobId !== null && (job === undefined || isUnderWay(job)) };
}

function useTellEnd(): (job: JobView) => void {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const titleOf = useJobTitle();
  const failureText = useFailureText();
  return useCallback(
    (job) => {
      for (const queryKey of [
        ['admin problems'],
        ['admin', 'problem'],
        ['problem'],
        ['outside jobs'],
        ['outside'],
      ])
        void queryClient.invalidateQueries({ queryKey });
      const title = `${job.server.name}, ${titleOf(job)}`;
      const outcomes = OUTCOMES.filter((outcome) => job.counts[outcome] > 0)
        .map((outcome) => `${t(`outsideJobs.outcome.${outcome}`)} ${job.counts[outcome]}`)
        .join(', ');
      const result = outcomes === '' ? t('outsideJobs.noLines.nothing.title') : outcomes;
      if (job.state === 'done') showDone(t('outsideJobs.ended.done', { title, outcomes: result }));
      else if (job.state === 'cancelled') showNotice(t('outsideJobs.ended.cancelled', { title }));
      else {
        const reason = [failureText(job), job.message].filter(Boolean).join(' ');
        showWarning(t('outsideJobs.ended.failed', { title, reason }));
      }
    },
    [t, queryClient, titleOf, failureText],
  );
}
