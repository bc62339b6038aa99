import type { ProblemPage } from '@balloon/contracts/problems.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import classes from '#features/problems/contest-problem.module.css';
import { useLimitsText } from '#features/problems/limits.tsx';
import pageClasses from '#features/problems/problem.module.css';
import { problemQuery } from '#features/problems/problems.data.ts';
import { Statement } from '#features/problems/statement.tsx';
import { isWebAddress } from '#features/problems/statement-files.tsx';
import { StatementSkeleton } from '#features/problems/statement-skeleton.tsx';
import { useLocale, usePageTitle } from '#shared/i18n.ts';
import { isAdminUser, useMe } from '#shared/session.ts';
import { ErrorState } from '#shared/states.tsx';

/** /problems/{id} and /problems/{id}/version/{n} */
export function Component() {
  const { problemId, versionNumber } = useParams();
  const version = versionNumber === undefined ? undefined : Number(versionNumber);
  const { data: problem, error, refetch } = useQuery(problemQuery(Number(problemId), version, useLocale()));
  const limitsText = useLimitsText();
  usePageTitle(problem?.title);
  if (problem === undefined) {
    return (
      <div className={classes.page}>
        {error === null ? <StatementSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </div>
    );
  }
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <div className={classes.headText}>
          <h1 className={classes.title}>{problem.title}</h1>
          <p className={classes.limits}>{limitsText(problem)}</p>
        </div>
      </header>
      <ForSupervisors problem={problem} />
      <Statement problem={problem} />
    </article>
  );
}

/** Where the problem comes from, and for admins where it is used and how it changed. */
function ForSupervisors({ problem }: { problem: ProblemPage }) {
  const { t } = useTranslation();
  const me = useMe();
  if (!me.isSupervisor) return null;
  return (
    <aside className={pageClasses.panel} aria-label={t('problem.origin')}>
      <p>
        #{problem.id} · {problem.systemType} · {problem.foreignProblemIdentifier}
        {problem.sourceUrl !== undefined && isWebAddress(problem.sourceUrl) && (
          <>
            {' · '}
            <a href={problem.sourceUrl} target="_blank" rel="noopener noreferrer">
              {t('problem.source')}
            </a>
          </>
        )}
      </p>
      {isAdminUser(me) && <Versions problem={problem} />}
      {isAdminUser(me) && problem.connectedContests.length > 0 && (
        <p>
          {t('problem.contests')}{' '}
          {problem.connectedContests.map(({ id, name }) => (
            <Link key={id} to={`/contest/${id}`} className={pageClasses.chip}>
              {name}
            </Link>
          ))}
        </p>
      )}
    </aside>
  );
}

function Versions({ problem }: { problem: ProblemPage }) {
  const { t } = useTranslation();
  if (problem.versions.length === 0) return null;
  return (
    <nav aria-label={t('problem.versions')}>
      {t('problem.versions')}{' '}
      {problem.versions.map(({ uuid, versionNumber }) => (
        <Link
          key={uuid}
          to={`/problems/${problem.id}/version/${versionNumber}`}
          className={pageClasses.chip}
          aria-current={versionNumber === problem.versionNumber ? 'page' : undefined}
        >
          {versionNumber}
        </Link>
      ))}
    </nav>
  );
}
