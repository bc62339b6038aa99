import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type JobSurroundings, useFailureText, useWaitingText } from '#features/outside-jobs/failure-text.ts';
import classes from '#features/outside-jobs/job.module.css';
import { JobActions } from '#features/outside-jobs/job-actions.tsx';
import { JobProgress } from '#features/outside-jobs/job-progress.tsx';
import { JobStateSign } from '#features/outside-jobs/job-state.tsx';
import { isUnderWay } from '#features/outside-systems/data/job.data.ts';
import { useFormats } from '#shared/text/format.ts';

export interface JobCardProps {
  job: JobView;
  surroundings: JobSurroundings;
  /** Its name, as a link or a heading. */
  title: ReactNode;
  /** What follows the progress. */
  children?: ReactNode;
  /** Called when it is taken up again. */
  onStarted: (jobId: number) => void;
}

/** State of a job, who has started it and when, its progress, and what can be done with it. */
export function JobCard({ job, surroundings, title, children, onStarted }: JobCardProps) {
  const waitingText = useWaitingText();
  const failureText = useFailureText();
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <div className={classes.name}>
          {title}
          <JobFacts job={job} />
        </div>
        <div className={classes.side}>
          <JobStateSign state={job.state} />
          <JobActions job={job} onStarted={onStarted} />
        </div>
      </div>
      {isUnderWay(job) && <JobProgress job={job} />}
      {job.state === 'waiting' && (
        <p className={classes.reason} data-tone="waiting">
          {waitingText(job, surroundings)}
        </p>
      )}
      {job.state === 'failed' && (
        <p className={classes.reason} data-tone="failed">
          {failureText(job)}
        </p>
      )}
      {job.message !== null && <p className={classes.words}>{job.message}</p>}
      {children}
    </div>
  );
}

function JobFacts({ job }: { job: JobView }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { kind, insert, update, author, createdAtMs, endedAtMs } = job;
  const start = formats.dateTime(createdAtMs);
  const isSameDay = endedAtMs !== null && formats.shortDay(endedAtMs) === formats.shortDay(createdAtMs);
  const end = endedAtMs === null ? '' : (isSameDay ? formats.time : formats.dateTime)(endedAtMs);
  const facts = [
    kind === 'scan' && insert && t('outsideJobs.inserts'),
    kind === 'scan' && update && t('outsideJobs.updates'),
    kind === 'scan' && !insert && !update && t('outsideJobs.onlyLists'),
    author?.username,
    start.endsWith(end) ? start : `${start} – ${end}`,
  ];
  return <p className={classes.facts}>{facts.filter(Boolean).join(' · ')}</p>;
}
