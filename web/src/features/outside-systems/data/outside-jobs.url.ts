import type { LineOutcome } from '@balloon/contracts/outside/outside-jobs.ts';
import type { OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';
import { SYSTEM_TYPES } from '#features/outside-systems/data/system-screens.ts';
import { pageNumber } from '#shared/ui/lists/pages.ts';

const BASE = '/admin/problems/outside';

export interface OutsideChoice {
  system: OutsideServerType;
  /** Null: the first server of the system. */
  serverId: number | null;
  /** Page of the jobs. */
  page: number;
  /** Contest with which the form of a scan begins; empty: none. */
  contest: string;
}

const id = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null);

/** Reads the choice from the address; unknown values mean the default. */
export function readOutsideChoice(search: URLSearchParams): OutsideChoice {
  return {
    system: SYSTEM_TYPES.find((system) => system === search.get('system')) ?? 'timus',
    serverId: id(search.get('server')),
    page: pageNumber(search.get('page') ?? undefined),
    contest: (search.get('contest') ?? '').slice(0, 200),
  };
}

/** The address of a choice. The system always stands in it. */
export function outsidePath({
  system,
  serverId = null,
  page = 1,
  contest = '',
}: Pick<OutsideChoice, 'system'> & Partial<OutsideChoice>): string {
  const search = new URLSearchParams({ system });
  if (serverId !== null) search.set('server', `${serverId}`);
  if (page > 1) search.set('page', `${page}`);
  if (contest !== '') search.set('contest', contest);
  return `${BASE}?${search}`;
}

/** Outcomes of lines in the order of their filters. */
export const OUTCOMES = [
  'new',
  'changed',
  'vanished',
  'failed',
  'wanted',
  'same',
  'known',
] as const satisfies readonly LineOutcome[];

export interface ReportChoice {
  /** Null: all lines. */
  outcome: LineOutcome | null;
  page: number;
}

export function readReportChoice(search: URLSearchParams): ReportChoice {
  return {
    outcome: OUTCOMES.find((outcome) => outcome === search.get('outcome')) ?? null,
    page: pageNumber(search.get('page') ?? undefined),
  };
}

/** The address of a job with its report. */
export function jobPath(jobId: number, { outcome = null, page = 1 }: Partial<ReportChoice> = {}): string {
  const search = new URLSearchParams();
  if (outcome !== null) search.set('outcome', outcome);
  if (page > 1) search.set('page', `${page}`);
  return search.size > 0 ? `${BASE}/jobs/${jobId}?${search}` : `${BASE}/jobs/${jobId}`;
}
