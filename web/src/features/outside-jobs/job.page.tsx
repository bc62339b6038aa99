import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import cardClasses from '#features/outside-jobs/job.module.css';
import { JobCard } from '#features/outside-jobs/job-card.tsx';
import { JobReport } from '#features/outside-jobs/job-report.tsx';
import { useJobTitle } from '#features/outside-jobs/job-title.ts';
import classes from '#features/outside-jobs/outside.module.css';
import { useEndedJobs } from '#features/outside-jobs/use-ended-jobs.ts';
import { jobQuery } from '#features/outside-systems/data/job.data.ts';
import { outsideQuery } from '#features/outside-systems/data/outside.data.ts';
import { outsidePath, readReportChoice } from '#features/outside-systems/data/outside-jobs.url.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useSystemName } from '#shared/text/system-name.ts';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { ProblemsHead } from '#shell/problems-head.tsx';

/** /admin/problems/outside/jobs/{jobId} */
export function Component() {
  const { t } = useTranslation();
  const jobId = Number(useParams().jobId);
  const titleOf = useJobTitle();
  const { data: job, error, refetch } = useQuery(jobQuery(jobId));
  usePageTitle(job ? `${job.server.name}: ${titleOf(job)}` : t('outsideJobs.pageTitle'));
  return (
    <>
      <ProblemsHead />
      {job === undefined && error === null && <RowsPlaceholder />}
      {job === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {job && <Job key={job.id} job={job} />}
    </>
  );
}

function Job({ job }: { job: JobView }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const systemName = useSystemName();
  const titleOf = useJobTitle();
  const { data } = useQuery(outsideQuery);
  const noteStart = useEndedJobs(useMemo(() => [job], [job]));
  const { id: serverId, systemType, name } = job.server;
  return (
    <>
      <BackLink to={outsidePath({ system: systemType, serverId })}>
        {t('outsideJobs.toSystem', { system: systemName(systemType) })}
      </BackLink>
      <JobCard
        job={job}
        surroundings={{
          server: data?.servers.find(({ id }) => id === serverId),
          hasRelay: data === undefined || data.relays.some(({ isAlive }) => isAlive),
          isBehindAnother: false,
        }}
        title={<h2 className={cardClasses.title}>{`${name}: ${titleOf(job)}`}</h2>}
        onStarted={noteStart}
      />
      <section className={classes.part} aria-labelledby="report">
        <h2 id="report" className={classes.heading}>
          {t('outsideJobs.report')}
        </h2>
        <JobReport job={job} choice={readReportChoice(search)} />
      </section>
    </>
  );
}
