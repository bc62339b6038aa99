import { Button, Skeleton } from '@mantine/core';
import { IconPackages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isBuilt, packageProgressQuery } from '#features/contest-import/contest-import.data.ts';
import classes from '#features/contest-import/contest-import.module.css';
import { ImportStateBadge } from '#features/packages/import-state.tsx';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** Problems of an imported contest while judges build them, each with its state and the way to its report. */
export function PackageProgress({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(packageProgressQuery(contestId));
  if (data === undefined && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={180} radius="md" />;
  const { problems } = data;
  if (problems.length === 0) {
    return (
      <EmptyState
        icon={<IconPackages size={44} stroke={1.4} aria-hidden />}
        title={t('contestImport.noProblems')}
        text={t('contestImport.noProblemsText')}
      />
    );
  }
  const built = problems.filter(isBuilt).length;
  return (
    <>
      <p className={classes.lead} aria-live="polite">
        {built === problems.length
          ? t('contestImport.allReady')
          : t('contestImport.ready', { number: built, count: problems.length })}
      </p>
      <ul className={classes.progress}>
        {problems.map((problem) => (
          <li key={problem.foreignId} className={classes.row}>
            <ProblemBalloon index={problem.label || '?'} color={problem.color} size={28} />
            <div className={classes.text}>
              <p className={classes.title}>{problem.name}</p>
              {problem.message !== null && <p className={classes.message}>{problem.message}</p>}
            </div>
            {problem.state !== null && <ImportStateBadge state={problem.state} />}
            {problem.importId !== null && (
              <Button
                component={Link}
                to={`/admin/problems/upload?import=${problem.importId}`}
                variant="subtle"
                size="compact-sm"
                aria-label={t('contestImport.reportOf', { name: problem.name })}
              >
                {t('contestImport.report')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
