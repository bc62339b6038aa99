import type { ListedImport } from '@balloon/contracts/judging/package-import.ts';
import type { PackageFinding, PackageReport } from '@balloon/contracts/judging/package-report.ts';
import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { importQuery } from '#features/packages/packages.data.ts';
import classes from '#features/packages/report.module.css';
import { ReportFacts } from '#features/packages/report-facts.tsx';
import { ReportSolutions } from '#features/packages/report-solutions.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** The report of an import, loaded when it is opened. */
export function ImportDetails({ shown }: { shown: ListedImport }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(importQuery(shown));
  if (error !== null && data === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={120} mt={12} />;
  if (data.report === null) return <p className={classes.none}>{t('imports.noReport')}</p>;
  return <Report report={data.report} />;
}

function Report({ report }: { report: PackageReport }) {
  const { t } = useTranslation();
  return (
    <div className={classes.report}>
      <p className={classes.outcome} data-outcome={report.outcome}>
        {t(`imports.outcome.${report.outcome}`)}
      </p>
      <ReportFacts report={report} />
      <Findings findings={report.findings} />
      {report.solutions.length > 0 && (
        <div>
          <h3 className={classes.heading}>{t('imports.solutions')}</h3>
          <ReportSolutions solutions={report.solutions} />
        </div>
      )}
    </div>
  );
}

const LEVELS = ['error', 'warning', 'note'] as const;
const ICONS = { error: IconCircleX, warning: IconAlertTriangle, note: IconInfoCircle };

/** What the check found, the worst first; each says what to do. */
function Findings({ findings }: { findings: readonly PackageFinding[] }) {
  const { t } = useTranslation();
  if (findings.length === 0) return null;
  const sorted = LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level)).map(
    (finding, place) => ({ ...finding, place }),
  );
  return (
    <section>
      <h3 className={classes.heading}>{t('imports.findings')}</h3>
      <ul className={classes.findings}>
        {sorted.map(({ level, text, place }) => {
          const Icon = ICONS[level];
          return (
            <li key={place} className={classes.finding} data-level={level}>
              <Icon size={18} stroke={1.8} aria-hidden />
              <span className="visually-hidden">{t(`imports.level.${level}`)}</span>
              <span className={classes.text} lang="en">
                {text}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
