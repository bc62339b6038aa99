import type { QueuedWork } from '@balloon/contracts/site/maintenance.ts';

/** Parts of the server screen, each with an address of its own. */
export const SERVER_VIEWS = ['state', 'queue', 'languages', 'backups', 'console'] as const;
/** Settings have a path of their own: whoever leaves them with unsaved changes is asked. */
export const SETTINGS_PATH = '/admin/server/settings';
/** Address of the outside systems, which have screens of their own. */
export const OUTSIDE_PATH = '/admin/server/outside';
export type ServerView = (typeof SERVER_VIEWS)[number];

export const WORK_KINDS = [
  'verdict',
  'detail',
  'trial',
  'import',
  'check',
  'rejudge',
  'compare',
] as const satisfies QueuedWork['kind'][];
export type WorkKind = (typeof WORK_KINDS)[number];

export interface ServerChoice {
  view: ServerView;
  /** Null shows every kind of work. */
  kind: WorkKind | null;
}

/** Reads the chosen part from the address; unknown values mean the first one. */
export function readServerChoice(search: URLSearchParams): ServerChoice {
  return {
    view: SERVER_VIEWS.find((view) => view === search.get('view')) ?? 'state',
    kind: WORK_KINDS.find((kind) => kind === search.get('kind')) ?? null,
  };
}

export function serverPath({ view, kind = null }: { view: ServerView; kind?: WorkKind | null }): string {
  const search = new URLSearchParams();
  if (view !== 'state') search.set('view', view);
  if (view === 'queue' && kind !== null) search.set('kind', kind);
  return search.size === 0 ? '/admin/server' : `/admin/server?${search}`;
}
