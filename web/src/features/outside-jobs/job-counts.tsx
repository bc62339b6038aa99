import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/outside-jobs/job.module.css';
import { jobPath, OUTCOMES } from '#features/outside-systems/data/outside-jobs.url.ts';
import { useFormats } from '#shared/text/format.ts';

/** How many problems of a job became what; each number leads to them. */
export function JobCounts({ job: { id, counts } }: { job: JobView }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const shown = OUTCOMES.filter((outcome) => counts[outcome] > 0);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.counts}>
      {shown.map((outcome) => (
        <li key={outcome}>
          <Link className={classes.count} data-outcome={outcome} to={jobPath(id, { outcome })}>
            {t(`outsideJobs.outcome.${outcome}`)} <b>{formats.number(counts[outcome])}</b>
          </Link>
        </li>
      ))}
    </ul>
  );
}
