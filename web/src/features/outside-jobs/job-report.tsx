import type { JobLine, JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { OutcomeSign } from '#features/outside-jobs/job-state.tsx';
import { jobLinesQuery, LINES_PAGE_SIZE } from '#features/outside-jobs/outside-jobs.data.ts';
import classes from '#features/outside-jobs/report.module.css';
import { isUnderWay } from '#features/outside-systems/data/job.data.ts';
import { jobPath, OUTCOMES, type ReportChoice } from '#features/outside-systems/data/outside-jobs.url.ts';
import { useFormats } from '#shared/text/format.ts';
import { LinkTabs } from '#shared/ui/lists/list-head.tsx';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

const PAGER_REACH = 5;

/** What became of each problem of a job, by outcome. */
export function JobReport({ job, choice }: { job: JobView; choice: ReportChoice }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(jobLinesQuery(job, choice));
  const last = pagesNumber(data?.linesNumber ?? 0, LINES_PAGE_SIZE);
  if (data && choice.page > last && !isPlaceholderData) {
    return <Navigate replace to={jobPath(job.id, { ...choice, page: last })} />;
  }
  return (
    <>
      <Filters job={job} choice={choice} />
      {data === undefined && error === null && <RowsPlaceholder />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.lines.length === 0 && <NoLines job={job} choice={choice} />}
      {data && data.lines.length > 0 && <Lines lines={data.lines} isStale={isPlaceholderData} />}
      <Pager
        current={choice.page}
        last={last}
        reach={PAGER_REACH}
        to={(page) => jobPath(job.id, { ...choice, page })}
      />
    </>
  );
}

function Filters({ job: { id, counts }, choice }: { job: JobView; choice: ReportChoice }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const total = OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
  const offered = OUTCOMES.filter((outcome) => counts[outcome] > 0 || outcome === choice.outcome);
  if (total === 0 && choice.outcome === null) return null;
  const tabs = [null, ...offered].map((outcome) => {
    const number = formats.number(outcome === null ? total : counts[outcome]);
    const name = t(outcome === null ? 'outsideJobs.allLines' : `outsideJobs.outcome.${outcome}`);
    return {
      ...{ name: `${name} ${number}`, to: jobPath(id, { outcome }) },
      isCurrent: outcome === choice.outcome,
    };
  });
  // In a box of its own: on phones tabs go to the end of theirs.
  return (
    <div>
      <LinkTabs label={t('outsideJobs.outcomes')} tabs={tabs} />
    </div>
  );
}

function NoLines({ job, choice }: { job: JobView; choice: ReportChoice }) {
  const { t } = useTranslation();
  const underWay = isUnderWay(job) ? 'soon' : 'nothing';
  const kind = choice.outcome === null ? underWay : 'ofOutcome';
  return (
    <EmptyState
      icon={<IconListSearch size={44} stroke={1.4} aria-hidden />}
      title={t(`outsideJobs.noLines.${kind}.title`)}
      text={t(`outsideJobs.noLines.${kind}.text`)}
    />
  );
}

function Lines({ lines, isStale }: { lines: readonly JobLine[]; isStale: boolean }) {
  const { t } = useTranslation();
  return (
    <table className={classes.table} aria-busy={isStale}>
      <thead className={classes.heads}>
        <tr>
          <th scope="col">{t('outsideJobs.column.id')}</th>
          <th scope="col">{t('outsideJobs.column.title')}</th>
          <th scope="col">{t('outsideJobs.column.outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LineRow key={line.foreignId} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function LineRow({ line: { foreignId, title, outcome, message, problemId, importId } }: { line: JobLine }) {
  const { t } = useTranslation();
  return (
    <tr>
      <td className={classes.id}>{foreignId}</td>
      <td className={classes.name}>
        {problemId === null ? (
          <span>{title}</span>
        ) : (
          <Link className={classes.problem} to={`/admin/problems/edit/${problemId}`}>
            {title || t('adminProblems.untitled')}
          </Link>
        )}
        {message !== null && <p className={classes.message}>{message}</p>}
        {importId !== null && (
          <Link className={classes.import} to={`/admin/problems/upload?import=${importId}`}>
            {t('outsideJobs.toImport')}
          </Link>
        )}
      </td>
      <td className={classes.outcome}>
        <OutcomeSign outcome={outcome} />
      </td>
    </tr>
  );
}
