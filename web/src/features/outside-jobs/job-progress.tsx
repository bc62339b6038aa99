import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/outside-jobs/job.module.css';
import { jobFigures } from '#features/outside-jobs/job-figures.ts';
import { useFormats } from '#shared/text/format.ts';

/** How far a job is: its list, then the problems that are read, and what is at work. */
export function JobProgress({ job }: { job: JobView }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { listed, toRead, read } = jobFigures(job);
  const hasList = job.kind === 'scan' || job.kind === 'archive';
  const isRunning = job.state === 'running';
  const isReading = job.isListed && toRead > 0;
  const listedText = t('outsideJobs.listed', { count: listed, number: formats.number(listed) });
  const readText = t('outsideJobs.readOf', { read: formats.number(read), total: formats.number(toRead) });
  const percent = isReading ? (read / toRead) * 100 : 0;
  return (
    <div className={classes.progress}>
      <Progress
        // A list has no known length: a striped bar says that it is worked at.
        value={isReading ? percent : isRunning ? 100 : 0}
        color={isRunning ? 'brand' : 'gray'}
        striped={!isReading}
        animated={!isReading && isRunning}
        aria-label={isReading ? readText : t('outsideJobs.listing')}
      />
      <p className={classes.step}>
        {hasList && (listed > 0 || !isReading) && (
          <span>{listed === 0 && !job.isListed ? t('outsideJobs.listing') : listedText}</span>
        )}
        {toRead > 0 && <span>{readText}</span>}
        {job.what !== '' && <span className={classes.what}>{job.what}</span>}
      </p>
    </div>
  );
}
