import type { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { pageStyle } from '#features/problems/booklet/page-style.ts';
import { PrintButton } from '#features/problems/booklet/print-button.tsx';
import { Editorial } from '#features/problems/editorial/editorial.tsx';
import { ProblemTags } from '#features/problems/editorial/problem-tags.tsx';
import { useLimitsText } from '#features/problems/limits.tsx';
import { ProblemFacts } from '#features/problems/problem-facts.tsx';
import { problemQuery } from '#features/problems/problems.data.ts';
import { Statement } from '#features/problems/statement/statement.tsx';
import classes from '#features/problems/statement/statement-page.module.css';
import { StatementSkeleton } from '#features/problems/statement/statement-skeleton.tsx';
import { RestoreButton } from '#features/problems/versions/restore-button.tsx';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** /problems/{id} and /problems/{id}/version/{n} */
export function Component() {
  const { problemId, versionNumber } = useParams();
  const me = useMe();
  const version = versionNumber === undefined ? undefined : Number(versionNumber);
  const { data: problem, error, refetch } = useQuery(problemQuery(Number(problemId), version, useLocale()));
  usePageTitle(problem?.title, error);
  if (problem === undefined) {
    return (
      <div className={classes.page}>
        {error === null ? <StatementSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </div>
    );
  }
  return (
    <article className={classes.page}>
      <style>{pageStyle(problem.title, [])}</style>
      <Head problem={problem} canRestore={isAdminUser(me)} />
      {me.isSupervisor && <ProblemFacts problem={problem} />}
      <Statement problem={problem} />
      <Editorial problemId={problem.id} />
    </article>
  );
}

function Head({ problem, canRestore }: { problem: ProblemPage; canRestore: boolean }) {
  const limitsText = useLimitsText();
  return (
    <header className={classes.head}>
      <div className={classes.headText}>
        <h1 className={classes.title}>{problem.title}</h1>
        <p className={classes.limits}>{limitsText(problem)}</p>
        <ProblemTags tags={problem.tags ?? []} />
      </div>
      <div className={classes.headTools}>
        <PrintButton />
        {canRestore && problem.versionNumber < problem.latestVersionNumber && (
          <RestoreButton problem={problem} />
        )}
      </div>
    </header>
  );
}
