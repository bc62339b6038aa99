import type { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/problems/versions/version-strip.module.css';
import { useFormats } from '#shared/text/format.ts';

/** The versions of a problem as dots on a line, the newest at the end. */
export function VersionStrip({ problem }: { problem: ProblemPage }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id, versions, versionNumber: shown, latestVersionNumber } = problem;
  if (versions.length === 0) return <p>{t('versions.none')}</p>;
  return (
    <nav aria-label={t('versions.title')}>
      <h2 className={classes.title}>{t('versions.title')}</h2>
      <ol className={classes.strip}>
        {versions.map(({ uuid, versionNumber, createdAt }) => {
          const isNewest = versionNumber === latestVersionNumber;
          const name = t('versions.dated', {
            number: versionNumber,
            date: formats.date(Date.parse(createdAt)),
          });
          const label = isNewest ? `${name}, ${t('versions.newest')}` : name;
          return (
            <li key={uuid}>
              <Link
                to={isNewest ? `/problems/${id}` : `/problems/${id}/version/${versionNumber}`}
                className={classes.version}
                data-is-newest={isNewest}
                aria-current={versionNumber === shown ? 'page' : undefined}
                aria-label={label}
                title={label}
              >
                <span className={classes.dot} aria-hidden />
                {t('versions.short', { number: versionNumber })}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
