import { type FailureKind, OutsideError } from '#failures.ts';
import { type FoundRun, type Intent, isLaterRun, type RunState } from '#outside-system.ts';

/*
 * What adapters do alike with lists of runs that come in pages, the latest run first. A run that is sent while pages are
 * read pushes rows to the next page, so that a row may come twice.
 */

/** Pages that are read for one question. Who makes pages throws where there are more. */
export const MAX_PAGES = 20;

interface Row {
  runId: string;
}

/** The failure of a list with more pages than are read: nothing is known about runs on the others. */
export const tooManyPages = (system: string) =>
  new Error(`${system} lists more than ${MAX_PAGES} pages of runs`);

/**
 * Collects the rows after a watermark, the latest first and each once. Without a watermark the latest pages are enough.
 */
export async function rowsAfter<Found extends Row>(
  pages: AsyncIterable<readonly Found[]>,
  watermark: string | null,
): Promise<Found[]> {
  const later = new Map<string, Found>();
  let left = MAX_PAGES;
  for await (const rows of pages) {
    const news = rows.filter(({ runId }) => isLaterRun(runId, watermark));
    for (const row of news) later.set(row.runId, row);
    left -= 1;
    if (news.length < rows.length || (watermark === null && left === 0)) break;
  }
  return [...later.values()];
}

/** Finds the rows of runs; one that is not listed, or further back than pages are read, is left out. */
export async function rowsOf<Found extends Row>(
  pages: AsyncIterable<readonly Found[]>,
  runIds: readonly string[],
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const missing = new Set(runIds);
  let left = MAX_PAGES;
  for await (const rows of pages) {
    for (const row of rows) if (missing.delete(row.runId)) found.set(row.runId, row);
    const oldest = rows.at(-1)?.runId ?? '0';
    left -= 1;
    if (left === 0 || ![...missing].some((runId) => isLaterRun(oldest, runId))) break;
  }
  return found;
}

/** Failures that may be of one contest alone, such as one that is closed to the account by now. */
const OF_ONE_CONTEST: ReadonlySet<FailureKind> = new Set<FailureKind>(['refused', 'signedOut']);

/**
 * Reads the states of runs contest by contest. A contest that lets the account in no more keeps no verdict of another
 * one away; its runs are left out.
 *
 * @throws {Error} of the first contest that could not be read, when none could
 */
export async function statesByContest<Contest, Run>(
  contests: ReadonlyMap<Contest, Run>,
  read: (contest: Contest, runs: Run) => Promise<readonly RunState[]>,
): Promise<RunState[]> {
  const states: RunState[] = [];
  const failures: OutsideError[] = [];
  for (const [contest, runs] of contests) {
    try {
      states.push(...(await read(contest, runs)));
    } catch (error) {
      if (!(error instanceof OutsideError) || !OF_ONE_CONTEST.has(error.kind)) throw error;
      failures.push(error);
    }
  }
  const [first] = failures;
  if (first && failures.length === contests.size) throw first;
  return states;
}

/** Candidate of which the list tells when it was sent. */
interface Candidate extends Row {
  sentAtMs: number | null;
}

/** How sources are compared. */
interface Comparison<Found> {
  /** Sources that are read: each takes a request. */
  most: number;
  /** Compares a source. @returns null when it cannot be read */
  isSame(row: Found): Promise<boolean | null>;
}

/**
 * Compares the sources of candidates, the latest first. Without a watermark all runs that the account ever sent are
 * candidates, of which the latest with the same source is asked for: the verdict of an unread one would be somebody
 * else's, so that it is left out.
 *
 * @returns runs, the oldest first
 */
export async function comparedRuns<Found extends Candidate>(
  candidates: readonly Found[],
  { watermark }: Pick<Intent, 'watermark'>,
  { most, isSame }: Comparison<Found>,
): Promise<FoundRun[]> {
  const compared: FoundRun[] = [];
  for (const row of candidates.toSorted((a, b) => (isLaterRun(a.runId, b.runId) ? -1 : 1))) {
    const isRead = compared.length < most;
    if (!isRead && watermark === null) break;
    const hasSameSource = isRead ? await isSame(row) : null;
    compared.push({ runId: row.runId, sentAtMs: row.sentAtMs, hasSameSource });
    if (hasSameSource && watermark === null) break;
  }
  return compared.toReversed();
}
