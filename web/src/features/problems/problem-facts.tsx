import type { ProblemPage } from '@balloon/contracts/problems.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isWebAddress } from '#features/problems/attached-file.ts';
import { ConnectedContests } from '#features/problems/connected-contests.tsx';
import classes from '#features/problems/problem.module.css';
import { VersionChanges } from '#features/problems/version-changes.tsx';
import { VersionStrip } from '#features/problems/version-strip.tsx';
import { useFormats } from '#shared/format.ts';
import { isAdminUser, useMe } from '#shared/session.ts';

/** Where the problem comes from, and for admins how it changed and where it is used. */
export function ProblemFacts({ problem }: { problem: ProblemPage }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isAdmin = isAdminUser(useMe());
  const { sourceUrl, versionNumber, latestVersionNumber } = problem;
  const isOlder = versionNumber < latestVersionNumber;
  return (
    <aside className={classes.panel} aria-label={t('problem.origin')}>
      <dl className={classes.facts}>
        <Fact name={t('problem.id')}>{problem.id}</Fact>
        <Fact name={t('problem.system')}>{problem.systemType}</Fact>
        {problem.foreignProblemIdentifier !== '' && (
          <Fact name={t('problem.identifier')}>{problem.foreignProblemIdentifier}</Fact>
        )}
        {sourceUrl !== undefined && isWebAddress(sourceUrl) && (
          <Fact name={t('problem.source')}>
            <a href={sourceUrl} target="_blank" rel="noopener noreferrer">
              {new URL(sourceUrl, location.href).host}
            </a>
          </Fact>
        )}
        <Fact name={t('problem.created')}>{formats.date(Date.parse(problem.createdAt))}</Fact>
        <Fact name={t('problem.updated')}>{formats.date(Date.parse(problem.updatedAt))}</Fact>
      </dl>
      {isAdmin && <VersionStrip problem={problem} />}
      {isAdmin && isOlder && (
        <div role="status" className={classes.older}>
          <p>
            {t('versions.older', { number: versionNumber })}{' '}
            <Link to={`/problems/${problem.id}`}>
              {t('versions.toNewest', { number: latestVersionNumber })}
            </Link>
          </p>
          <VersionChanges changes={problem.changes} />
        </div>
      )}
      {isAdmin && <ConnectedContests problem={problem} />}
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
