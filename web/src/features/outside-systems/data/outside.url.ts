import { OUTSIDE_SERVERS, type OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';
import { OUTSIDE_PATH } from '#features/maintenance/server.url.ts';

export const RUNS_PATH = `${OUTSIDE_PATH}/runs`;

/** All systems, in the order in which they are offered. */
export const SYSTEMS = Object.keys(OUTSIDE_SERVERS) as OutsideServerType[];

/** System whose servers are shown; null: all. Unknown values mean all. */
export function readSystem(search: URLSearchParams): OutsideServerType | null {
  return SYSTEMS.find((system) => system === search.get('system')) ?? null;
}

export const systemPath = (system: OutsideServerType | null) =>
  system === null ? OUTSIDE_PATH : `${OUTSIDE_PATH}?system=${system}`;

export const serverPath = (serverId: number) => `${OUTSIDE_PATH}/${serverId}`;
