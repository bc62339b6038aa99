import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { Skeleton } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import cardClasses from '#features/outside-jobs/job.module.css';
import { JobCard } from '#features/outside-jobs/job-card.tsx';
import { JobCounts } from '#features/outside-jobs/job-counts.tsx';
import { useJobTitle } from '#features/outside-jobs/job-title.ts';
import classes from '#features/outside-jobs/outside.module.css';
import { JOBS_PAGE_SIZE, jobListQuery } from '#features/outside-jobs/outside-jobs.data.ts';
import { jobPath, type OutsideChoice, outsidePath } from '#features/outside-systems/data/outside-jobs.url.ts';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

const PAGER_REACH = 5;

export interface JobListProps {
  server: OutsideServerView;
  choice: OutsideChoice;
  /** Called when a job is taken up again. */
  onStarted: (jobId: number) => void;
}

/** Scans and imports of a server, newest first. */
export function JobList({ server, choice, onStarted }: JobListProps) {
  const { t } = useTranslation();
  const titleOf = useJobTitle();
  const { data, error, refetch, isPlaceholderData } = useQuery(jobListQuery(server.id, choice.page));
  const last = pagesNumber(data?.jobsNumber ?? 0, JOBS_PAGE_SIZE);
  if (data && choice.page > last && !isPlaceholderData) {
    return <Navigate replace to={outsidePath({ ...choice, page: last })} />;
  }
  const runningId = data?.jobs.find(({ state }) => state === 'running')?.id;
  return (
    <section className={classes.part} aria-labelledby="jobs">
      <h2 id="jobs" className={classes.heading}>
        {t('outsideJobs.jobs')}
      </h2>
      {data === undefined && error === null && <JobListSkeleton />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.jobs.length === 0 && (
        <EmptyState
          icon={<IconListSearch size={44} stroke={1.4} aria-hidden />}
          title={t('outsideJobs.empty.title')}
          text={t('outsideJobs.empty.text')}
        />
      )}
      {data && (
        <ul className={classes.jobs} aria-busy={isPlaceholderData}>
          {data.jobs.map((job) => (
            <li key={job.id}>
              <JobCard
                job={job}
                surroundings={{
                  ...{ server, hasRelay: data.hasRelay },
                  isBehindAnother: runningId !== undefined && runningId !== job.id,
                }}
                title={
                  <Link className={cardClasses.title} to={jobPath(job.id)}>
                    {titleOf(job)}
                  </Link>
                }
                onStarted={onStarted}
              >
                <JobCounts job={job} />
              </JobCard>
            </li>
          ))}
        </ul>
      )}
      <Pager
        current={choice.page}
        last={last}
        reach={PAGER_REACH}
        to={(page) => outsidePath({ ...choice, page })}
      />
    </section>
  );
}

const ROWS = ['a', 'b', 'c'];

function JobListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.jobs} role="status" aria-busy="true" aria-label={t('progress.label')}>
      {ROWS.map((row) => (
        <div key={row} className={cardClasses.card}>
          <Skeleton height={18} width="40%" />
          <Skeleton height={14} width="60%" mt={8} />
        </div>
      ))}
    </div>
  );
}
