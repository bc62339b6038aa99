import type { OutsideServers } from '@balloon/contracts/outside/outside-systems.ts';
import type { OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ArchiveForm } from '#features/outside-jobs/archive-form.tsx';
import { ImportForm } from '#features/outside-jobs/import-form.tsx';
import { JobList } from '#features/outside-jobs/job-list.tsx';
import classes from '#features/outside-jobs/outside.module.css';
import { jobListQuery, type NewJob, useStartJob } from '#features/outside-jobs/outside-jobs.data.ts';
import { PolygonForm } from '#features/outside-jobs/polygon-form.tsx';
import { ScanForm } from '#features/outside-jobs/scan-form.tsx';
import { NeedsAccount, NoRelay } from '#features/outside-jobs/server-notices.tsx';
import { SystemHead } from '#features/outside-jobs/system-head.tsx';
import { useEndedJobs } from '#features/outside-jobs/use-ended-jobs.ts';
import type { OutsideChoice } from '#features/outside-systems/data/outside-jobs.url.ts';
import { isOpenSystem, SYSTEM_SCREENS } from '#features/outside-systems/data/system-screens.ts';
import { showNotice } from '#shared/ui/toasts/toasts.ts';

/** A system: what it is, its server, what can be read from it, and what was. */
export function SystemView({ choice, outside }: { choice: OutsideChoice; outside: OutsideServers }) {
  const { t } = useTranslation();
  const { system } = choice;
  const servers = outside.servers.filter(({ systemType }) => systemType === system);
  const server = servers.find(({ id }) => id === choice.serverId) ?? servers[0] ?? null;
  const serverId = server?.id ?? null;
  const { data } = useQuery({ ...jobListQuery(serverId ?? 0, choice.page), enabled: serverId !== null });
  const noteStart = useEndedJobs(data?.jobs);
  const hasAccount = server?.accounts.some(({ isEnabled }) => isEnabled) ?? false;
  const isReady =
    hasAccount || (server === null ? isOpenSystem(system) : !SYSTEM_SCREENS[system].needsAccount);
  const noteJob = (jobId: number) => {
    noteStart(jobId);
    showNotice(t('outsideJobs.started'));
  };
  const starting = useStartJob(noteJob);
  const start = (job: Pick<NewJob, 'kind' | 'body'>, onDone?: () => void) =>
    starting.mutate({ system, serverId, ...job }, { onSuccess: () => onDone?.() });
  return (
    <>
      <SystemHead choice={choice} servers={servers} server={server} relays={outside.relays} />
      {server !== null && !outside.relays.some(({ isAlive }) => isAlive) && <NoRelay />}
      {isReady ? (
        <div className={classes.forms}>
          <Forms
            {...{ system, server, start, contest: choice.contest, isStarting: starting.isPending }}
            onArchive={noteJob}
          />
        </div>
      ) : (
        <NeedsAccount system={system} server={server} />
      )}
      {server !== null && (isReady || (data?.jobsNumber ?? 0) > 0) && (
        <JobList key={server.id} server={server} choice={choice} onStarted={noteStart} />
      )}
    </>
  );
}

interface FormsProps {
  system: OutsideServerType;
  server: OutsideServers['servers'][number] | null;
  contest: string;
  isStarting: boolean;
  start: (job: Pick<NewJob, 'kind' | 'body'>, onDone?: () => void) => void;
  onArchive: (jobId: number) => void;
}

function Forms({ system, server, contest, onArchive, ...starting }: FormsProps) {
  if (system === 'polygon') return <PolygonForm {...starting} />;
  return (
    <>
      <ScanForm {...{ system, server, contest }} {...starting} />
      <div className={classes.column}>
        <ImportForm system={system} {...starting} />
        {system === 'yandex' && server !== null && <ArchiveForm serverId={server.id} onStarted={onArchive} />}
      </div>
    </>
  );
}
