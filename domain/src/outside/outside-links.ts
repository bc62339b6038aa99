import type { OutsideSystemType } from '#outside/outside-systems.ts';

/** Server of an outside system, by what its addresses are made of. */
export interface LinkedServer {
  systemType: OutsideSystemType;
  /** Ends with a slash. */
  url: string;
  settings: Readonly<Record<string, string>>;
}

/** A run as stored: identifier of its problem, and its own. */
export interface LinkedRun {
  foreignId: string;
  runId: string;
}

/** Site at which people see what the API of Yandex.Contest took. */
const YANDEX_SITE = 'https://contest.yandex.ru/';

/**
 * Returns the address of a run for people; null where the system has none, or where a stored identifier is not of the
 * known form.
 */
export function outsideRunUrl(server: LinkedServer, { foreignId, runId }: LinkedRun): string | null {
  const path = RUN_PATHS[server.systemType]({ foreignId, runId }, server.settings);
  if (path === null) return null;
  const base = server.systemType === 'yandexOfficial' ? YANDEX_SITE : server.url;
  return URL.parse(path, base)?.href ?? null;
}

type RunPath = (run: LinkedRun, settings: LinkedServer['settings']) => string | null;

const yandexReport: RunPath = ({ foreignId, runId }) => {
  const [contestId = ''] = foreignId.split(':');
  return /^\d{1,9}$/.test(contestId)
    ? `/contest/${contestId}/run-report/${encodeURIComponent(runId)}/`
    : null;
};

const RUN_PATHS: Readonly<Record<OutsideSystemType, RunPath>> = {
  timus: ({ runId }) => `status.aspx?space=1&count=1&from=${encodeURIComponent(runId)}`,
  acmp: () => null,
  cf: ({ foreignId, runId }) => {
    const [, kind, contestId] = /^(archive|gym):(\d{1,7})[a-z]\d{0,2}$/i.exec(foreignId) ?? [];
    if (contestId === undefined) return null;
    const place = kind === 'gym' ? `gym/${contestId}` : 'problemset';
    const run = encodeURIComponent(runId);
    return kind === 'gym' ? `${place}/submission/${run}` : `${place}/submission/${contestId}/${run}`;
  },
  sgu: ({ runId }) => `problemsets/acmsguru/submission/99999/${encodeURIComponent(runId)}`,
  ejudge: ({ runId }, { cgi = '' }) => {
    const [, contestId, number] = /^(\d{1,6}):(\d{1,10})$/.exec(runId) ?? [];
    if (contestId === undefined) return null;
    const folder = `/${cgi.trim() === '' ? 'cgi-bin' : cgi}/`.replaceAll(/\/{2,9}/g, '/');
    return `${folder}new-client?contest_id=${contestId}&action=view-report&run_id=${number}`;
  },
  yandex: yandexReport,
  yandexOfficial: yandexReport,
};
