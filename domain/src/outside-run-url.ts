import type { OutsideSystemType } from '#outside-systems.ts';

/** Server of a system, as far as addresses of its pages need it. */
interface Site {
  /** Ends with a slash. */
  url: string;
  settings: Readonly<Record<string, string>>;
}

interface Run {
  runId: string;
  foreignId: string;
}

/** Site of Yandex.Contest for people: its API has an address of its own. */
const YANDEX_SITE = 'https://contest.yandex.ru/';

const contestOf = ({ foreignId }: Run) => /(\d{1,9})/.exec(foreignId)?.[1] ?? '';
const yandexReport = (site: string, run: Run) =>
  new URL(`/contest/${contestOf(run)}/run-report/${encodeURIComponent(run.runId)}/`, site).href;

const RUN_URLS: Readonly<Record<OutsideSystemType, (site: Site, run: Run) => string | null>> = {
  timus: ({ url }, { runId }) => `${url}status.aspx?space=1&count=1&from=${encodeURIComponent(runId)}`,
  // A list of runs is all that it shows.
  acmp: () => null,
  cf: ({ url }, run) => {
    const isGym = run.foreignId.startsWith('gym:');
    const path = isGym ? `gym/${contestOf(run)}/submission` : `problemset/submission/${contestOf(run)}`;
    return `${url}${path}/${encodeURIComponent(run.runId)}`;
  },
  sgu: ({ url }, { runId }) => `${url}problemsets/acmsguru/submission/99999/${encodeURIComponent(runId)}`,
  ejudge: ejudgeReport,
  yandex: ({ url }, run) => yandexReport(url, run),
  yandexOfficial: (_site, run) => yandexReport(YANDEX_SITE, run),
};

/** Runs of ejudge are `contest:number`, since each contest counts for itself. */
function ejudgeReport({ url, settings: { cgi } }: Site, { runId }: Run): string {
  const [contestId = '', number = ''] = runId.split(':');
  const folder = (cgi || 'cgi-bin').split('/').filter(Boolean).join('/');
  const query = new URLSearchParams({ contest_id: contestId, action: 'view-report', run_id: number });
  return new URL(`/${folder}/new-client?${query}`, url).href;
}

/** Address at which people see a run of an outside system, who may have to sign in there; null: it has none. */
export const outsideRunUrl = (systemType: OutsideSystemType, site: Site, run: Run): string | null =>
  RUN_URLS[systemType](site, run);
