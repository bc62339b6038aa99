import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OUTSIDE_PATH } from '#features/maintenance/server.url.ts';
import { ServerHead } from '#features/maintenance/server-head.tsx';
import { runsQuery } from '#features/outside-systems/data/outside.data.ts';
import classes from '#features/outside-systems/outside.module.css';
import { RunCard } from '#features/outside-systems/runs/run-card.tsx';
import { usePageTitle } from '#shared/text/i18n.ts';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/server/outside/runs: runs of outside systems that a human has to decide on or to look at. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('outside.runs'));
  const { data: runs, error, refetch } = useQuery(runsQuery);
  return (
    <div className={classes.page}>
      <ServerHead current="outside" />
      <BackLink to={OUTSIDE_PATH}>{t('outside.title')}</BackLink>
      <h2 className={classes.title}>{t('outside.runs')}</h2>
      {!runs && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!runs && !error && <RowsPlaceholder />}
      {runs?.length === 0 && (
        <EmptyState
          icon={<IconCircleCheck size={44} stroke={1.5} aria-hidden />}
          title={t('outside.noRuns')}
          text={t('outside.noRunsText')}
        />
      )}
      {runs && runs.length > 0 && (
        <ul className={classes.cards}>
          {runs.map((run) => (
            <RunCard key={run.solutionId} run={run} />
          ))}
        </ul>
      )}
    </div>
  );
}
