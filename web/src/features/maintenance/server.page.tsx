import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { BackupsView } from '#features/maintenance/backups-view.tsx';
import { Channels } from '#features/maintenance/channels.tsx';
import { ConsoleView } from '#features/maintenance/console-view.tsx';
import { DatabaseFacts } from '#features/maintenance/database-facts.tsx';
import { JudgeList } from '#features/maintenance/judge-list.tsx';
import { LanguagesView } from '#features/maintenance/languages-view.tsx';
import { ProcessList } from '#features/maintenance/process-list.tsx';
import { QueueView } from '#features/maintenance/queue-view.tsx';
import { serverStatusQuery } from '#features/maintenance/server.data.ts';
import classes from '#features/maintenance/server.module.css';
import { readServerChoice } from '#features/maintenance/server.url.ts';
import { ServerHead } from '#features/maintenance/server-head.tsx';
import { ServerSkeleton } from '#features/maintenance/server-skeleton.tsx';
import { StatusTiles } from '#features/maintenance/status-tiles.tsx';
import { usePageTitle } from '#shared/text/i18n.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/server: state of the installation, live, and what can be done about it. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('admin.server'));
  const [search] = useSearchParams();
  const { view, kind } = readServerChoice(search);
  return (
    <div className={classes.page}>
      <ServerHead current={view} />
      {view === 'state' && <State />}
      {view === 'queue' && <QueueView kind={kind} />}
      {view === 'languages' && <LanguagesView />}
      {view === 'backups' && <BackupsView />}
      {view === 'console' && <ConsoleView />}
    </div>
  );
}

function State() {
  const { t } = useTranslation();
  const { data: status, error, refetch } = useQuery(serverStatusQuery);
  if (!status)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ServerSkeleton />;
  return (
    <>
      <p className={classes.away} role="status">
        {error ? t('server.away') : ''}
      </p>
      <StatusTiles status={status} />
      <JudgeList status={status} />
      <ProcessList status={status} />
      <DatabaseFacts status={status} />
      <Channels status={status} />
    </>
  );
}
