import type { PrintPages } from '@balloon/contracts/hall/printing.ts';
import { visible } from '@balloon/domain/text/print-pages.ts';

const SECOND_MS = 1_000;
/** Most characters of a part of a head: what is longer would not fit anyway. */
const MAX_PART = 160;

/** Lines above the text of a page, without its number. */
export interface PrintHead {
  /** Seat, team, and who of it, for who carries the page there. */
  owner: string;
  where: string;
  what: string;
  when: string;
}

/** What stands above each page of a job; times are those of the server's zone and of the contest's clock. */
export function printHead(job: Omit<PrintPages, 'pages' | 'paper'>): PrintHead {
  const { name, seat, sentBy, organization, contestName, problemIndex, title, sentAtMs, contestTimeMs } = job;
  return {
    owner: joined(seat, name, sentBy),
    where: joined(organization, contestName),
    what: joined(problemIndex, title),
    when: joined(contestTimeMs < 0 ? null : clock(contestTimeMs), localTime(sentAtMs)),
  };
}

const joined = (...parts: readonly (string | null)[]): string =>
  parts
    .filter((part) => part !== null && part !== '')
    .map((part) => visible((part ?? '').slice(0, MAX_PART).toWellFormed().replace(/\s+/g, ' ')))
    .join(' · ');

function clock(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Date and time as every language reads them: 2026-05-01 14:20. */
const localTime = (ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(ms);
