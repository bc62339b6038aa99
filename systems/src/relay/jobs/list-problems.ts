import { MAX_LISTED_PROBLEMS } from '@balloon/contracts/outside/relay-jobs.ts';
import { drift } from '#failures.ts';
import type { ListedProblem } from '#outside-system.ts';
import { type JobWork, systemOf } from '#relay/jobs/job-work.ts';
import { fit } from '#relay/tell-failure.ts';

/** Longest title of the contract. */
const MAX_TITLE = 300;
/** Most parts of a list: one that leads on and on is no list. */
const MAX_PARTS = 20_000;

/**
 * Reads the list of a server, or of one contest there, from where an earlier relay stopped, and tells the web each part.
 *
 * @returns a problem of the list; null: the list was complete, or has none
 * @throws {OutsideError} when a part cannot be read: what was told of others stays
 */
export async function listProblems(work: JobWork, scope: string | null): Promise<string | null> {
  const { job, show, read } = work;
  if (job.isListed) return null;
  const system = systemOf(work);
  const seen = new Set<string | null>();
  let first: string | null = null;
  for (let cursor = job.cursor; ; ) {
    if (seen.has(cursor) || seen.size >= MAX_PARTS) throw drift(`the list goes round at ${cursor}`);
    seen.add(cursor);
    show(cursor ?? '');
    const from = cursor;
    const { problems, nextCursor } = await read((session) => system.listProblems(session, from, scope));
    await tellListed(work, problems, nextCursor);
    first ??= problems[0]?.foreignId ?? null;
    if (nextCursor === null) return first;
    cursor = nextCursor;
  }
}

/** Tells a part of a list. A problem that a part names twice is one. */
export async function tellListed(
  { tell }: JobWork,
  problems: readonly ListedProblem[],
  nextCursor: string | null,
): Promise<void> {
  const titles = new Map(problems.map(({ foreignId, title }) => [foreignId, fit(title, MAX_TITLE)]));
  if (titles.size > MAX_LISTED_PROBLEMS) throw drift(`${titles.size} problems in one part of the list`);
  const told = [...titles].map(([foreignId, title]) => ({ foreignId, title }));
  await tell((api, lease, signal) => api.jobListed({ ...lease, problems: told, nextCursor }, signal));
}
