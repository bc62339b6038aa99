import type { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isWebAddress } from '#features/problems/files/attached-file.ts';
import classes from '#features/problems/problem.module.css';
import { ConnectedContests } from '#features/problems/versions/connected-contests.tsx';
import { VersionChanges } from '#features/problems/versions/version-changes.tsx';
import { VersionStrip } from '#features/problems/versions/version-strip.tsx';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { useJudgeName } from '#shared/text/judge-name.ts';

/** Origin of the problem, and for admins its versions and contests. */
export function ProblemFacts({ problem }: { problem: ProblemPage }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isAdmin = isAdminUser(useMe());
  const judgeName = useJudgeName();
  const { systemType, sourceUrl, versionNumber, latestVersionNumber } = problem;
  const isOlder = versionNumber < latestVersionNumber;
  return (
    <aside className={classes.panel} aria-label={t('problem.origin')}>
      <dl className={classes.facts}>
        <Fact name={t('problem.id')}>{problem.id}</Fact>
        <Fact name={t('problem.system')}>
          {systemType === 'balloon' ? systemType : judgeName(systemType)}
        </Fact>
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
