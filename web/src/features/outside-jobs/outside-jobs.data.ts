import type { JobAccepted, JobLines, JobList, JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { OUTSIDE_SERVERS, type OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { isUnderWay, LOOK_EVERY_MS, useJobChange } from '#features/outside-systems/data/job.data.ts';
import { addServer, OUTSIDE_API, outsideQuery } from '#features/outside-systems/data/outside.data.ts';
import type { ReportChoice } from '#features/outside-systems/data/outside-jobs.url.ts';
import { get, post } from '#shared/api/calls/api.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';

/** Kinds of jobs that concern problems; looks at accounts and trials belong to the screens of servers. */
const KINDS = 'scan,import,archive,polygon';

export const JOBS_PAGE_SIZE = 20;
export const LINES_PAGE_SIZE = 50;
/** Pause in ms between looks at a list in which no job is under way. */
const LOOK_RARELY_MS = 20_000;

/** A page of the jobs of a server, newest first, followed while some are under way. */
export function jobListQuery(serverId: number, page: number) {
  return queryOptions({
    queryKey: ['outside jobs', 'list', serverId, page],
    queryFn: ({ signal }) =>
      get<JobList>(`${OUTSIDE_API}/jobs`, {
        signal,
        query: { serverId, kinds: KINDS, count: JOBS_PAGE_SIZE, offset: (page - 1) * JOBS_PAGE_SIZE },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.jobs.some(isUnderWay) ? LOOK_EVERY_MS : LOOK_RARELY_MS),
    meta: { ownError: true, quiet: true },
  });
}

/** A page of the lines of a job, by outcome. */
export function jobLinesQuery(job: Pick<JobView, 'id' | 'state'>, { outcome, page }: ReportChoice) {
  return queryOptions({
    queryKey: ['outside jobs', 'lines', job.id, outcome, page],
    queryFn: ({ signal }) =>
      get<JobLines>(`${OUTSIDE_API}/jobs/${job.id}/lines`, {
        signal,
        query: { outcome, count: LINES_PAGE_SIZE, offset: (page - 1) * LINES_PAGE_SIZE },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: isUnderWay(job) ? LOOK_EVERY_MS : false,
    meta: { ownError: true, quiet: true },
  });
}

/** A failed or cancelled job goes on from where it was. */
export const useRetryJob = () =>
  useJobChange((jobId: number) => post<JobAccepted>(`${OUTSIDE_API}/jobs/${jobId}/retry`));

/** Address of the call that starts a job on a server. */
export const startPath = (serverId: number, kind: 'scan' | 'import' | 'archive' | 'polygon'): string =>
  `${OUTSIDE_API}/servers/${serverId}/${kind}`;

export interface NewJob {
  system: OutsideServerType;
  /** Null: the server of the public system is added first. */
  serverId: number | null;
  kind: 'scan' | 'import' | 'polygon';
  body: object;
}

/** @param onStarted called also when the screen was left meanwhile */
export function useStartJob(onStarted: (jobId: number) => void) {
  const queryClient = useQueryClient();
  /** Adds the server of a public system. Returns its id. */
  async function addPublicServer(systemType: OutsideServerType): Promise<number> {
    const { name } = OUTSIDE_SERVERS[systemType];
    const all = await addServer({ systemType, name, settings: {} });
    changeLoaded(queryClient, outsideQuery.queryKey, all);
    const own = all.servers.filter((server) => server.systemType === systemType);
    return Math.max(...own.map(({ id }) => id));
  }
  return useJobChange(
    async ({ system, serverId, kind, body }: NewJob) =>
      post<JobAccepted>(startPath(serverId ?? (await addPublicServer(system)), kind), body),
    ({ jobId }) => onStarted(jobId),
  );
}
